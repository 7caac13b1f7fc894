// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
internal import SharedModels
package import TerminalSupport

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
  private let size = Screen.Size(rows: 24, columns: 80)

  package init(_ demo: Demo<State, Action, Environment>, log: DemoLog? = nil) {
    self.demo = demo
    self.log = log
    // The time at which the bundled games were played.
    let mainRunLoop = TestScheduler(now: SchedulerTime<RunLoop>(Date.mock))
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
      if key.quits { break }
      // Lines of a file end in something that is no key of the demo.
      if key == .return { continue }
      if let action = demo.action(key, store.store.state) {
        send(action, because: "key '\(key.name)'")
      }
      mainRunLoop.advance(by: 1)
      try show("a second after '\(key.name)'", write)
      if farewell != nil { break }
    }
    try sayFarewell(write)
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
