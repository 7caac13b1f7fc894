// SPDX-License-Identifier: MIT

import DependencyClients
import Foundation
import Lockstep
import LockstepTesting
import MultiplayerFeature
import Testing

@Suite struct MultiplayerFeatureTests {
  @Test func `an authenticated player chooses an opponent`() {
    let didPresentMatchmakerViewController = Recorder(false)
    var environment = MultiplayerEnvironment.failing
    environment.gameCenter.localPlayer.localPlayer = { .authenticated }
    environment.gameCenter.turnBasedMatchmakerViewController.present = { showExistingMatches in
      .fireAndForget {
        #expect(showExistingMatches == false)
        didPresentMatchmakerViewController.set(true)
      }
    }

    let store = TestStore(
      initialState: MultiplayerState(hasPastGames: false),
      reducer: multiplayerReducer,
      environment: environment
    )

    store.send(.startButtonTapped)
    store.fireAndForget()
    #expect(didPresentMatchmakerViewController.value)
  }

  @Test func `an unauthenticated player sees the sign-in screen`() {
    let didPresentAuthentication = Recorder(false)
    var environment = MultiplayerEnvironment.failing
    environment.gameCenter.localPlayer.localPlayer = { .notAuthenticated }
    environment.gameCenter.localPlayer.presentAuthenticationViewController = .fireAndForget {
      didPresentAuthentication.set(true)
    }

    let store = TestStore(
      initialState: MultiplayerState(hasPastGames: false),
      reducer: multiplayerReducer,
      environment: environment
    )

    store.send(.startButtonTapped)
    store.fireAndForget()
    #expect(didPresentAuthentication.value)
  }

  @Test func `tapping past games shows the list`() {
    let store = TestStore(
      initialState: MultiplayerState(hasPastGames: true),
      reducer: multiplayerReducer,
      environment: .failing
    )

    store.send(.setNavigation(tag: .pastGames)) {
      $0.route = .pastGames(.init(pastGames: []))
    }
    store.send(.setNavigation(tag: nil)) {
      $0.route = nil
    }
  }
}
