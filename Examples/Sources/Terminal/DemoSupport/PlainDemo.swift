// SPDX-License-Identifier: MIT

package import Foundation
internal import Lockstep
package import LockstepTerminal
internal import SharedModels

/// A demo without a terminal: keys come from a file or a pipe, and screens are printed as text.
///
/// Time is virtual and nothing waits, so the same keys print the same screens.
@MainActor
package final class PlainDemo<State: Equatable & Sendable, Action: Sendable, Environment: Sendable>
{
  private let demo: Demo<State, Action, Environment>
  private let log: DemoLog?
  private let mainRunLoop: TestSchedulerOf<RunLoop>
  private let store: ManualStore<State, Action>
  private var size = Screen.Size(rows: 24, columns: 80)

  /// A demo that begins at the time at which the bundled games were played, if there is no other.
  package init(
    _ demo: Demo<State, Action, Environment>,
    log: DemoLog? = nil,
    start: Date = .mock
  ) {
    self.demo = demo
    self.log = log
    let mainRunLoop = TestScheduler(now: SchedulerTime<RunLoop>(start))
    self.mainRunLoop = mainRunLoop
    let time = DemoTime.virtual(mainRunLoop)
    store = ManualStore(
      initialState: demo.initialState,
      reducer: demo.reducer,
      environment: demo.environment(time)
    )
    log?.follow(store.store, date: time.date)
  }

  /// Shows the screen as it comes up, and then once for each key, a second later.
  package func run(
    keys: some AsyncSequence<Key, Never>,
    write: (String) throws -> Void
  ) async throws {
    send(demo.appeared, because: "the start")
    try show("at first", write)
    guard farewell == nil else { return try sayFarewell(write) }
    mainRunLoop.advance(by: 3)
    try show("after 3 seconds", write)
    for await key in keys {
      if quits(key) { break }
      // Lines that are piped in end in what is mostly no key of the demo.
      guard press(key) || key != .return else { continue }
      mainRunLoop.advance(by: 1)
      try show("a second after '\(key.name)'", write)
      if farewell != nil { break }
    }
    try sayFarewell(write)
  }

  /// Shows the screen as it comes up, and then after each step of a script.
  ///
  /// - Returns: What was shown, with all changes while time passed.
  @discardableResult
  package func run(
    _ script: DemoScript,
    write: (String) throws -> Void
  ) throws -> ScreenRecording {
    var recording = ScreenRecording()
    let start = mainRunLoop.now
    func record() {
      let screen = demo.render(store.store.state, size)
      recording.add(screen, at: start.distance(to: mainRunLoop.now))
    }
    let observation = store.store.observe { _, _ in record() }
    defer { observation.cancel() }
    send(demo.appeared, because: "the start")
    try show("at first", write)
    steps: for step in script.steps where farewell == nil {
      switch step.instruction {
      case .press(let keys):
        for key in keys {
          if quits(key) { break steps }
          press(key)
        }
      case .resize(let size):
        self.size = size
        record()
      case .wait(let milliseconds):
        mainRunLoop.advance(by: .milliseconds(milliseconds))
        record()
      }
      try show(step.text, write)
    }
    try sayFarewell(write)
    return recording
  }

  private func quits(_ key: Key) -> Bool { demo.quits(key, in: store.store.state) }

  /// Sends what a key means; false if it means nothing.
  @discardableResult
  private func press(_ key: Key) -> Bool {
    guard let action = demo.action(key, store.store.state) else { return false }
    send(action, because: "key '\(key.name)'")
    return true
  }

  private var farewell: String? { demo.farewell(store.store.state) }

  private func send(_ action: Action, because cause: String) {
    log?.cause = cause
    store.send(action)
  }

  private func sayFarewell(_ write: (String) throws -> Void) throws {
    if let farewell { try write(farewell + "\n") }
  }

  private func show(_ moment: String, _ write: (String) throws -> Void) throws {
    let screen = demo.render(store.store.state, size)
    try write("== \(moment) ==\n\(screen.plainText)\n")
  }
}
