// SPDX-License-Identifier: MIT

import ApiClient
import CaseStudies
import DependencyClients
import Foundation
import GameOverFeature
import Lockstep
import LockstepTesting
import MultiplayerFeature
import SharedModels
import Testing
import WordGameFeature

@Suite struct AppEnvironmentTests {
  @Test func `the failing environment reports each dependency that an action uses`() {
    let issues = withReportedIssues {
      let store = TestStore(
        initialState: AppState(),
        reducer: appReducer,
        environment: .failing
      )
      store.send(.home(.soloButtonTapped(.timed))) {
        $0.game = WordGameState(
          cubes: .mock,
          gameMode: .timed,
          gameStartTime: Date(timeIntervalSince1970: 0)
        )
      }
      store.send(.currentGame(.onAppear))
      store.send(.appDelegate(.didFinishLaunching)) {
        $0.onboarding = OnboardingState(gameStartTime: Date(timeIntervalSince1970: 0))
      }
    }
    #expect(
      issues.map { $0.message.prefix { $0 != "\n" } } == [
        "AppEnvironment.randomCubes is unimplemented",
        "mainRunLoop - A failing scheduler was asked for the current time.",
        "mainRunLoop - A failing scheduler was asked for the current time.",
        "mainRunLoop - A failing scheduler was asked to run work repeatedly.",
        "UserDefaultsClient.boolForKey(has-played-onboarding) is unimplemented",
        "mainRunLoop - A failing scheduler was asked for the current time.",
        "AppEnvironment.deviceId is unimplemented",
        "TimeZone is unimplemented",
        "LocalDatabaseClient.migrate is unimplemented - A failing effect ran.",
        "FileClient.load(saved-games.json) is unimplemented - A failing effect ran.",
        "ApiClient.authenticate is unimplemented - A failing effect ran.",
        "mainRunLoop - A failing scheduler was asked to run work at once.",
        // The game's timer and the server's response.
        "2 effects are still running at the end: …",
      ]
    )
  }

  @MainActor @Test
  func `the live environment saves an unfinished game and loads it at the next launch`()
    async throws
  {
    let directory = FileManager.default.temporaryDirectory
      .appending(path: "lockstep-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: directory) }
    func store(_ state: AppState) -> Store<AppState, AppAction> {
      Store(
        initialState: state,
        reducer: appReducer,
        environment: .live(
          apiClient: .noop,
          containsWord: { $0 == "CAB" },
          deviceId: .deadbeef,
          directory: directory,
          gameCenter: .noop,
          randomCubes: { .mock }
        )
      )
    }

    let first = store(AppState())
    first.send(.home(.soloButtonTapped(.unlimited)))
    first.send(.currentGame(.removeCubeTapped(.corner)))
    first.send(.didChangeScenePhase(.background))
    let savedGames = first.state.home.savedGames
    #expect(savedGames.unlimited?.moves.map(\.type) == [.removedCube(.corner)])

    let second = store(AppState())
    second.send(.appDelegate(.didFinishLaunching))
    #expect(second.state.home.savedGames == savedGames)
  }

  @MainActor @Test func `each screen uses a scope of the same store`() {
    let store = Store(initialState: AppState(), reducer: appReducer, environment: .noop)
    let home = store.scope(state: \.home, action: AppAction.home)
    #expect(store.scope(ifLet: \.game, action: AppAction.currentGame) == nil)

    home.send(.soloButtonTapped(.unlimited))
    let game = store.scope(ifLet: \.game, action: AppAction.currentGame)
    game?.send(.removeCubeTapped(.corner))
    #expect(game?.state.moves.count == 1)

    game?.send(.endGameButtonTapped)
    let gameOver = game?.scope(ifLet: \.gameOver, action: WordGameAction.gameOver)
    #expect(gameOver?.state.completedGame.moves.count == 1)
    gameOver?.send(.delegate(.close))
    #expect(store.state == AppState())

    home.send(.multiplayerButtonTapped)
    let multiplayer = home.scope(ifLet: \.multiplayer, action: HomeAction.multiplayer)
    multiplayer?.send(.setNavigation(tag: .pastGames))
    #expect(multiplayer?.state.route?.tag == .pastGames)
  }

  @MainActor @Test func `the app runs with the no-op environment`() {
    let store = Store(initialState: AppState(), reducer: appReducer, environment: .noop)
    store.send(.appDelegate(.didFinishLaunching))
    #expect(store.state.onboarding?.step == .welcome)
    store.send(.onboarding(.skipButtonTapped))
    store.send(.home(.soloButtonTapped(.unlimited)))
    store.send(.currentGame(.removeCubeTapped(.corner)))
    store.send(.currentGame(.endGameButtonTapped))
    store.send(.currentGame(.gameOver(.onAppear)))
    #expect(store.state.onboarding == nil)
    #expect(store.state.game == nil, "A game without points closes by itself.")
  }
}
