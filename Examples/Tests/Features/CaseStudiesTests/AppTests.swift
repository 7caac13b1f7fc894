// SPDX-License-Identifier: MIT

import ApiClient
import CaseStudies
import DependencyClients
import Foundation
import GameOverFeature
import Lockstep
import LockstepTesting
import MultiplayerFeature
import ServerRouter
import SharedModels
import Testing
import WordGameFeature

@Suite struct AppTests {
  private typealias Store = TestStore<AppState, AppAction, AppEnvironment>

  private struct Offline: Error {}

  private static let start = Date(timeIntervalSince1970: 0)

  private func store(
    _ state: AppState = AppState(),
    _ update: (inout AppEnvironment) -> Void = { _ in }
  ) -> Store {
    var environment = AppEnvironment.failing
    update(&environment)
    return Store(initialState: state, reducer: appReducer, environment: environment)
  }

  private let savedGames = SavedGames(
    unlimited: InProgressGame(
      cubes: .mock,
      gameContext: .solo,
      gameMode: .unlimited,
      gameStartTime: .mock,
      moves: [.cab],
      secondsPlayed: 60
    )
  )

  private func savedGame() throws -> WordGameState {
    WordGameState(try #require(savedGames.unlimited))
  }

  private func finished(_ game: WordGameState) -> WordGameState {
    var game = game
    game.gameOver = GameOverState(
      completedGame: game.completedGame,
      isDemo: false,
      turnBasedContext: game.turnBasedContext
    )
    return game
  }

  @Test func `the app shows the onboarding game to a new player`() {
    let defaults = UserDefaultsClient.inMemory()
    let store = store {
      $0.apiClient.authenticate = { request in
        #expect(request == .init(deviceId: .deadbeef, timeZone: "GMT"))
        return .init(value: .mock)
      }
      $0.database.migrate = .fireAndForget(name: "migrate") {}
      $0.deviceId = { .deadbeef }
      $0.fileClient.load = { _ in .init(error: Offline()) }
      $0.mainRunLoop = .immediate
      $0.timeZone = .constant(.gmt)
      $0.userDefaults = defaults
    }

    store.send(.appDelegate(.didFinishLaunching)) {
      $0.onboarding = OnboardingState(gameStartTime: Self.start)
    }
    store.fireAndForget("migrate")
    store.receive(.savedGamesLoaded(.failure(Offline() as NSError)))
    store.receive(.authenticationResponse(.success(.mock)))

    store.send(.onboarding(.skipButtonTapped))
    store.fireAndForget()
    store.receive(.onboarding(.delegate(.finished))) { $0.onboarding = nil }
    #expect(defaults.hasPlayedOnboarding)
  }

  @Test func `the app loads saved games for a returning player`() throws {
    let file = try JSONEncoder().encode(savedGames)
    let game = try savedGame()
    let error = ApiError(error: Offline())
    let store = store {
      $0.apiClient.authenticate = { _ in .init(error: error) }
      $0.database.migrate = .none
      $0.deviceId = { .deadbeef }
      $0.fileClient.override(load: "saved-games.json", .init(value: file))
      $0.mainRunLoop = .immediate
      $0.timeZone = .constant(.gmt)
      $0.userDefaults.override(bool: true, forKey: "has-played-onboarding")
    }

    store.send(.appDelegate(.didFinishLaunching))
    store.receive(.savedGamesLoaded(.success(savedGames))) { $0.home.savedGames = savedGames }
    store.receive(.authenticationResponse(.failure(error)))
    store.send(.home(.soloButtonTapped(.unlimited))) { $0.game = game }
  }

  @Test func `the app saves a resumable game when it moves to the background`() throws {
    let files = Recorder<[Data]>([])
    let game = try savedGame()
    func store(_ game: WordGameState?) -> Store {
      self.store(AppState(game: game)) {
        $0.fileClient.save = { fileName, data in
          .fireAndForget {
            #expect(fileName == "saved-games.json")
            files.update { $0.append(data) }
          }
        }
        $0.serverConfig.refresh = { .fireAndForget(name: "refresh") {} }
      }
    }

    let solo = store(game)
    solo.send(.didChangeScenePhase(.inactive))
    solo.send(.didChangeScenePhase(.background)) { $0.home.savedGames = savedGames }
    solo.fireAndForget()
    #expect(
      try files.value.map { try JSONDecoder().decode(SavedGames.self, from: $0) } == [savedGames]
    )
    solo.send(.didChangeScenePhase(.active))
    solo.fireAndForget("refresh")

    var daily = game
    daily.gameContext = .dailyChallenge(.deadbeef)
    let dailyStore = store(daily)
    dailyStore.send(.didChangeScenePhase(.background)) {
      $0.home.savedGames.dailyChallengeUnlimited = daily.inProgressGame
    }
    dailyStore.fireAndForget()

    var timed = game
    timed.gameMode = .timed
    var shared = game
    shared.gameContext = .shared("deadbeef")
    for game in [nil, timed, shared, finished(game)] {
      store(game).send(.didChangeScenePhase(.background))
    }
  }

