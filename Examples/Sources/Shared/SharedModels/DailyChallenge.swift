// SPDX-License-Identifier: MIT

public import Foundation
public import Lockstep

/// The puzzle of a day, in one mode and language, as the server stores it.
public struct DailyChallenge: Codable, Hashable, Identifiable, Sendable {
  /// Tells daily challenges apart.
  public typealias ID = Tagged<DailyChallenge, UUID>

  /// The tag of ``GameNumber``.
  public enum GameNumberTag {}

  /// Counts the days.
  public typealias GameNumber = Tagged<GameNumberTag, Int>

  /// When it was made.
  public var createdAt: Date

  /// When the next one begins.
  public var endsAt: Date

  /// How it ends.
  public var gameMode: GameMode

  /// The number of the day.
  public var gameNumber: GameNumber

  /// Tells it from others.
  public var id: ID

  /// The language of its words.
  public var language: Language

  /// The puzzle.
  public var puzzle: ArchivablePuzzle

  /// The puzzle of a day.
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

/// One player's game of a daily challenge, as the server stores it.
public struct DailyChallengePlay: Codable, Hashable, Identifiable, Sendable {
  /// Tells plays apart.
  public typealias ID = Tagged<DailyChallengePlay, UUID>

  /// When the player submitted it.
  public var completedAt: Date?

  /// When the player started it.
  public var createdAt: Date

  /// The id of the daily challenge.
  public var dailyChallengeId: DailyChallenge.ID

  /// Tells it from others.
  public var id: ID

  /// The id of the player.
  public var playerId: Player.ID

  /// A game of a daily challenge, still open unless it was completed.
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

/// How a player stands in a daily challenge.
public struct DailyChallengeResult: Codable, Hashable, Sendable {
  /// The number of players ranked.
  public var outOf: Int

  /// The player's rank, from 1; nil before they completed it.
  public var rank: Int?

  /// The player's score; nil before they completed it.
  public var score: Int?

  /// Whether the player started it.
  public var started: Bool

  /// A standing, by default that of a player who did not start.
  public init(outOf: Int, rank: Int? = nil, score: Int? = nil, started: Bool = false) {
    self.outOf = outOf
    self.rank = rank
    self.score = score
    self.started = started
  }
}

/// One of today's daily challenges, and how the player stands in it.
public struct FetchTodaysDailyChallengeResponse: Codable, Hashable, Sendable {
  /// A daily challenge without its puzzle, which players see only when they start.
  public struct DailyChallenge: Codable, Hashable, Sendable {
    /// When the next one begins.
    public var endsAt: Date

    /// How it ends.
    public var gameMode: GameMode

    /// Tells it from others.
    public var id: SharedModels.DailyChallenge.ID

    /// The language of its words.
    public var language: Language

    /// A daily challenge by what may be known of it.
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

    /// The public part of a stored daily challenge.
    public init(_ challenge: SharedModels.DailyChallenge) {
      self.init(
        endsAt: challenge.endsAt,
        gameMode: challenge.gameMode,
        id: challenge.id,
        language: challenge.language
      )
    }
  }

  /// The challenge.
  public var dailyChallenge: DailyChallenge

  /// How the player stands in it.
  public var yourResult: DailyChallengeResult

  /// A challenge with the player's standing.
  public init(dailyChallenge: DailyChallenge, yourResult: DailyChallengeResult) {
    self.dailyChallenge = dailyChallenge
    self.yourResult = yourResult
  }
}

/// The server's leave to play a daily challenge.
public struct StartDailyChallengeResponse: Codable, Hashable, Sendable {
  /// The challenge, with its puzzle.
  public var dailyChallenge: DailyChallenge

  /// The player's game of it.
  public var dailyChallengePlayId: DailyChallengePlay.ID

  /// Leave to play a challenge.
  public init(dailyChallenge: DailyChallenge, dailyChallengePlayId: DailyChallengePlay.ID) {
    self.dailyChallenge = dailyChallenge
    self.dailyChallengePlayId = dailyChallengePlayId
  }
}
