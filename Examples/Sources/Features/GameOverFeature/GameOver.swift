// SPDX-License-Identifier: MIT

internal import ApiClient
public import DependencyClients
public import Lockstep
internal import ServerRouter
public import SharedModels

/// The state of the screen after a game.
public struct GameOverState: Equatable, Sendable {
  /// The ranks of the finished game.
  public enum RankSummary: Equatable, Sendable {
    /// The player's result in the daily challenge.
    case dailyChallenge(DailyChallengeResult)

    /// The ranks of a solo game, by time scope.
    case leaderboard([TimeScope: LeaderboardScoreResult.Rank])
  }

  /// The finished game.
  public var completedGame: CompletedGame

  /// Today's daily challenges, after one of them was played.
  public var dailyChallenges: [FetchTodaysDailyChallengeResponse]

  /// The mode of the daily challenge that is being started.
  public var gameModeIsLoading: GameMode?

  /// Whether the player is only trying the game and is unknown to the server.
  public var isDemo: Bool

  /// Whether the notification menu is open.
  public var isNotificationMenuPresented: Bool

  /// Whether the screen responds to taps.
  ///
  /// It does not at first, because the player may still be tapping.
  public var isViewEnabled: Bool

  /// The notification alert, if it is shown.
  public var notificationsAuthAlert: NotificationsAuthAlertState?

  /// Whether the screen shows confetti.
  public var showConfetti: Bool

  /// The ranks of the finished game, once the server has responded.
  public var summary: RankSummary?

  /// The match of the game, if any.
  public var turnBasedContext: TurnBasedContext?

  /// The upgrade interstitial, if it is shown.
  public var upgradeInterstitial: UpgradeInterstitialState?

  /// The player's notification settings, if known.
  public var userNotificationSettings: UserNotificationClient.Settings?

  /// Creates the state, by default of a screen that has just appeared.
  public init(
    completedGame: CompletedGame,
    dailyChallenges: [FetchTodaysDailyChallengeResponse] = [],
    gameModeIsLoading: GameMode? = nil,
    isDemo: Bool,
    isNotificationMenuPresented: Bool = false,
    isViewEnabled: Bool = false,
    notificationsAuthAlert: NotificationsAuthAlertState? = nil,
    showConfetti: Bool = false,
    summary: RankSummary? = nil,
    turnBasedContext: TurnBasedContext? = nil,
    upgradeInterstitial: UpgradeInterstitialState? = nil,
    userNotificationSettings: UserNotificationClient.Settings? = nil
  ) {
    self.completedGame = completedGame
    self.dailyChallenges = dailyChallenges
    self.gameModeIsLoading = gameModeIsLoading
    self.isDemo = isDemo
    self.isNotificationMenuPresented = isNotificationMenuPresented
    self.isViewEnabled = isViewEnabled
    self.notificationsAuthAlert = notificationsAuthAlert
    self.showConfetti = showConfetti
    self.summary = summary
    self.turnBasedContext = turnBasedContext
    self.upgradeInterstitial = upgradeInterstitial
    self.userNotificationSettings = userNotificationSettings
  }
}

/// An action of the screen after a game.
public enum GameOverAction: Equatable, Sendable {
  case closeButtonTapped

  case dailyChallengeResponse(Result<[FetchTodaysDailyChallengeResponse], ApiError>)

  case delayedOnAppear

  case delayedShowUpgradeInterstitial

  case delegate(DelegateAction)

  case gameButtonTapped(GameMode)

  case notificationsAuthAlert(NotificationsAuthAlertAction)

  case onAppear

  /// The player wants a rematch, which the parent handles.
  case rematchButtonTapped

  case showConfetti

  case startDailyChallengeResponse(Result<InProgressGame, DailyChallengeError>)

  case submitGameResponse(Result<SubmitGameResponse, ApiError>)

  case upgradeInterstitial(UpgradeInterstitialAction)

  case userNotificationSettingsResponse(UserNotificationClient.Settings)

  /// An action for the parent.
  public enum DelegateAction: Equatable, Sendable {
    case close

    case startGame(InProgressGame)

    case startSoloGame(GameMode)
  }
}

