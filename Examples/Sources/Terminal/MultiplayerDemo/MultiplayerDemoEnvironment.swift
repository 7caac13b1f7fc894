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
  var apiClient: ApiClient
  var mainRunLoop: SchedulerOf<RunLoop>
  var match: MatchEnvironment
  var multiplayer: MultiplayerEnvironment
  var presentations: Effect<MultiplayerDemoState.Presentation, Never>
  var setServerBroken: @Sendable (Bool) -> Void
}

extension MultiplayerDemoEnvironment {
  /// Returns the live game center, connected to a remote server or to one in the process.
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
          // The demo never shows the game-over screen of a match.
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

private final class AtomicSwitch: Sendable {
  private let state = Mutex(false)

  var isOn: Bool {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
