// SPDX-License-Identifier: MIT

internal import Lockstep
internal import LockstepTerminal

extension Demo {
  /// The program, which tells the log the key that causes each action.
  @MainActor
  func program(log: DemoLog?) -> TerminalProgram<State, Action> {
    var program = program
    program.isFinished = { [farewell] in farewell($0) != nil }
    guard let log else { return program }
    return TerminalProgram(
      features: program.features,
      keys: { [program] state, size in program.keys(state, size).filter { $0.action == nil } },
      isFinished: program.isFinished,
      screen: { [program] state, size, _ in program.screen(state, size) },
      action: { [program] event, state, size in
        guard let action = program.action(event, state, size) else { return nil }
        log.cause = event.cause
        return action
      }
    )
  }

  /// Runs the demo in real time until it finishes, the player quits, or the input ends.
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
    try leave(
      log,
      state: { store.state },
      send: { store.send($0) },
      write: { try terminal.write($0) }
    )
    return ending
  }

  /// Sends `ended` if the program ended before the demo, and writes the farewell.
  ///
  /// - Throws: An error that contains unsaved data, if any is lost.
  @MainActor
  package func leave(
    _ log: DemoLog?,
    state: () -> State,
    send: (Action) -> Void,
    write: (String) throws -> Void
  ) throws {
    if farewell(state()) == nil, let ended {
      log?.cause = "the end"
      send(ended)
    }
    if let loss = loss(state()) { throw DemoError.cannotWrite(loss) }
    if let farewell = farewell(state()) { try write(farewell + "\n") }
  }
}

extension TerminalEvent {
  fileprivate var cause: String {
    switch self {
    case .key(let key): "key '\(key.name)'"
    case .paste: "a paste"
    case .mouse: "the mouse"
    case .focus: "the focus"
    }
  }
}

extension Key {
  var name: String {
    if case .character(let character) = self { String(character) } else { "\(self)" }
  }
}
