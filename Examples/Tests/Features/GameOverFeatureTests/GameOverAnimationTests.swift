// SPDX-License-Identifier: MIT

import ApiClient
import DependencyClients
import GameOverFeature
import Lockstep
import ServerRouter
import SharedModels
import Testing

/// Tests the animations that the view of the screen observes.
@MainActor @Suite struct GameOverAnimationTests {
  private struct Logged: Equatable {
    var screen: GameOverState
    var actionCount = 0
  }

  /// The animations of an action and of the actions that its effects send, in order.
  private func animations(
    _ action: GameOverAction,
    _ environment: GameOverEnvironment,
    _ screen: GameOverState
  ) -> [StoreAnimation?] {
    let store = Store(
      initialState: Logged(screen: screen),
      reducer: Reducer<Logged, GameOverAction, GameOverEnvironment>.combine(
        gameOverReducer.pullback(
          state: \.screen,
          action: /GameOverAction.self
        ),
        .withoutEffects { state, _ in
          state.actionCount += 1
        }
      ),
      environment: environment
    )
    var animations: [StoreAnimation?] = []
    let observation = store.observe { _, change in animations.append(change.animation) }
    store.send(action)
    observation.cancel()
    #expect(animations.count == store.state.actionCount + 1)
    return Array(animations.dropFirst())
  }

  @Test func `server responses and the upgrade interstitial animate their changes`() {
    var environment = GameOverEnvironment.appearing
    environment.apiClient.apiRequest = { route in
      route == .dailyChallenge(.today(language: .en))
        ? .ok([FetchTodaysDailyChallengeResponse]())
        : .ok(["dailyChallenge": ["outOf": 100, "started": true]])
    }
    environment.apiClient.currentPlayer = { nil }
    environment.userNotifications.getNotificationSettings = .init(
      value: .init(authorizationStatus: .denied)
    )
    // Appear, enable, rank, upgrade interstitial, notification settings, today's challenges.
    #expect(
      animations(.onAppear, environment, .init(completedGame: .dailyChallenge, isDemo: false))
        == [nil, nil, .default, .easeIn, nil, .default]
    )
  }

  @Test func `closing is animated unless the player taps the close button`() {
    var environment = GameOverEnvironment.preview
    environment.database.fetchStats = .none
    var game = CompletedGame.mock
    game.moves = []
    #expect(
      animations(.onAppear, environment, .init(completedGame: game, isDemo: false))
        == [nil, .default]
    )
    #expect(
      animations(.closeButtonTapped, environment, .init(completedGame: .mock, isDemo: false))
        == [nil, nil]
    )

    let alert = GameOverState(
      completedGame: .dailyChallenge,
      isDemo: false,
      notificationsAuthAlert: .init()
    )
    #expect(
      animations(.notificationsAuthAlert(.closeButtonTapped), environment, alert)
        == [nil, .default, .default]
    )
    environment.userNotifications.getNotificationSettings = .init(
      value: .init(authorizationStatus: .denied)
    )
    #expect(
      animations(.notificationsAuthAlert(.turnOnNotificationsButtonTapped), environment, alert)
        == [nil, .default, .default]
    )
  }
}
