// SPDX-License-Identifier: MIT

public import SharedModels

/// A request for the best players.
public struct FetchLeaderboardRequest: Equatable, Sendable {
  /// The mode of the scores.
  public var gameMode: GameMode

  /// The language of the scores.
  public var language: Language

  /// The asking player, who is always part of the answer.
  public var playerId: Player.ID

  /// How old the scores may be.
  public var timeScope: TimeScope

  /// Asks for the best players of a mode.
  public init(gameMode: GameMode, language: Language, playerId: Player.ID, timeScope: TimeScope) {
    self.gameMode = gameMode
    self.language = language
    self.playerId = playerId
    self.timeScope = timeScope
  }
}

/// A request for the best words.
public struct FetchVocabLeaderboardRequest: Equatable, Sendable {
  /// The language of the words.
  public var language: Language

  /// The asking player, who is always part of the answer.
  public var playerId: Player.ID

  /// How old the words may be.
  public var timeScope: TimeScope

  /// Asks for the players with the best words.
  public init(language: Language, playerId: Player.ID, timeScope: TimeScope) {
    self.language = language
    self.playerId = playerId
    self.timeScope = timeScope
  }
}

/// A request for a player's week.
public struct FetchWeekInReviewRequest: Equatable, Sendable {
  /// The language of scores and words.
  public var language: Language

  /// The player.
  public var playerId: Player.ID

  /// Asks for the week of a player.
  public init(language: Language, playerId: Player.ID) {
    self.language = language
    self.playerId = playerId
  }
}

/// A request for the standings of a daily challenge.
public struct FetchDailyChallengeResultsRequest: Equatable, Sendable {
  /// The mode of the challenge.
  public var gameMode: GameMode

  /// The day of the challenge; nil for the last one.
  public var gameNumber: DailyChallenge.GameNumber?

  /// The language of the challenge.
  public var language: Language

  /// The asking player, who is always part of the answer.
  public var playerId: Player.ID

  /// Asks for the standings of a day.
  public init(
    gameMode: GameMode,
    gameNumber: DailyChallenge.GameNumber?,
    language: Language,
    playerId: Player.ID
  ) {
    self.gameMode = gameMode
    self.gameNumber = gameNumber
    self.language = language
    self.playerId = playerId
  }
}

/// A request for past daily challenges.
public struct FetchDailyChallengeHistoryRequest: Equatable, Sendable {
  /// The mode of the challenges.
  public var gameMode: GameMode

  /// The language of the challenges.
  public var language: Language

  /// The player whose ranks are requested.
  public var playerId: Player.ID

  /// Asks for all challenges of a mode.
  public init(gameMode: GameMode, language: Language, playerId: Player.ID) {
    self.gameMode = gameMode
    self.language = language
    self.playerId = playerId
  }
}

/// A request to store the address of a player's device.
public struct InsertPushTokenRequest: Equatable, Sendable {
  /// The address for notifications to the device.
  public var arn: String

  /// The player.
  public var playerId: Player.ID

  /// The token with which the device registered.
  public var token: RegisterPushToken

  /// The address of a device.
  public init(arn: String, playerId: Player.ID, token: RegisterPushToken) {
    self.arn = arn
    self.playerId = playerId
    self.token = token
  }
}
