// SPDX-License-Identifier: MIT

// The root: one state, one action, one environment and one reducer, put together from the features'.

internal import ApiClient
public import DependencyClients
public import Foundation
internal import GameOverFeature
public import Lockstep
internal import MultiplayerFeature
internal import ServerRouter
public import SharedModels
public import WordGameFeature

/// All that the app knows.
public struct AppState: Equatable, Sendable {
  /// The game, while one is played or looked at.
  public var game: WordGameState?

  /// The screen below everything else.
  public var home: HomeState

  /// The first game of a new player, while it is played.
  public var onboarding: OnboardingState?

  /// The app, by default as it starts.
  public init(
    game: WordGameState? = nil,
    home: HomeState = HomeState(),
    onboarding: OnboardingState? = nil
  ) {
    self.game = game
    self.home = home
    self.onboarding = onboarding
  }
}

/// All that happens in the app.
public enum AppAction: Equatable, Sendable {
  /// Of the life of the program.
  case appDelegate(AppDelegateAction)

  /// The server has recognized the player, or not.
  case authenticationResponse(Result<CurrentPlayerEnvelope, ApiError>)

  /// Of the game.
  case currentGame(WordGameAction)

  /// The app comes to the front, or leaves it.
  case didChangeScenePhase(ScenePhase)

  /// Of the screen below everything else.
  case home(HomeAction)

  /// Of the first game of a new player.
  case onboarding(OnboardingAction)

  /// Another match was started, or not.
  case rematchResponse(Result<TurnBasedMatch, NSError>)

  /// The games that were saved have come, or not.
  case savedGamesLoaded(Result<SavedGames, NSError>)

  /// An action of the system.
  public enum AppDelegateAction: Equatable, Sendable {
    /// The program runs.
    case didFinishLaunching
  }

  /// How much of the app the player sees.
  public enum ScenePhase: Equatable, Sendable {
    /// All of it.
    case active

    /// Nothing; the program may be ended at any time.
    case background

    /// Something, behind something else.
    case inactive
  }
}

/// The whole app.
///
/// The features come first, so that they still see their state in the action that ends them.
public let appReducer = Reducer<AppState, AppAction, AppEnvironment>.combine(
  wordGameReducer
    .optional()
    .environment(\.game)
    .pullback(
      state: \.game,
      action: /AppAction.currentGame
    ),

  homeReducer
    .environment(\.home)
    .pullback(
      state: \.home,
      action: /AppAction.home
    ),

  onboardingReducer
    .optional()
    .environment(\.onboarding)
    .pullback(
      state: \.onboarding,
      action: /AppAction.onboarding
    ),

  appReducerCore
)

/// The work that none of the features does by itself.
private let appReducerCore = Reducer<AppState, AppAction, AppEnvironment> {
  state,
  action,
  environment in
  switch action {
  case .appDelegate(.didFinishLaunching):
    if !environment.userDefaults.hasPlayedOnboarding {
      state.onboarding = OnboardingState(gameStartTime: environment.mainRunLoop.now.date)
    }
    return .merge(
      .concatenate(
        environment.database.migrate.fireAndForget(),
        environment.fileClient.loadSavedGames()
          .mapError { $0 as NSError }
          .catchToEffect()
          .map(AppAction.savedGamesLoaded)
      ),
      environment.apiClient.authenticate(
        AuthenticateRequest(
          deviceId: environment.deviceId(),
          timeZone: environment.timeZone.current.identifier
        )
      )
      .receive(on: environment.mainRunLoop)
      .catchToEffect()
      .map(AppAction.authenticationResponse)
    )

  case .authenticationResponse:
    // The client knows the player from now on; without one the app goes on by itself.
    break

  case .currentGame(.gameOver(.delegate(.close))):
    state.game = nil
    return environment.audioPlayer.stop(.gameOverMusicLoop).fireAndForget()

  case .currentGame(.gameOver(.delegate(.startGame))):
    return environment.audioPlayer.stop(.gameOverMusicLoop).fireAndForget()

  case .currentGame(.gameOver(.delegate(.startSoloGame(let gameMode)))):
    state.startSoloGame(gameMode, environment)
    return environment.audioPlayer.stop(.gameOverMusicLoop).fireAndForget()

  case .currentGame(.gameOver(.onAppear)):
    return .merge(
      state.forgetSavedGame(environment),
      state.game.map { environment.database.saveGame($0.completedGame).fireAndForget() } ?? .none
    )

  case .currentGame(.gameOver(.rematchButtonTapped)):
    guard let match = state.game?.turnBasedContext?.match else { return .none }
    state.game = nil
    return .merge(
      environment.audioPlayer.stop(.gameOverMusicLoop).fireAndForget(),
      environment.gameCenter.turnBasedMatch.rematch(match.id)
        .receive(on: environment.mainQueue)
        .mapError { $0 as NSError }
        .catchToEffect()
        .map(AppAction.rematchResponse)
    )

  case .currentGame:
    break

  case .didChangeScenePhase(.active):
    return environment.serverConfig.refresh().fireAndForget()

  case .didChangeScenePhase(.background):
    return state.saveGame(environment)

  case .didChangeScenePhase(.inactive):
    break

  case .home(.multiplayer(.pastGames(.pastGame(_, .delegate(.openMatch(let match)))))),
    .rematchResponse(.success(let match)):
    // A match that cannot be read leaves the player where they are.
    state.game =
      WordGameState(
        match,
        localPlayer: environment.gameCenter.localPlayer.localPlayer(),
        now: environment.mainRunLoop.now.date
      ) ?? state.game

  case .home(.soloButtonTapped(let gameMode)):
    state.startSoloGame(gameMode, environment)

  case .home:
    break

  case .onboarding(.delegate(.finished)):
    state.onboarding = nil

  case .onboarding:
    break

  case .rematchResponse(.failure):
    break

  case .savedGamesLoaded(.success(let savedGames)):
    state.home.savedGames = savedGames

  case .savedGamesLoaded(.failure):
    break
  }
  return .none
}

extension AppState {
  /// Starts a game, or goes on with the one that was saved.
  fileprivate mutating func startSoloGame(_ gameMode: GameMode, _ environment: AppEnvironment) {
    if gameMode == .unlimited, let saved = home.savedGames.unlimited {
      game = WordGameState(saved)
    } else {
      game = WordGameState(
        cubes: environment.randomCubes(),
        gameMode: gameMode,
        gameStartTime: environment.mainRunLoop.now.date
      )
    }
  }

  /// Saves the game, if the player can resume it later.
  fileprivate mutating func saveGame(_ environment: AppEnvironment) -> Effect<AppAction, Never> {
    guard let game, game.gameOver == nil, game.gameMode == .unlimited else { return .none }
    switch game.gameContext {
    case .dailyChallenge: home.savedGames.dailyChallengeUnlimited = game.inProgressGame
    case .solo: home.savedGames.unlimited = game.inProgressGame
    case .shared, .turnBased: return .none
    }
    return environment.fileClient.save(home.savedGames).fireAndForget()
  }

  /// Forgets the saved game that was played to its end.
  fileprivate mutating func forgetSavedGame(
    _ environment: AppEnvironment
  ) -> Effect<AppAction, Never> {
    let before = home.savedGames
    guard let game, game.gameMode == .unlimited else { return .none }
    switch game.gameContext {
    case .dailyChallenge: home.savedGames.dailyChallengeUnlimited = nil
    case .solo: home.savedGames.unlimited = nil
    case .shared, .turnBased: break
    }
    guard home.savedGames != before else { return .none }
    return environment.fileClient.save(home.savedGames).fireAndForget()
  }
}