  @Test func `the app stores a finished game and removes it from the saved games`() throws {
    let games = Recorder<[CompletedGame]>([])
    let files = Recorder<[Data]>([])
    let game = finished(try savedGame())
    let store = store(AppState(game: game, home: HomeState(savedGames: savedGames))) {
      $0.apiClient.apiRequest = { _ in .none }
      $0.apiClient.currentPlayer = { .purchased }
      $0.audioPlayer = .noop
      $0.audioPlayer.stop = { sound in
        .fireAndForget(name: "stop") { #expect(sound == .gameOverMusicLoop) }
      }
      $0.database.playedGamesCount = { _ in .none }
      $0.database.saveGame = { game in .fireAndForget { games.update { $0.append(game) } } }
      $0.fileClient.save = { _, data in .fireAndForget { files.update { $0.append(data) } } }
      $0.mainRunLoop = .immediate
      $0.randomCubes = { .mock }
      $0.serverConfig = .noop
      $0.userNotifications.getNotificationSettings = .none
    }

    store.send(.currentGame(.gameOver(.onAppear))) { $0.home.savedGames = SavedGames() }
    store.fireAndForget()
    store.fireAndForget()
    #expect(games.value == [game.completedGame])
    #expect(files.value == [Data("{}".utf8)])
    store.receive(.currentGame(.gameOver(.delayedOnAppear))) {
      $0.game?.gameOver?.isViewEnabled = true
    }

    store.send(.currentGame(.gameOver(.gameButtonTapped(.unlimited))))
    store.receive(.currentGame(.gameOver(.delegate(.startSoloGame(.unlimited))))) {
      $0.game = WordGameState(cubes: .mock, gameMode: .unlimited, gameStartTime: Self.start)
    }
    store.fireAndForget("stop")
  }

  @Test func `the app requests a review when a game closes after its statistics have loaded`()
    throws
  {
    let requests = Recorder(0)
    let defaults = UserDefaultsClient.inMemory()
    let lateStats = Subject<LocalDatabaseClient.Stats, any Error>(name: "statistics")
    let stats = LocalDatabaseClient.Stats(gamesPlayed: 3)
    let game = finished(try savedGame())
    func store(_ fetchStats: Effect<LocalDatabaseClient.Stats, any Error>) -> Store {
      self.store(AppState(game: game)) {
        $0.audioPlayer = .noop
        $0.database.fetchStats = fetchStats
        $0.mainRunLoop = .immediate
        $0.storeKit.requestReview = {
          .fireAndForget(name: "review") { requests.update { $0 += 1 } }
        }
        $0.userDefaults = defaults
      }
    }

    // The statistics arrive after the game closes, so no review is requested.
    let first = store(lateStats.effect)
    first.send(.currentGame(.gameOver(.closeButtonTapped)))
    first.receive(.currentGame(.gameOver(.delegate(.close)))) { $0.game = nil }
    lateStats.send(stats)
    #expect(requests.value == 0)

    // The first game stored no request date, so the second game requests a review.
    let second = store(Effect(value: stats))
    second.send(.currentGame(.gameOver(.closeButtonTapped)))
    second.fireAndForget()
    second.fireAndForget("review")
    second.receive(.currentGame(.gameOver(.delegate(.close)))) { $0.game = nil }
    #expect(requests.value == 1)
  }

  @Test func `a player opens a match from the list of past games and starts a rematch`() throws {
    let ended = match("ended", .ended)
    let open = match("open", .open)
    let row = try #require(
      PastGameState(match: ended, localPlayerId: GameCenterPlayer.local.gamePlayerId)
    )
    let store = store(
      AppState(
        home: HomeState(
          multiplayer: MultiplayerState(
            hasPastGames: true,
            route: .pastGames(.init(pastGames: [row]))
          )
        )
      )
    ) {
      $0.audioPlayer.stop = { _ in .fireAndForget(name: "stop") {} }
      $0.gameCenter.localPlayer.localPlayer = { .authenticated }
      $0.gameCenter.turnBasedMatch.load = { _ in .init(value: ended) }
      $0.gameCenter.turnBasedMatch.rematch = { id in
        #expect(id == "ended")
        return .init(value: open)
      }
      $0.mainQueue = .immediate
      $0.mainRunLoop = .immediate
    }
    func pastGame(_ action: PastGameAction) -> AppAction {
      .home(.multiplayer(.pastGames(.pastGame("ended", action))))
    }

    store.send(pastGame(.tappedRow))
    store.receive(pastGame(.matchResponse(.success(ended))))
    store.receive(pastGame(.delegate(.openMatch(ended)))) {
      $0.game = finished(game(of: ended))
    }
    #expect(store.state.game?.gameOver?.completedMatch?.you.outcome == .won)

    store.send(.currentGame(.gameOver(.rematchButtonTapped))) { $0.game = nil }
    store.fireAndForget("stop")
    store.receive(.rematchResponse(.success(open))) { $0.game = game(of: open) }

    let over = finished(game(of: open))
    store.send(.currentGame(.endGameButtonTapped)) { $0.game = over }
    store.environment.gameCenter.turnBasedMatch.rematch = { _ in .init(error: Offline()) }
    store.send(.currentGame(.gameOver(.rematchButtonTapped))) { $0.game = nil }
    store.fireAndForget("stop")
    store.receive(.rematchResponse(.failure(Offline() as NSError)))

    var unreadable = open
    unreadable.matchData = nil
    store.send(.rematchResponse(.success(unreadable)))
  }

