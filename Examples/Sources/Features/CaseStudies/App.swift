// SPDX-License-Identifier: MIT

internal import ApiClient
public import DependencyClients
public import Foundation
internal import GameOverFeature
public import Lockstep
internal import MultiplayerFeature
internal import ServerRouter
public import SharedModels
public import WordGameFeature

/// The state of the app.
public struct AppState: Equatable, Sendable {
  /// The game that the player plays or views.
  public var game: WordGameState?

  /// The home screen.
  public var home: HomeState

  /// The onboarding game of a new player.
  public var onboarding: OnboardingState?

  /// Creates the state of the app, by default the initial one.
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

/// An action of the app.
public enum AppAction: Equatable, Sendable {
  case appDelegate(AppDelegateAction)

  case authenticationResponse(Result<CurrentPlayerEnvelope, ApiError>)

  case currentGame(WordGameAction)

  case didChangeScenePhase(ScenePhase)

  case home(HomeAction)

  case onboarding(OnboardingAction)

  case rematchResponse(Result<TurnBasedMatch, NSError>)

  case savedGamesLoaded(Result<SavedGames, NSError>)

  /// An action that the system sends.
  public enum AppDelegateAction: Equatable, Sendable {
    case didFinishLaunching
  }

  /// The visibility of the app.
  public enum ScenePhase: Equatable, Sendable {
    /// The app is in the foreground.
    case active

    /// The app is not visible, and the system may terminate it.
    case background

    /// The app is visible, but behind something else.
    case inactive
  }
}

/// The reducer of the app.
///
/// The features run first, so that they still see their state in the action that dismisses them.
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
    // The client stores the player. Without one, the app continues offline.
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
    // If the match cannot be read, keep the current game.
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
  /// Starts a game, or resumes the saved one.
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
