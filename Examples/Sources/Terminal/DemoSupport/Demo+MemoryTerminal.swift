// SPDX-License-Identifier: MIT

package import Foundation
internal import Lockstep
package import LockstepTerminal
internal import SharedModels

extension Demo {
  /// Creates a terminal in memory that shows the demo after its first action.
  ///
  /// Time is virtual, so the same keys produce the same screens.
  ///
  /// - Parameters:
  ///   - log: The log of actions.
  ///   - start: The initial time; by default, the time of the bundled games.
  /// - Returns: The terminal.
  @MainActor
  package func makeTerminal(
    log: DemoLog? = nil,
    start: Date = .mock
  ) -> MemoryTerminal<State, Action> {
    let mainRunLoop = TestScheduler(now: SchedulerTime<RunLoop>(start))
    let time = DemoTime.virtual(mainRunLoop)
    let store = ManualStore(
      initialState: initialState,
      reducer: reducer,
      environment: environment(time)
    )
    log?.follow(store.store, date: time.date)
    log?.cause = "the start"
    store.send(appeared)
    return MemoryTerminal(program(log: log), store, clock: mainRunLoop)
  }

  /// Writes the first screen, and then the screen after each step of a script.
  ///
  /// - Returns: The screens, with all changes while time passed.
  @MainActor
  @discardableResult
  package func run(
    _ script: TerminalScript,
    log: DemoLog? = nil,
    start: Date = .mock,
    write: (String) throws -> Void
  ) throws -> ScreenRecording {
    let terminal = makeTerminal(log: log, start: start)
    let companion = companion(terminal.store.store)
    defer { withExtendedLifetime(companion) {} }
    let recording = try terminal.record(script) { moment, screen in
      try write(text(moment, screen))
    }
    try leave(log, terminal, write)
    return recording
  }

  /// Writes the first screen, and then the screen one second after each key.
  @MainActor
  package func run(
    keys: some AsyncSequence<Key, Never>,
    log: DemoLog? = nil,
    start: Date = .mock,
    write: (String) throws -> Void
  ) async throws {
    let terminal = makeTerminal(log: log, start: start)
    let companion = companion(terminal.store.store)
    defer { withExtendedLifetime(companion) {} }
    let program = terminal.program
    var state: State { terminal.store.store.state }
    func show(_ moment: String) throws {
      // A finished demo has shown its last screen, but continues until its farewell.
      try write(text(moment, program.screen(state, terminal.size)))
    }
    try show("at first")
    if terminal.ending == nil {
      terminal.advance(by: 3)
      try show("after 3 seconds")
    }
    if terminal.ending == nil {
      for await key in keys {
        let hasMeaning = program.action(.key(key), state, terminal.size) != nil
        terminal.press(key)
        if terminal.ending != nil && hasMeaning == false { break }
        // Piped lines end in a return character, which is usually not a key of the demo.
        guard hasMeaning || key != .return else { continue }
        terminal.advance(by: 1)
        try show("a second after '\(key.name)'")
        if terminal.ending != nil { break }
      }
    }
    try leave(log, terminal, write)
  }

  @MainActor
  private func leave(
    _ log: DemoLog?,
    _ terminal: MemoryTerminal<State, Action>,
    _ write: (String) throws -> Void
  ) throws {
    let send: (Action) -> Void = { action in
      terminal.store.send(action)
      terminal.advance(by: 0)
    }
    try leave(log, state: { terminal.store.store.state }, send: send, write: write)
  }

  private func text(_ moment: String, _ screen: Screen) -> String {
    "== \(moment) ==\n\(screen.plainText)\n"
  }
}