/// The reducer that submits the game, shows its ranks and leads to the next game.
///
/// The child features run first, so that they still see their state in the action that dismisses them.
public let gameOverReducer = Reducer<GameOverState, GameOverAction, GameOverEnvironment>.combine(
  notificationsAuthAlertReducer
    .optional()
    .environment {
      NotificationsAuthAlertEnvironment(
        mainRunLoop: $0.mainRunLoop,
        remoteNotifications: $0.remoteNotifications,
        userNotifications: $0.userNotifications
      )
    }
    .pullback(
      state: \.notificationsAuthAlert,
      action: /GameOverAction.notificationsAuthAlert
    ),

  upgradeInterstitialReducer
    .optional()
    .environment {
      UpgradeInterstitialEnvironment(
        mainRunLoop: $0.mainRunLoop,
        serverConfig: $0.serverConfig,
        storeKit: $0.storeKit
      )
    }
    .pullback(
      state: \.upgradeInterstitial,
      action: /GameOverAction.upgradeInterstitial
    ),

  Reducer { state, action, environment in
    switch action {
    case .closeButtonTapped:
      guard state.shouldAskAboutNotifications else {
        return .merge(
          environment.requestReview,
          Effect(value: .delegate(.close))
        )
      }
      state.notificationsAuthAlert = NotificationsAuthAlertState()
      return .none

    case .dailyChallengeResponse(.success(let dailyChallenges)):
      state.dailyChallenges = dailyChallenges
      return .none

    case .dailyChallengeResponse(.failure):
      return .none

    case .delayedOnAppear:
      state.isViewEnabled = true
      return .none

    case .delayedShowUpgradeInterstitial:
      state.upgradeInterstitial = UpgradeInterstitialState()
      return .none

    case .delegate:
      return .none

    case .gameButtonTapped(let gameMode):
      switch state.completedGame.gameContext {
      case .dailyChallenge:
        let challenge = state.dailyChallenges.first { $0.dailyChallenge.gameMode == gameMode }
        state.gameModeIsLoading = challenge?.dailyChallenge.gameMode
        guard let challenge else { return .none }
        return Effect.startDailyChallenge(
          challenge,
          apiClient: environment.apiClient,
          fileClient: environment.fileClient,
          mainRunLoop: environment.mainRunLoop
        )
        .catchToEffect()
        .map(GameOverAction.startDailyChallengeResponse)

      case .solo:
        return Effect(value: .delegate(.startSoloGame(gameMode)))

      case .shared, .turnBased:
        return .none
      }

    case .notificationsAuthAlert(.delegate(.close)):
      state.notificationsAuthAlert = nil
      return .merge(
        Effect(value: .delegate(.close))
          .receive(on: ImmediateScheduler.shared.animation()),
        environment.requestReview
      )

    case .notificationsAuthAlert(.delegate(.didChooseNotificationSettings)):
      // The alert stays visible while the screen closes, and no review is requested after it.
      return Effect(value: .delegate(.close))
        .receive(on: ImmediateScheduler.shared.animation())

    case .notificationsAuthAlert:
      return .none

    case .onAppear:
      guard state.isDemo || state.completedGame.currentScore > 0 else {
        return Effect(value: .delegate(.close))
          .receive(on: ImmediateScheduler.shared.animation())
      }
      return .merge(
        Effect(value: .delayedOnAppear)
          .delay(for: 2, scheduler: environment.mainRunLoop),

        environment.submit(state.completedGame, isDemo: state.isDemo)
          .receive(on: environment.mainRunLoop.animation())
          .catchToEffect()
          .map(GameOverAction.submitGameResponse),

        environment.showUpgradeInterstitial(after: state.completedGame),

        environment.userNotifications.getNotificationSettings
          .receive(on: environment.mainRunLoop)
          .map(GameOverAction.userNotificationSettingsResponse),

        environment.audioPlayer.loop(.gameOverMusicLoop)
          .fireAndForget(),

        environment.audioPlayer.play(.transitionIn)
          .fireAndForget()
      )

    case .rematchButtonTapped:
      return .none

    case .showConfetti:
      return .none

    case .startDailyChallengeResponse(.success(let game)):
      state.gameModeIsLoading = nil
      return Effect(value: .delegate(.startGame(game)))

    case .startDailyChallengeResponse(.failure):
      state.gameModeIsLoading = nil
      return .none

    case .submitGameResponse(.success(.dailyChallenge(let result))):
      state.summary = .dailyChallenge(result)
      return environment.apiClient.apiRequest(
        route: .dailyChallenge(.today(language: .en)),
        as: [FetchTodaysDailyChallengeResponse].self
      )
      .receive(on: environment.mainRunLoop.animation())
      .catchToEffect()
      .map(GameOverAction.dailyChallengeResponse)

    case .submitGameResponse(.success(.solo(let result))):
      state.summary = .leaderboard(result.knownRanks)
      return .none

    case .submitGameResponse(.success(.shared)),
      .submitGameResponse(.success(.turnBased)),
      .submitGameResponse(.failure):
      return .none

    case .upgradeInterstitial(.delegate(.close)),
      .upgradeInterstitial(.delegate(.fullGamePurchased)):
      state.upgradeInterstitial = nil
      return .none

    case .upgradeInterstitial:
      return .none

    case .userNotificationSettingsResponse(let settings):
      state.userNotificationSettings = settings
      return .none
    }
  }
)

extension GameOverState {
  /// Whether to ask about notifications: after a daily challenge, if the player has not decided yet.
  fileprivate var shouldAskAboutNotifications: Bool {
    guard case .dailyChallenge = completedGame.gameContext else { return false }
    switch userNotificationSettings?.authorizationStatus {
    case .notDetermined, .provisional: return true
    case .authorized, .denied, nil: return false
    }
  }
}

extension GameOverEnvironment {
  fileprivate func submit(
    _ game: CompletedGame,
    isDemo: Bool
  ) -> Effect<SubmitGameResponse, ApiError> {
    guard isDemo else {
      return apiClient.apiRequest(
        route: .games(.submit(.init(completedGame: game))),
        as: SubmitGameResponse.self
      )
    }
    return apiClient.request(
      route: .demo(.submitGame(.init(gameMode: game.gameMode, score: game.currentScore))),
      as: LeaderboardScoreResult.self
    )
    .map(SubmitGameResponse.solo)
  }

  /// Sends the action that shows the upgrade interstitial after one second, if it is due.
  fileprivate func showUpgradeInterstitial(
    after game: CompletedGame
  ) -> Effect<GameOverAction, Never> {
    let gameKind = LocalDatabaseClient.GameKind(game.gameContext)
    let isFullGamePurchased = apiClient.currentPlayer()?.isFullGamePurchased == true
    let config = serverConfig.config().upgradeInterstitial

    return database.playedGamesCount(gameKind)
      .ignoreFailure()
      .flatMap { gamesPlayed in
        shouldShowUpgradeInterstitial(
          gameKind: gameKind,
          gamesPlayed: gamesPlayed,
          isFullGamePurchased: isFullGamePurchased,
          config: config
        )
          ? Effect(value: .delayedShowUpgradeInterstitial)
            .delay(for: 1, scheduler: mainRunLoop.animation(.easeIn))
          : .none
      }
  }
}
