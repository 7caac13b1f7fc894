// SPDX-License-Identifier: MIT

import DependencyClients
import Foundation
import Lockstep
import LockstepTesting
import MultiplayerFeature
import SharedModels
import Testing

@Suite struct PastGamesTests {
  @Test func `loading matches fills the list`() {
    var environment = PastGamesEnvironment.failing
    environment.backgroundQueue = .immediate
    environment.gameCenter.localPlayer.localPlayer = { .authenticated }
    environment.gameCenter.turnBasedMatch.loadMatches = { .init(value: [.mock]) }
    environment.mainQueue = .immediate

    let store = TestStore(
      initialState: PastGamesState(pastGames: []),
      reducer: pastGamesReducer,
      environment: environment
    )

    store.send(.onAppear)
    store.receive(.matchesResponse(.success([.mock]))) {
      $0.pastGames = [.mock]
    }
  }

  @Test func `tapping a match opens it`() {
    var environment = PastGamesEnvironment.failing
    environment.gameCenter.turnBasedMatch.load = { id in
      #expect(id == "id")
      return .init(value: .mock)
    }
    environment.mainQueue = .immediate

    let store = TestStore(
      initialState: PastGamesState(pastGames: [.mock]),
      reducer: pastGamesReducer,
      environment: environment
    )

    store.send(.pastGame("id", .tappedRow))
    store.receive(.pastGame("id", .matchResponse(.success(.mock))))
    store.receive(.pastGame("id", .delegate(.openMatch(.mock))))
  }

  @Test func `tapping rematch requests and opens a new match`() {
    var environment = PastGamesEnvironment.failing
    environment.gameCenter.turnBasedMatch.rematch = { id in
      #expect(id == "id")
      return .init(value: .rematch)
    }
    environment.mainQueue = .immediate

    let store = TestStore(
      initialState: PastGamesState(pastGames: [.mock]),
      reducer: pastGamesReducer,
      environment: environment
    )

    store.send(.pastGame("id", .rematchButtonTapped)) {
      try unwrap(&$0.pastGames[id: "id"]) {
        $0.isRematchRequestInFlight = true
      }
    }
    store.receive(.pastGame("id", .rematchResponse(.success(.rematch)))) {
      try unwrap(&$0.pastGames[id: "id"]) {
        $0.isRematchRequestInFlight = false
      }
    }
    store.receive(.pastGame("id", .delegate(.openMatch(.rematch))))
  }

  @Test func `a failed rematch shows an alert`() {
    struct RematchFailure: Error, Equatable {}

    var environment = PastGamesEnvironment.failing
    environment.mainQueue = .immediate
    environment.gameCenter.turnBasedMatch.rematch = { _ in .init(error: RematchFailure()) }

    let store = TestStore(
      initialState: PastGamesState(pastGames: [.mock]),
      reducer: pastGamesReducer,
      environment: environment
    )

    store.send(.pastGame("id", .rematchButtonTapped)) {
      try unwrap(&$0.pastGames[id: "id"]) {
        $0.isRematchRequestInFlight = true
      }
    }
    store.receive(.pastGame("id", .rematchResponse(.failure(RematchFailure() as NSError)))) {
      try unwrap(&$0.pastGames[id: "id"]) {
        $0.isRematchRequestInFlight = false
        $0.alert = .init(
          title: .init("Error"),
          message: .init("We couldn’t start the rematch. Try again later."),
          primaryButton: .default(.init("Ok"), send: .dismissAlert),
          secondaryButton: nil
        )
      }
    }
  }
}
