// SPDX-License-Identifier: MIT

internal import ApiClient
internal import DemoSupport
internal import DependencyClients
internal import Lockstep
package import LockstepTerminal
internal import MultiplayerFeature

/// The program `multiplayer`.
public enum MultiplayerProgram {
  /// Runs the program.
  ///
  /// - Parameter arguments: The arguments after the program's name.
  /// - Returns: The exit code: 0, or one of `sysexits.h` for wrong input.
  @MainActor
  public static func run(arguments: [String]) async -> Int32 {
    await run(arguments: arguments, terminal: Terminal())
  }

  /// Runs the program on a terminal.
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
    return (options.runsDemo ? .multiplayer(options, try options.connect()) : nil, options)
  }

  static let endpoints: [DemoEndpoint] = [
    .currentPlayer, .playerRecord, .matchesList, .matchesLoad, .matchesRematch, .matchesStart,
  ]

  static let help = """
    Shows matches against others, which are kept on a server.

    Usage: multiplayer [OPTION ...]

    Options:
    \(CommonOptions.help(endpoints: endpoints, connects: true))

    \(CommonOptions.keysHelp)
    """

  /// Reads the arguments after the program's name.
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
  /// Matches against others.
  static func multiplayer(
    _ options: CommonOptions = CommonOptions(),
    _ server: RemoteServer? = nil
  ) -> Self {
    Self(
      initialState: MultiplayerDemoState(),
      reducer: multiplayerDemoReducer,
      environment: { time in .demo(options, server, time) },
      appeared: .appeared,
      action: { key, state in state.action(for: key) },
      render: { state, size in state.screen(size: size) },
      farewell: { $0.hasClosed ? "You have left the matches." : nil }
    )
  }
}

extension MultiplayerDemoEnvironment {
  /// The live game center, on a server elsewhere or in the process of the demo.
  fileprivate static func demo(
    _ options: CommonOptions,
    _ server: RemoteServer?,
    _ time: DemoTime
  ) -> Self {
    let apiClient =
      server?.client(time)
      ?? .demo(
        .multiplayer(options, date: time.date),
        milliseconds: options.slow,
        on: time.mainRunLoop
      )
    let presentations = Subject<MultiplayerDemoState.Dialog, Never>(name: "presentations")
    return Self(
      apiClient: apiClient,
      mainRunLoop: time.mainRunLoop,
      multiplayer: MultiplayerEnvironment(
        backgroundQueue: time.backgroundQueue,
        gameCenter: .live(
          apiClient: apiClient,
          presentAuthenticationViewController: .fireAndForget { presentations.send(.signIn) },
          presentMatchmaker: { _ in .fireAndForget { presentations.send(.matchmaker) } }
        ),
        mainQueue: time.mainQueue
      ),
      presentations: presentations.effect
    )
  }
}
