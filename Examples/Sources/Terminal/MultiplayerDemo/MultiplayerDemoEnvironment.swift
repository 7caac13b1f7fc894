// SPDX-License-Identifier: MIT

internal import ApiClient
internal import DemoSupport
internal import DependencyClients
internal import Foundation
internal import GameOverFeature
internal import Lockstep
internal import MultiplayerFeature
internal import SharedModels
internal import Synchronization
internal import WordGameFeature

struct MultiplayerDemoEnvironment: Sendable {
  /// Tells the game center who plays.
  var apiClient: ApiClient
  var mainRunLoop: SchedulerOf<RunLoop>
  var match: MatchEnvironment
  var multiplayer: MultiplayerEnvironment
  /// The dialogs that the game center asks for.
  var presentations: Effect<MultiplayerDemoState.Presentation, Never>
  /// Switches the failure of the in-process server on or off.
  var setServerBroken: @Sendable (Bool) -> Void
}

extension MultiplayerDemoEnvironment {
  /// The live game center, on a server elsewhere or in the process of the demo.
  static func demo(
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
        scheduler: time.mainRunLoop
      )
    let presentations = Subject<MultiplayerDemoState.Presentation, Never>(name: "presentations")
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
