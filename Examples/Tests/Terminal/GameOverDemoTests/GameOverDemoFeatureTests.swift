// SPDX-License-Identifier: MIT

import DependencyClients
import Foundation
import GameOverFeature
import Lockstep
import LockstepTesting
import SharedModels
import Testing

@testable import GameOverDemo

@Suite struct GameOverDemoFeatureTests {
  @Test func `a sound is named until it ends, it is stopped, or the screen closes`() {
    let time = RunLoop.test
    var gameOver = GameOverEnvironment.failing
    gameOver.mainRunLoop = time
    let store = TestStore(
      initialState: GameOverDemoState(game: .mock),
      reducer: gameOverDemoReducer,
      environment: GameOverDemoEnvironment(confettiSeed: 3, device: .none, gameOver: gameOver)
    )

    store.send(.device(.looped(.gameOverMusicLoop))) { $0.music = .gameOverMusicLoop }
    store.send(.device(.played(.transitionIn))) { $0.sound = .transitionIn }
    time.advance(by: 0.9)
    // Playing the sound again restarts it.
    store.send(.device(.played(.transitionIn)))
    time.advance(by: 0.9)
    store.send(.device(.stopped(.gameOverMusicLoop))) { $0.music = nil }
    time.advance(by: 0.1)
    store.receive(.soundEnded) { $0.sound = nil }

    store.send(.device(.played(.transitionIn))) { $0.sound = .transitionIn }
    store.send(.device(.stopped(.transitionIn))) { $0.sound = nil }
    store.send(.gameOver(.delegate(.close))) { $0.ending = .closed }
  }

  @Test(arguments: [
    (DailyChallengeError.alreadyPlayed(endsAt: .mock), "You have already played this challenge."),
    (.couldNotFetch(nextStartsAt: .mock), "The challenge could not be fetched."),
  ])
  func `a notice explains that a challenge cannot be played`(
    error: DailyChallengeError,
    notice: String
  ) {
    var state = GameOverDemoState(game: .mock)
    state.gameOver.gameModeIsLoading = .unlimited
    let store = TestStore(
      initialState: state,
      reducer: gameOverDemoReducer,
      environment: GameOverDemoEnvironment(confettiSeed: 3, device: .none, gameOver: .failing)
    )
    store.send(.gameOver(.startDailyChallengeResponse(.failure(error)))) {
      $0.gameOver.gameModeIsLoading = nil
      $0.notices = [notice]
    }
  }

  @Test func `confetti falls one row every tenth of a second and then ends`() {
    let time = RunLoop.test
    var gameOver = GameOverEnvironment.failing
    gameOver.mainRunLoop = time
    let store = TestStore(
      initialState: GameOverDemoState(game: .mock),
      reducer: gameOverDemoReducer,
      environment: GameOverDemoEnvironment(confettiSeed: 3, device: .none, gameOver: gameOver)
    )

    store.send(.gameOver(.showConfetti)) {
      $0.confetti = Confetti(seed: 3)
      $0.gameOver.showConfetti = true
    }
    for phase in 1..<Confetti.duration {
      time.advance(by: 0.1)
      store.receive(.confettiTicked) { $0.confetti?.phase = phase }
    }
    time.advance(by: 0.1)
    store.receive(.confettiTicked) {
      $0.confetti = nil
      $0.gameOver.showConfetti = false
    }
    time.advance(by: 10)
  }
}
