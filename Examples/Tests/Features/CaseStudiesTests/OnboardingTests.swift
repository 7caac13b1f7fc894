// SPDX-License-Identifier: MIT

import CaseStudies
import DependencyClients
import Foundation
import Lockstep
import LockstepTesting
import SharedModels
import Testing
import WordGameFeature

@Suite struct OnboardingTests {
  private typealias Store = TestStore<OnboardingState, OnboardingAction, OnboardingEnvironment>

  private static let start = Date(timeIntervalSince1970: 0)

  private let mainRunLoop = RunLoop.test

  private func store(
    _ step: OnboardingState.Step = .welcome,
    _ update: (inout OnboardingEnvironment) -> Void = { _ in }
  ) -> Store {
    var environment = OnboardingEnvironment.failing
    environment.mainRunLoop = mainRunLoop
    update(&environment)
    return Store(
      initialState: OnboardingState(step: step, gameStartTime: Self.start),
      reducer: onboardingReducer,
      environment: environment
    )
  }

  private func find(
    _ faces: [IndexedCubeFace],
    score: Int,
    useCount: Int,
    in store: Store,
    then step: OnboardingState.Step
  ) {
    for face in faces {
      store.send(.game(.faceTapped(face))) { $0.game.selectedFaces.append(face) }
    }
    let now = mainRunLoop.now.date
    store.send(.game(.submitButtonTapped)) {
      $0.game.selectedFaces = []
      for face in faces { $0.game.cubes[face].useCount = useCount }
      $0.game.moves.append(Move(playedAt: now, score: score, type: .playedWord(faces)))
    }
    // The game ignores taps until the next step begins.
    store.send(.game(.faceTapped(faces[0])))
    mainRunLoop.advance(by: 1)
    store.receive(.delayedNextStep) { $0.step = step }
  }

  @Test func `a new player finds three words, and the third removes a cube`() {
    let store = store {
      $0.userDefaults.setBool = { value, key in
        .fireAndForget {
          #expect(value)
          #expect(key == "has-played-onboarding")
        }
      }
    }
    let (a, r, t) = (
      IndexedCubeFace.cornerLeft, IndexedCubeFace.cornerRight, IndexedCubeFace.cornerTop
    )

    store.send(.nextButtonTapped) { $0.step = .findFirstWord }
    store.send(.nextButtonTapped)
    find([a, r, t], score: score("ART"), useCount: 1, in: store, then: .findSecondWord)
    find([r, a, t], score: score("RAT"), useCount: 2, in: store, then: .findThirdWord)
    #expect(store.state.game.cubes[LatticePoint.corner].isInPlay)
    find([t, a, r], score: score("TAR"), useCount: 3, in: store, then: .farewell)
    #expect(store.state.game.cubes[LatticePoint.corner].isInPlay == false)

    store.send(.nextButtonTapped)
    store.fireAndForget()
    store.receive(.delegate(.finished))
  }

  @Test func `the game ignores actions that the current step does not teach`() {
    let store = store(.findFirstWord)
    let neighbor = IndexedCubeFace(index: LatticePoint(x: .two, y: .two, z: .one), side: .top)
    for action in [
      .faceTapped(.cornerTop), .faceTapped(neighbor), .submitButtonTapped, .endGameButtonTapped,
      .onAppear, .removeCubeTapped(.corner), .timerTick,
    ] as [WordGameAction] {
      store.send(.game(action))
    }

    store.send(.game(.faceTapped(.cornerLeft))) { $0.game.selectedFaces = [.cornerLeft] }
    store.send(.game(.faceTapped(.cornerTop)))
    store.send(.game(.submitButtonTapped))
    store.send(.game(.faceTapped(.cornerLeft))) { $0.game.selectedFaces = [] }

    for step in [OnboardingState.Step.welcome, .farewell] {
      self.store(step).send(.game(.faceTapped(.cornerLeft)))
    }
  }

  @Test(arguments: OnboardingState.Step.allCases)
  func `an experienced player can leave at any step`(step: OnboardingState.Step) {
    let defaults = UserDefaultsClient.inMemory()
    let store = store(step) { $0.userDefaults = defaults }
    #expect(defaults.hasPlayedOnboarding == false)

    store.send(.skipButtonTapped)
    store.fireAndForget()
    store.receive(.delegate(.finished))
    #expect(defaults.hasPlayedOnboarding)
  }
}