  /// A match between Blob, who has played CAB, and Blob Jr.
  private func match(_ id: TurnBasedMatch.ID, _ status: TurnBasedMatch.Status) -> TurnBasedMatch {
    var move = Move.cab
    move.playerIndex = 0
    return TurnBasedMatch(
      id: id,
      matchData: try? TurnBasedMatchData(cubes: .mock, gameMode: .unlimited, moves: [move])
        .encoded(),
      participants: [.init(player: .local), .init(player: .remote)],
      status: status
    )
  }

  private func game(of match: TurnBasedMatch) -> WordGameState {
    var cubes = Puzzle.mock
    cubes.apply(.cab)
    return WordGameState(
      cubes: cubes,
      gameContext: .turnBased([:]),
      gameMode: .unlimited,
      gameStartTime: .mock,
      moves: match.decodedMatchData?.moves ?? [],
      turnBasedContext: TurnBasedContext(localPlayer: .authenticated, match: match)
    )
  }

  @Test func `the home screen loads the player's record`() {
    let record = PlayerRecord(player: .blob, won: 1)
    let store = store {
      $0.gameCenter.localPlayer.record = .init(value: record)
      $0.mainQueue = .immediate
    }
    store.send(.home(.multiplayerButtonTapped)) {
      $0.home.multiplayer = MultiplayerState(hasPastGames: false)
    }
    store.send(.home(.onAppear))
    store.receive(.home(.recordResponse(.success(record)))) {
      $0.home.record = record
      $0.home.multiplayer?.hasPastGames = true
    }
    store.send(.home(.multiplayerDismissed)) { $0.home.multiplayer = nil }
    store.send(.home(.multiplayerButtonTapped)) {
      $0.home.multiplayer = MultiplayerState(hasPastGames: true)
    }

    store.environment.gameCenter.localPlayer.record = .init(error: Offline())
    store.send(.home(.onAppear))
    store.receive(.home(.recordResponse(.failure(Offline() as NSError))))
  }
}
