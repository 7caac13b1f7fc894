// SPDX-License-Identifier: MIT

public import SharedModels

/// A request for the best players.
public struct FetchLeaderboardRequest: Equatable, Sendable {
  /// The mode of the scores.
  public var gameMode: GameMode

  /// The language of the scores.
  public var language: Language

  /// The requesting player, whom the response includes even outside the top entries.
  public var playerId: Player.ID

  /// The maximum age of the scores.
  public var timeScope: TimeScope

  /// Creates a request for the best players of a mode.
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

  /// The requesting player, whom the response includes even outside the top entries.
  public var playerId: Player.ID

  /// The maximum age of the words.
  public var timeScope: TimeScope

  /// Creates a request for the players with the best words.
  public init(language: Language, playerId: Player.ID, timeScope: TimeScope) {
    self.language = language
    self.playerId = playerId
    self.timeScope = timeScope
  }
}

/// A request for a player's results of the last week.
public struct FetchWeekInReviewRequest: Equatable, Sendable {
  /// The language of the scores and words.
  public var language: Language

  /// The player.
  public var playerId: Player.ID

  /// Creates a request for a player's week.
  public init(language: Language, playerId: Player.ID) {
    self.language = language
    self.playerId = playerId
  }
}

/// A request for the standings of a daily challenge.
public struct FetchDailyChallengeResultsRequest: Equatable, Sendable {
  /// The mode of the challenge.
  public var gameMode: GameMode

  /// The number of the challenge; nil for the latest challenge.
  public var gameNumber: DailyChallenge.GameNumber?

  /// The language of the challenge.
  public var language: Language

  /// The requesting player, whom the response includes even outside the top entries.
  public var playerId: Player.ID

  /// Creates a request for the standings of a challenge.
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

  /// The player whose ranks the response contains.
  public var playerId: Player.ID

  /// Creates a request for the challenges of a mode.
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

  /// The token that the device registered.
  public var token: RegisterPushToken

  /// Creates a request to store the address of a device.
  public init(arn: String, playerId: Player.ID, token: RegisterPushToken) {
    self.arn = arn
    self.playerId = playerId
    self.token = token
  }
}
