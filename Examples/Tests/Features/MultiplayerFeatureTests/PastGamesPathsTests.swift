// SPDX-License-Identifier: MIT

import DependencyClients
import Dispatch
import Foundation
import Lockstep
import LockstepTesting
import MultiplayerFeature
import SharedModels
import Testing

/// Tests paths through the screens that `PastGamesTests` does not cover.
@Suite struct PastGamesPathsTests {
  private struct Offline: Error {}
  struct RematchFailure: Error {}

  private let rows: IdentifiedArrayOf<PastGameState> = [.mock, .other]

  @Test func `the report of an unreceived failure names its row`() {
    var environment = PastGamesEnvironment.failing
    environment.gameCenter.turnBasedMatch.rematch = { _ in .init(error: RematchFailure()) }
    environment.mainQueue = .immediate
    let issues = withReportedIssues {
      let store = TestStore(
        initialState: PastGamesState(pastGames: [.mock]),
        reducer: pastGamesReducer,
        environment: environment
      )
      store.send(.pastGame("id", .rematchButtonTapped)) {
        $0.pastGames[id: "id"]?.isRematchRequestInFlight = true
      }
    }
    #expect(
      issues.map(\.message) == [
        """
        The store received 1 unexpected action after this one: …

        Unhandled actions: [
          PastGamesAction.pastGame(
            "id",
            PastGameAction.rematchResponse(
              Result<TurnBasedMatch, NSError>.failure(
                NSError(
                  domain: "MultiplayerFeatureTests.PastGamesPathsTests.RematchFailure",
                  code: 1
                )
              )
            )
          ),
        ]

        Assert it with 'receive':

        store.receive(/PastGamesAction.pastGame) {
          $0.pastGames[id: "id"]?.alert = …
          $0.pastGames[id: "id"]?.isRematchRequestInFlight = false
        }

        Write the new value in place of '…'.
        """
      ]
    )
  }

  @Test func `matches are filtered on the background queue and delivered on the main queue`() {
    let backgroundQueue = DispatchQueue.test
    let mainQueue = DispatchQueue.test
    let lookUpCount = Recorder(0)
    var environment = PastGamesEnvironment.failing
    environment.backgroundQueue = backgroundQueue
    environment.gameCenter.localPlayer.localPlayer = {
      lookUpCount.update { $0 += 1 }
      return .authenticated
    }
    environment.gameCenter.turnBasedMatch.loadMatches = { .init(value: [.mock]) }
    environment.mainQueue = mainQueue
    let store = TestStore(
      initialState: PastGamesState(pastGames: []),
      reducer: pastGamesReducer,
      environment: environment
    )

    store.send(.onAppear)
    mainQueue.advance()
    #expect(lookUpCount.value == 0)
    backgroundQueue.advance()
    #expect(lookUpCount.value == 1)
    #expect(store.state.pastGames == [])
    mainQueue.advance()
    store.receive(.matchesResponse(.success([.mock]))) { $0.pastGames = [.mock] }
  }

  @Test(arguments: [
    (PastGameAction.tappedRow, PastGameAction.matchResponse(.success(.mock))),
    (.rematchButtonTapped, .rematchResponse(.success(.rematch))),
  ])
  func `the response for a row arrives on the main queue`(
    action: PastGameAction,
    response: PastGameAction
  ) {
    let mainQueue = DispatchQueue.test
    let received = Recorder<[PastGameAction]>([])
    var gameCenter = GameCenterClient.failing
    gameCenter.turnBasedMatch.load = { _ in .init(value: .mock) }
    gameCenter.turnBasedMatch.rematch = { _ in .init(value: .rematch) }
    let environment = PastGameEnvironment(
      gameCenter: gameCenter,
      mainQueue: mainQueue
    )

    var state = PastGameState.mock
    let request = pastGameReducer.run(&state, action, environment)
      .sink { action in received.update { $0.append(action) } }
    #expect(received.value == [])
    mainQueue.advance()
    #expect(received.value == [response])
    request.cancel()
  }

  @Test func `the list shows only finished matches, most recent first`() {
    let matches = [
      TurnBasedMatch.match(id: "first", moves: [.cab.by(0).after(seconds: 1)]),
      .match(id: "open", moves: [.cab.by(0).after(seconds: 4)], status: .open),
      .match(id: "third", moves: [.cab.by(0), .cab.by(1).after(seconds: 3)]),
      .match(id: "second", moves: [.cab.by(0).after(seconds: 9), .cab.by(1).after(seconds: 2)]),
    ]
    var environment = PastGamesEnvironment.failing
    environment.backgroundQueue = .immediate
    environment.gameCenter.localPlayer.localPlayer = { .authenticated }
    environment.gameCenter.turnBasedMatch.loadMatches = { .init(value: matches) }
    environment.mainQueue = .immediate
    let store = TestStore(
      initialState: PastGamesState(pastGames: rows),
      reducer: pastGamesReducer,
      environment: environment
    )
    let expected = [matches[2], matches[3], matches[0]].compactMap {
      PastGameState(match: $0, localPlayerId: GameCenterPlayer.local.gamePlayerId)
    }

    store.send(.onAppear)
    store.receive(.matchesResponse(.success(expected))) {
      $0.pastGames = IdentifiedArray(expected)
    }
    #expect(store.state.pastGames.ids == ["third", "second", "first"])
  }

  @Test func `a loading failure keeps the rows, and the list can be reloaded`() {
    var environment = PastGamesEnvironment.failing
    environment.backgroundQueue = .immediate
    environment.gameCenter.turnBasedMatch.load = { _ in .init(error: Offline()) }
    environment.gameCenter.turnBasedMatch.loadMatches = { .init(error: Offline()) }
    environment.mainQueue = .immediate
    let store = TestStore(
      initialState: PastGamesState(pastGames: rows),
      reducer: pastGamesReducer,
      environment: environment
    )

    store.send(.onAppear)
    store.receive(.matchesResponse(.failure(Offline() as NSError))) {
      $0.loadFailure = Offline() as NSError
    }
    store.send(.pastGame("other", .tappedRow))
    store.receive(.pastGame("other", .matchResponse(.failure(Offline() as NSError))))

    store.environment.gameCenter.localPlayer.localPlayer = { .authenticated }
    store.environment.gameCenter.turnBasedMatch.loadMatches = { .init(value: [.mock]) }
    store.send(.reloadButtonTapped)
    store.receive(.matchesResponse(.success([.mock]))) {
      $0.loadFailure = nil
      $0.pastGames = [.mock]
    }
  }

  @Test func `a rematch request continues when the list is reloaded`() {
    let answer = Subject<TurnBasedMatch, any Error>()
    var environment = PastGamesEnvironment.failing
    environment.backgroundQueue = .immediate
    environment.gameCenter.localPlayer.localPlayer = { .authenticated }
    environment.gameCenter.turnBasedMatch.loadMatches = { .init(value: [.mock]) }
    environment.gameCenter.turnBasedMatch.rematch = { _ in answer.effect }
    environment.mainQueue = .immediate
    let store = TestStore(
      initialState: PastGamesState(pastGames: rows),
      reducer: pastGamesReducer,
      environment: environment
    )
    store.send(.pastGame("id", .rematchButtonTapped)) {
      $0.pastGames[id: "id"]?.isRematchRequestInFlight = true
    }
    store.send(.reloadButtonTapped)
    store.receive(.matchesResponse(.success([.mock]))) { $0.pastGames.remove(id: "other") }
    answer.send(.rematch)
    answer.send(completion: .finished)
    store.receive(.pastGame("id", .rematchResponse(.success(.rematch)))) {
      $0.pastGames[id: "id"]?.isRematchRequestInFlight = false
    }
    store.receive(.pastGame("id", .delegate(.openMatch(.rematch))))
  }

  @Test func `the alert's button and its dismissal both clear the alert`() throws {
    let store = TestStore(
      initialState: PastGamesState(pastGames: rows),
      reducer: pastGamesReducer,
      environment: .failing
    )
    store.send(.pastGame("other", .rematchResponse(.failure(Offline() as NSError)))) {
      $0.pastGames[id: "other"]?.alert = .init(
        title: "Error",
        message: "We couldn’t start the rematch. Try again later.",
        dismissButton: .default("Ok", send: .dismissAlert)
      )
    }

    let alert = try #require(store.state.pastGames[id: "other"]?.alert)
    #expect(alert.buttons.first?.action == .dismissAlert)
    #expect(alert.onDismiss == .dismissAlert)
    store.send(.pastGame("other", .dismissAlert)) { $0.pastGames[id: "other"]?.alert = nil }
  }

  @Test func `responses reach the rows that requested them in any order`() {
    let answers = ["id": Subject<TurnBasedMatch, any Error>(), "other": .init()]
    var environment = PastGamesEnvironment.failing
    environment.gameCenter.turnBasedMatch.rematch = { id in
      answers[id.rawValue]?.effect ?? .failing("\(id) has no match.")
    }
    environment.mainQueue = .immediate
    let store = TestStore(
      initialState: PastGamesState(pastGames: rows),
      reducer: pastGamesReducer,
      environment: environment
    )

    store.send(.pastGame("id", .rematchButtonTapped)) {
      $0.pastGames[id: "id"]?.isRematchRequestInFlight = true
    }
    store.send(.pastGame("other", .rematchButtonTapped)) {
      $0.pastGames[id: "other"]?.isRematchRequestInFlight = true
    }
    answers["other"]?.send(.rematch)
    answers["other"]?.send(completion: .finished)
    store.receive(.pastGame("other", .rematchResponse(.success(.rematch)))) {
      $0.pastGames[id: "other"]?.isRematchRequestInFlight = false
    }
    store.receive(.pastGame("other", .delegate(.openMatch(.rematch))))

    // Removing the row cancels its request.
    store.send(.matchesResponse(.success([.other]))) { $0.pastGames = [.other] }
    answers["id"]?.send(.rematch)
  }

  @Test func `closing the list cancels its requests`() {
    let mainQueue = DispatchQueue.test
    var environment = MultiplayerEnvironment.failing
    environment.backgroundQueue = .immediate
    environment.gameCenter.localPlayer.localPlayer = { .authenticated }
    environment.gameCenter.turnBasedMatch.loadMatches = { .init(value: [.mock]) }
    environment.gameCenter.turnBasedMatch.rematch = { _ in .init(value: .rematch) }
    environment.mainQueue = mainQueue
    let store = TestStore(
      initialState: MultiplayerState(hasPastGames: true),
      reducer: multiplayerReducer,
      environment: environment
    )

    store.send(.setNavigation(tag: .pastGames)) { $0.route = .pastGames(.init(pastGames: [])) }
    #expect(store.state.route?.tag == .pastGames)
    store.send(.pastGames(.onAppear))
    mainQueue.advance()
    store.receive(.pastGames(.matchesResponse(.success([.mock])))) {
      $0.route = .pastGames(.init(pastGames: [.mock]))
    }
    store.send(.pastGames(.pastGame("id", .rematchButtonTapped))) {
      var row = PastGameState.mock
      row.isRematchRequestInFlight = true
      $0.route = .pastGames(.init(pastGames: [row]))
    }
    store.send(.setNavigation(tag: nil)) { $0.route = nil }
    mainQueue.advance()
  }

  @Test func `the no-op environment sends no actions`() {
    let store = TestStore(
      initialState: MultiplayerState(
        hasPastGames: false,
        route: .pastGames(.init(pastGames: rows))
      ),
      reducer: multiplayerReducer,
      environment: .noop
    )
    store.send(.startButtonTapped)
    store.send(.pastGames(.onAppear))
    store.send(.pastGames(.pastGame("id", .tappedRow)))
  }

  @Test func `actions for a missing list or row are reported and ignored`() {
    let issues = withReportedIssues {
      let multiplayer = TestStore(
        initialState: MultiplayerState(hasPastGames: true),
        reducer: multiplayerReducer,
        environment: .failing
      )
      multiplayer.send(.pastGames(.onAppear))
      let pastGames = TestStore(
        initialState: PastGamesState(pastGames: [.mock]),
        reducer: pastGamesReducer,
        environment: .failing
      )
      pastGames.send(.pastGame("removed", .tappedRow))
    }
    let headings = issues.map { $0.message.prefix { $0 != "\n" } }
    #expect(
      headings.map { $0.split(separator: " received an action ").last } == [
        "while its state was missing.",
        "while there was no element with the id \"removed\".",
      ]
    )
  }
}

extension PastGameState {
  /// A match that the opponent won.
  fileprivate static let other = Self(
    challengeeDisplayName: "Blob Jr.",
    challengeeScore: 27,
    challengerDisplayName: "Blob",
    challengerScore: 20,
    endDate: .mock,
    matchId: "other",
    opponentDisplayName: "Blob Jr."
  )
}
