// SPDX-License-Identifier: MIT

internal import ApiClient
internal import DemoSupport
internal import DependencyClients
internal import ExampleData
internal import Foundation
internal import GameOverFeature
internal import Lockstep
package import LockstepTerminal
internal import MultiplayerFeature
internal import SharedModels
internal import Synchronization
internal import WordGameFeature

/// The program `multiplayer`.
public enum MultiplayerDemoProgram {
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

/// The bundled files that the demo needs.
struct MultiplayerDemoInput: Sendable {
  /// The cubes of matches.
  var puzzle: ArchivablePuzzle
  var words: [String]

  init() throws(DemoError) {
    do {
      puzzle = try CompletedGame(json: ExampleData.game(.solo)).cubes
      words = try ExampleData.words()
    } catch {
      throw .noInput("the program's own files cannot be read: \(error.localizedDescription)")
    }
  }
}

extension MultiplayerDemo {
  /// Matches against others.
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
      action: { key, state in state.action(for: key) },
      takesText: { $0.takesText },
      render: { state, size in state.screen(size: size) },
      farewell: { $0.hasClosed ? "You have left the matches." : nil }
    )
  }
}

extension MultiplayerDemoEnvironment {
  /// The live game center, on a server elsewhere or in the process of the demo.
  fileprivate static func demo(
    _ options: CommonOptions,
    _ input: MultiplayerDemoInput,
    _ server: RemoteServer?,
    _ time: DemoTime
  ) -> Self {
    let isServerBroken = AtomicSwitch()
    let apiClient =
      server?.client(time)
      ?? .demo(
        .multiplayer(options, input, date: time.date, isBroken: { isServerBroken.isOn }),
        milliseconds: options.slow,
        on: time.mainRunLoop
      )
    let presentations = Subject<MultiplayerDemoState.Dialog, Never>(name: "presentations")
    let gameCenter = GameCenterClient.live(
      apiClient: apiClient,
      presentAuthenticationViewController: .fireAndForget { presentations.send(.signIn) },
      presentMatchmaker: { _ in .fireAndForget { presentations.send(.matchmaker) } }
    )
    let words = Set(input.words.map { $0.uppercased() })
    return Self(
      apiClient: apiClient,
      mainRunLoop: time.mainRunLoop,
      match: MatchEnvironment(
        gameCenter: gameCenter,
        mainQueue: time.mainQueue,
        wordGame: WordGameEnvironment(
          containsWord: { words.contains($0) },
          // No game of a match comes to its game over screen here.
          gameOver: .preview,
          mainRunLoop: time.mainRunLoop
        )
      ),
      multiplayer: MultiplayerEnvironment(
        backgroundQueue: time.backgroundQueue,
        gameCenter: gameCenter,
        mainQueue: time.mainQueue
      ),
      presentations: presentations.effect,
      setServerBroken: { isServerBroken.isOn = $0 }
    )
  }
}

/// A switch between a key and the server that it breaks.
private final class AtomicSwitch: Sendable {
  private let state = Mutex(false)

  var isOn: Bool {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
