// SPDX-License-Identifier: MIT

import ApiClient
import DependencyClients
import Foundation
import Lockstep
import LockstepTesting
import MultiplayerFeature
import ServerRouter
import SharedModels
import SiteMiddleware
import Testing
import WordGameFeature

/// Tests the feature with the live client and a server in the same process.
@Suite struct MultiplayerServerTests {
  private typealias Store = TestStore<
    MultiplayerState, MultiplayerAction, MultiplayerEnvironment
  >

  private static let rematchId = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2))

  private let database = InMemoryDatabase(date: { .mock }, uuid: { rematchId })

  private func apiClient(_ update: (inout ServerEnvironment) -> Void = { _ in }) -> ApiClient {
    var server = ServerEnvironment.failing
    server.database = .inMemory(database)
    server.database.fetchPlayerByAccessToken = { _ in .blob }
    server.mailgun = .noop
    server.randomCubes = { .mock }
    server.router = .test
    update(&server)
    var apiClient = ApiClient(middleware: siteMiddleware(environment: server), router: .test)
    apiClient.currentPlayer = { .mock }
    return apiClient
  }

  private func store(_ apiClient: ApiClient) -> Store {
    Store(
      initialState: MultiplayerState(
        hasPastGames: true,
        route: .pastGames(.init(pastGames: []))
      ),
      reducer: multiplayerReducer,
      environment: MultiplayerEnvironment(
        backgroundQueue: .immediate,
        gameCenter: .live(
          apiClient: apiClient,
          presentAuthenticationViewController: .fireAndForget(name: "authentication") {},
          presentMatchmaker: { _ in .fireAndForget(name: "matchmaker") {} }
        ),
        mainQueue: .immediate
      )
    )
  }

  /// A match that Blob won against Blob Jr.
  private var won: Match {
    var match = Match.mock
    match.moves = [.cab.by(0), .mock.by(1).after(seconds: 60)]
    match.status = .ended
    return match
  }

  private let row = PastGameState(
    challengeeDisplayName: "Blob Jr.",
    challengeeScore: 20,
    challengerDisplayName: "Blob",
    challengerScore: 27,
    endDate: .mock.addingTimeInterval(60),
    matchId: "DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF",
    opponentDisplayName: "Blob Jr."
  )

  @Test func `a player lists, opens, and rematches finished matches`() {
    for player in [Player.blob, .blobJr] { database.insert(player) }
    var open = Match.mock
    open.id = Match.ID(rawValue: .dailyChallenge)
    for match in [won, open] { database.insert(match) }
    var rematch = Match.mock
    rematch.id = Match.ID(rawValue: Self.rematchId)
    let store = store(apiClient())

    store.send(.pastGames(.onAppear))
    store.receive(.pastGames(.matchesResponse(.success([row])))) {
      $0.route = .pastGames(.init(pastGames: [row]))
    }

    store.send(.pastGames(.pastGame(row.id, .tappedRow)))
    store.receive(.pastGames(.pastGame(row.id, .matchResponse(.success(.init(won))))))
    store.receive(.pastGames(.pastGame(row.id, .delegate(.openMatch(.init(won))))))

    store.send(.pastGames(.pastGame(row.id, .rematchButtonTapped))) {
      var row = row
      row.isRematchRequestInFlight = true
      $0.route = .pastGames(.init(pastGames: [row]))
    }
    store.receive(.pastGames(.pastGame(row.id, .rematchResponse(.success(.init(rematch)))))) {
      $0.route = .pastGames(.init(pastGames: [row]))
    }
    store.receive(.pastGames(.pastGame(row.id, .delegate(.openMatch(.init(rematch))))))
  }

  @Test func `the server accepts a move and rejects one made out of turn`() {
    for player in [Player.blob, .blobJr] { database.insert(player) }
    database.insert(Match.mock)
    let apiClient = apiClient {
      $0.date = { .mock }
      $0.dictionary = .everyString
    }
    var environment = MatchEnvironment.failing
    environment.gameCenter = .live(
      apiClient: apiClient,
      presentAuthenticationViewController: .fireAndForget(name: "authentication") {},
      presentMatchmaker: { _ in .fireAndForget(name: "matchmaker") {} }
    )
    environment.mainQueue = .immediate
    let mainRunLoop = RunLoop.test
    environment.wordGame.mainRunLoop = mainRunLoop
    let now = Date(timeIntervalSince1970: 0)
    let blob = LocalPlayer(isAuthenticated: true, player: .init(MatchPlayer.blob))
    func state(_ match: Match) -> MatchState {
      MatchState(.init(match), localPlayer: blob, now: now)
    }
    var played = Match.mock
    played.currentPlayerIndex = 1
    played.moves = [.removeCube.by(0)]
    let move = Move(playedAt: now, playerIndex: 0, score: 0, type: .removedCube(.corner))

    // The second device does not know about the first device's move.
    for device in 1...2 {
      let store = TestStore(
        initialState: state(.mock),
        reducer: matchReducer,
        environment: environment
      )
      store.send(.game(.removeCubeTapped(.corner))) {
        $0.game?.cubes.apply(move)
        $0.game?.moves = [move]
        $0.isPlayRequestInFlight = true
        $0.playedMove = move
      }
      if device == 1 {
        store.receive(.playResponse(.success(.init(played)))) { $0 = state(played) }
      } else {
        var error = ApiError(error: CancellationError())
        error.message = "It is not your turn in the match \(played.id)."
        store.receive(.playResponse(.failure(error as NSError))) {
          $0.alert = .init(
            title: "Your move could not be sent",
            message: TextState(error.message),
            primaryButton: .default("Try again", send: .tryAgainButtonTapped),
            secondaryButton: .cancel("Take it back", send: .takeBackButtonTapped)
          )
          $0.isPlayRequestInFlight = false
        }
        store.send(.takeBackButtonTapped) { $0 = state(.mock) }
        store.receive(.matchResponse(.success(.init(played)))) { $0 = state(played) }
      }
      store.send(.closeButtonTapped)
      store.receive(.delegate(.close))
    }
  }

  @Test
  func `the start button shows the matchmaker to a known player and the sign-in screen to others`()
  {
    let known = store(apiClient())
    known.send(.startButtonTapped)
    known.fireAndForget("matchmaker")

    var stranger = apiClient()
    stranger.currentPlayer = { nil }
    let unknown = store(stranger)
    unknown.send(.startButtonTapped)
    unknown.fireAndForget("authentication")
  }

  @Test(
    arguments: [
      // An unknown access token, and a match between other players.
      (nil, "The access token is invalid."),
      (.blobJr, "You have no match DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF."),
    ] as [(Player?, String)]
  )
  func `a server error shows an alert only for a rematch`(
    player: Player?,
    message: String
  ) {
    database.insert(won.between(.blob, .blob))
    let store = store(apiClient { $0.database.fetchPlayerByAccessToken = { _ in player } })
    // An `NSError` keeps the error's message.
    var apiError = ApiError(error: CancellationError())
    apiError.message = message
    let error = apiError as NSError
    let row = row

    store.send(.pastGames(.onAppear))
    if player == nil {
      store.receive(.pastGames(.matchesResponse(.failure(error)))) {
        $0.route = .pastGames(.init(loadFailure: error, pastGames: []))
      }
    } else {
      store.receive(.pastGames(.matchesResponse(.success([]))))
    }
    store.send(.pastGames(.matchesResponse(.success([row])))) {
      $0.route = .pastGames(.init(pastGames: [row]))
    }
    store.send(.pastGames(.pastGame(row.id, .tappedRow)))
    store.receive(.pastGames(.pastGame(row.id, .matchResponse(.failure(error)))))
    store.send(.pastGames(.pastGame(row.id, .rematchButtonTapped))) {
      var row = row
      row.isRematchRequestInFlight = true
      $0.route = .pastGames(.init(pastGames: [row]))
    }
    store.receive(.pastGames(.pastGame(row.id, .rematchResponse(.failure(error))))) {
      var row = row
      row.alert = .init(
        title: "Error",
        message: "We couldn’t start the rematch. Try again later.",
        dismissButton: .default("Ok", send: .dismissAlert)
      )
      $0.route = .pastGames(.init(pastGames: [row]))
    }
  }
}

extension Match {
  /// A copy of the match with other players.
  fileprivate func between(_ first: MatchPlayer, _ second: MatchPlayer) -> Self {
    var match = self
    match.participants = [.init(player: first), .init(player: second)]
    return match
  }
}
