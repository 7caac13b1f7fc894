// SPDX-License-Identifier: MIT

internal import DemoSupport
package import LockstepTerminal

/// The `multiplayer` program.
public enum MultiplayerDemoProgram {
  /// Runs the program.
  ///
  /// - Parameter arguments: The arguments after the program's name.
  /// - Returns: The exit code: 0, or a code of `sysexits.h` for wrong input.
  @MainActor
  public static func run(arguments: [String]) async -> Int32 {
    await run(arguments: arguments, terminal: Terminal())
  }

  @MainActor
  package static func run(arguments: [String], terminal: Terminal) async -> Int32 {
    await runDemo("multiplayer", help: help, terminal: terminal) { () throws(DemoError) in
      try demo(arguments)
    }
  }

  private static func demo(
    _ arguments: [String]
  ) throws(DemoError) -> (MultiplayerDemo?, CommonOptions) {
    let options = try options(arguments)
    guard options.runsDemo else { return (nil, options) }
    return (try .multiplayer(options, try options.connect()), options)
  }

  static let endpoints: [DemoEndpoint] = [
    .currentPlayer, .playerRecord, .matchesList, .matchesLoad, .matchesPlay, .matchesRematch,
    .matchesStart,
  ]

  static let help = """
    Shows matches against others, which are kept on a server.

    Usage: multiplayer [OPTION ...]

    Options:
    \(CommonOptions.help(endpoints: endpoints, connects: true))

    \(CommonOptions.keysHelp)
    """

  static func options(_ arguments: some Sequence<String>) throws(DemoError) -> CommonOptions {
    var options = CommonOptions()
    var reader = ArgumentReader(arguments)
    while let name = reader.next() {
      guard try options.take(name, &reader, endpoints: endpoints, connects: true) else {
        throw reader.unknown(
          options: CommonOptions.names(endpoints: endpoints, connects: true)
        )
      }
    }
    try options.check(reader)
    return options
  }
}

typealias MultiplayerDemo = Demo<
  MultiplayerDemoState, MultiplayerDemoAction, MultiplayerDemoEnvironment
>

extension MultiplayerDemo {
  static func multiplayer(
    _ options: CommonOptions = CommonOptions(),
    _ server: RemoteServer? = nil
  ) throws(DemoError) -> Self {
    let input = try MultiplayerDemoInput()
    return Self(
      initialState: MultiplayerDemoState(isServerBroken: server == nil ? false : nil),
      reducer: multiplayerDemoReducer,
      environment: { time in .demo(options, input, server, time) },
      appeared: .appeared,
      program: TerminalProgram(
        keys: { state, size in state.keys(size) },
        isEditing: { $0.isEditing },
        screen: { state, size, help in state.screen(size, help) },
        action: { event, state, _ in state.action(for: event) }
      ),
      farewell: { $0.hasClosed ? "You have left the matches." : nil }
    )
  }
}
