// SPDX-License-Identifier: MIT

internal import ApiClient
public import DependencyClients
public import Lockstep
internal import ServerRouter
public import SharedModels

/// The screen after a game.
public struct GameOverState: Equatable, Sendable {
  /// The ranks of the game that was just played.
  public enum RankSummary: Equatable, Sendable {
    /// How the player stands in the daily challenge.
    case dailyChallenge(DailyChallengeResult)

    /// The ranks of a solo game by scope of time.
    case leaderboard([TimeScope: LeaderboardScoreResult.Rank])
  }

  /// The game that was just played.
  public var completedGame: CompletedGame

  /// Today's daily challenges, after one of them was played.
  public var dailyChallenges: [FetchTodaysDailyChallengeResponse]

  /// The mode of the daily challenge that is being started.
  public var gameModeIsLoading: GameMode?

  /// Whether the player only tries the game out, and is not known to the server.
  public var isDemo: Bool

  /// Whether the menu with the choice of notifications is open.
  public var isNotificationMenuPresented: Bool

  /// Whether the screen answers to taps; not at first, because the player may still be tapping.
  public var isViewEnabled: Bool

  /// The question whether the player wants to be notified, while it is up.
  public var notificationsAuthAlert: NotificationsAuthAlertState?

  /// Whether confetti rains.
  public var showConfetti: Bool

  /// The ranks of the game that was just played, once the server has answered.
  public var summary: RankSummary?

  /// The match that the game belongs to.
  public var turnBasedContext: TurnBasedContext?

  /// The request to buy the full game, while it is up.
  public var upgradeInterstitial: UpgradeInterstitialState?

  /// The player's settings for notifications, as far as known.
  public var userNotificationSettings: UserNotificationClient.Settings?

  /// The end of a game, by default when the screen has just come up.
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

/// An action after a game.
public enum GameOverAction: Equatable, Sendable {
  /// The player leaves.
  case closeButtonTapped

  /// Today's daily challenges have come.
  case dailyChallengeResponse(Result<[FetchTodaysDailyChallengeResponse], ApiError>)

  /// The screen has been up for a moment.
  case delayedOnAppear

  /// It is time to ask the player to buy the full game.
  case delayedShowUpgradeInterstitial

  /// For the parent.
  case delegate(DelegateAction)

  /// The player wants to play another game in a mode.
  case gameButtonTapped(GameMode)

  /// Of the question whether the player wants to be notified.
  case notificationsAuthAlert(NotificationsAuthAlertAction)

  /// The screen has come up.
  case onAppear

  /// The player wants to play the same opponent again; the parent sees to it.
  case rematchButtonTapped

  /// There is something to celebrate.
  case showConfetti

  /// A daily challenge can be played, or not.
  case startDailyChallengeResponse(Result<InProgressGame, DailyChallengeError>)

  /// The server has ranked what was played, or not.
  case submitGameResponse(Result<SubmitGameResponse, ApiError>)

  /// Of the request to buy the full game.
  case upgradeInterstitial(UpgradeInterstitialAction)

  /// The settings of notifications are known.
  case userNotificationSettingsResponse(UserNotificationClient.Settings)

  /// An action for the parent.
  public enum DelegateAction: Equatable, Sendable {
    /// The player leaves.
    case close

    /// The player goes on with a game.
    case startGame(InProgressGame)

    /// The player wants a solo game in a mode.
    case startSoloGame(GameMode)
  }
}

/// Submits what was played, shows the ranks, and leads on to the next game.
///
/// The features within come first, so that they still see their state in the action that ends them.
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
      // The alert stays up while the screen closes, and after one question there is no second.
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
  /// Whether the player is to be asked about notifications: after a daily challenge, which is there
  /// again tomorrow, unless they have decided already.
  fileprivate var shouldAskAboutNotifications: Bool {
    guard case .dailyChallenge = completedGame.gameContext else { return false }
    switch userNotificationSettings?.authorizationStatus {
    case .notDetermined, .provisional: return true
    case .authorized, .denied, nil: return false
    }
  }
}

extension GameOverEnvironment {
  /// An effect that hands a game in and sends its ranks.
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

  /// An effect that decides whether the player is to be asked to buy the full game, and sends the
  /// action in a second if so.
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
