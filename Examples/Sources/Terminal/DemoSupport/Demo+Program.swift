// SPDX-License-Identifier: MIT

internal import Lockstep
internal import LockstepTerminal

extension Demo {
  /// The demo as a program.
  ///
  /// - Parameter log: What is told which key an action comes from.
  /// - Returns: The program.
  @MainActor
  func program(log: DemoLog?) -> TerminalProgram<State, Action> {
    TerminalProgram(
      isOver: { [farewell] in farewell($0) != nil },
      // Unless the demo has something to do first.
      quits: { [action, takesText] key, state in
        key == .character("q") && takesText(state) == false && action(key, state) == nil
      },
      screen: render,
      action: { [action] key, state in
        guard let action = action(key, state) else { return nil }
        log?.cause = "key '\(key.name)'"
        return action
      }
    )
  }

  /// Runs the demo on a terminal, in real time, until the player leaves the screen or quits.
  @MainActor
  func run(
    on terminal: Terminal,
    log: DemoLog?
  ) async throws -> TerminalProgram<State, Action>.Ending {
    let time = DemoTime.live
    let store = Store(
      initialState: initialState,
      reducer: reducer,
      environment: environment(time)
    )
    log?.follow(store, date: time.date)
    let companion = companion(store)
    defer { withExtendedLifetime(companion) {} }
    log?.cause = "the start"
    store.send(appeared)
    let ending = try await program(log: log).run(store, on: terminal)
    if let farewell = farewell(store.state) { try terminal.write(farewell + "\n") }
    return ending
  }
}

extension Key {
  /// What the key is called in texts.
  var name: String {
    if case .character(let character) = self { String(character) } else { "\(self)" }
  }
}
