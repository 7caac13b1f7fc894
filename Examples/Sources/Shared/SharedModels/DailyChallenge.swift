// SPDX-License-Identifier: MIT

public import Foundation
public import Lockstep

/// The puzzle of the day in one mode and language, as the server stores it.
public struct DailyChallenge: Codable, Hashable, Identifiable, Sendable {
  /// The identifier of a daily challenge.
  public typealias ID = Tagged<DailyChallenge, UUID>

  /// The tag of ``GameNumber``.
  public enum GameNumberTag {}

  /// The number of a day with daily challenges.
  public typealias GameNumber = Tagged<GameNumberTag, Int>

  /// The time at which the server created the challenge.
  public var createdAt: Date

  /// The time at which the next challenge begins.
  public var endsAt: Date

  /// The mode of the game.
  public var gameMode: GameMode

  /// The number of the challenge's day.
  public var gameNumber: GameNumber

  /// The identifier of the challenge.
  public var id: ID

  /// The language of the words.
  public var language: Language

  /// The puzzle.
  public var puzzle: ArchivablePuzzle

  /// Creates a daily challenge.
  public init(
    createdAt: Date,
    endsAt: Date,
    gameMode: GameMode,
    gameNumber: GameNumber,
    id: ID,
    language: Language,
    puzzle: ArchivablePuzzle
  ) {
    self.createdAt = createdAt
    self.endsAt = endsAt
    self.gameMode = gameMode
    self.gameNumber = gameNumber
    self.id = id
    self.language = language
    self.puzzle = puzzle
  }
}

/// A player's attempt at a daily challenge, as the server stores it.
public struct DailyChallengePlay: Codable, Hashable, Identifiable, Sendable {
  /// The identifier of an attempt.
  public typealias ID = Tagged<DailyChallengePlay, UUID>

  /// The time at which the player submitted the game; nil before.
  public var completedAt: Date?

  /// The time at which the player started the game.
  public var createdAt: Date

  /// The identifier of the daily challenge.
  public var dailyChallengeId: DailyChallenge.ID

  /// The identifier of the attempt.
  public var id: ID

  /// The identifier of the player.
  public var playerId: Player.ID

  /// Creates an attempt, by default an incomplete one.
  public init(
    completedAt: Date? = nil,
    createdAt: Date,
    dailyChallengeId: DailyChallenge.ID,
    id: ID,
    playerId: Player.ID
  ) {
    self.completedAt = completedAt
    self.createdAt = createdAt
    self.dailyChallengeId = dailyChallengeId
    self.id = id
    self.playerId = playerId
  }
}

/// A player's standing in a daily challenge.
public struct DailyChallengeResult: Codable, Hashable, Sendable {
  /// The number of ranked players.
  public var outOf: Int

  /// The player's rank, starting at 1; nil until the player completes the challenge.
  public var rank: Int?

  /// The player's score; nil until the player completes the challenge.
  public var score: Int?

  /// Whether the player started the challenge.
  public var started: Bool

  /// Creates a standing, by default of a player who has not started.
  public init(outOf: Int, rank: Int? = nil, score: Int? = nil, started: Bool = false) {
    self.outOf = outOf
    self.rank = rank
    self.score = score
    self.started = started
  }
}

/// A daily challenge of today and the player's standing in it.
public struct FetchTodaysDailyChallengeResponse: Codable, Hashable, Sendable {
  /// A daily challenge without its puzzle, which the player receives when starting it.
  public struct DailyChallenge: Codable, Hashable, Sendable {
    /// The time at which the next challenge begins.
    public var endsAt: Date

    /// The mode of the game.
    public var gameMode: GameMode

    /// The identifier of the challenge.
    public var id: SharedModels.DailyChallenge.ID

    /// The language of the words.
    public var language: Language

    /// Creates a daily challenge without a puzzle.
    public init(
      endsAt: Date,
      gameMode: GameMode,
      id: SharedModels.DailyChallenge.ID,
      language: Language
    ) {
      self.endsAt = endsAt
      self.gameMode = gameMode
      self.id = id
      self.language = language
    }

    /// Creates a copy of a stored daily challenge without its puzzle.
    public init(_ challenge: SharedModels.DailyChallenge) {
      self.init(
        endsAt: challenge.endsAt,
        gameMode: challenge.gameMode,
        id: challenge.id,
        language: challenge.language
      )
    }
  }

  /// The daily challenge.
  public var dailyChallenge: DailyChallenge

  /// The player's standing.
  public var yourResult: DailyChallengeResult

  /// Creates a response.
  public init(dailyChallenge: DailyChallenge, yourResult: DailyChallengeResult) {
    self.dailyChallenge = dailyChallenge
    self.yourResult = yourResult
  }
}

/// The server's response when a player starts a daily challenge.
public struct StartDailyChallengeResponse: Codable, Hashable, Sendable {
  /// The challenge, including its puzzle.
  public var dailyChallenge: DailyChallenge

  /// The identifier of the player's attempt.
  public var dailyChallengePlayId: DailyChallengePlay.ID

  /// Creates a response.
  public init(dailyChallenge: DailyChallenge, dailyChallengePlayId: DailyChallengePlay.ID) {
    self.dailyChallenge = dailyChallenge
    self.dailyChallengePlayId = dailyChallengePlayId
  }
}
