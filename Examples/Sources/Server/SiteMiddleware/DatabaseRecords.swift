// SPDX-License-Identifier: MIT

public import Foundation
public import Lockstep
public import SharedModels

/// A score to be stored.
public struct SubmitLeaderboardScore: Equatable, Sendable {
  /// A word of the game.
  public struct Word: Equatable, Sendable {
    /// The index of the move that played it, from 0.
    public var moveIndex: Int

    /// Its points.
    public var score: Int

    /// The word.
    public var word: String

    /// A word with its points and its move.
    public init(moveIndex: Int, score: Int, word: String) {
      self.moveIndex = moveIndex
      self.score = score
      self.word = word
    }
  }

  /// The daily challenge that was played, if it was one.
  public var dailyChallengeId: DailyChallenge.ID?

  /// The kind of game that was played.
  public var gameContext: LeaderboardScore.GameContext

  /// How it was played.
  public var gameMode: GameMode

  /// The language whose words counted.
  public var language: Language

  /// How it was played, move by move.
  public var moves: Moves

  /// The player who played it.
  public var playerId: Player.ID

  /// The cubes at the beginning.
  public var puzzle: ArchivablePuzzle

  /// The points of this player.
  public var score: Int

  /// The words of this player.
  public var words: [Word]

  /// Puts a score together.
  public init(
    dailyChallengeId: DailyChallenge.ID?,
    gameContext: LeaderboardScore.GameContext,
    gameMode: GameMode,
    language: Language,
    moves: Moves,
    playerId: Player.ID,
    puzzle: ArchivablePuzzle,
    score: Int,
    words: [Word]
  ) {
    self.dailyChallengeId = dailyChallengeId
    self.gameContext = gameContext
    self.gameMode = gameMode
    self.language = language
    self.moves = moves
    self.playerId = playerId
    self.puzzle = puzzle
    self.score = score
    self.words = words
  }
}

extension DailyChallenge {
  /// Whether a game may still be sent in: until an hour after the end, because one that was begun before takes
  /// its time.
  public func takesResults(at date: Date) -> Bool {
    date <= endsAt.addingTimeInterval(60 * 60)
  }
}

/// A stored score.
public struct LeaderboardScore: Equatable, Sendable {
  /// Tells stored scores apart.
  public typealias ID = LeaderboardScoreID

  /// The kind of game that was played.
  public enum GameContext: String, Equatable, Sendable {
    /// The challenge of a day.
    case dailyChallenge
    /// A game of one's own.
    case solo
    /// A match.
    case turnBased
  }

  /// When it was stored.
  public var createdAt: Date

  /// The daily challenge that was played, if it was one.
  public var dailyChallengeId: DailyChallenge.ID?

  /// The kind of game that was played.
  public var gameContext: GameContext

  /// How it was played.
  public var gameMode: GameMode

  /// Tells it apart.
  public var id: ID

  /// The language whose words counted.
  public var language: Language

  /// How it was played, move by move.
  public var moves: Moves

  /// The player who played it.
  public var playerId: Player.ID

  /// The cubes at the beginning.
  public var puzzle: ArchivablePuzzle

  /// The points of this player.
  public var score: Int

  /// Puts a stored score together.
  public init(
    createdAt: Date,
    dailyChallengeId: DailyChallenge.ID?,
    gameContext: GameContext,
    gameMode: GameMode,
    id: ID,
    language: Language,
    moves: Moves,
    playerId: Player.ID,
    puzzle: ArchivablePuzzle,
    score: Int
  ) {
    self.createdAt = createdAt
    self.dailyChallengeId = dailyChallengeId
    self.gameContext = gameContext
    self.gameMode = gameMode
    self.id = id
    self.language = language
    self.moves = moves
    self.playerId = playerId
    self.puzzle = puzzle
    self.score = score
  }
}

/// A request for a rank among certain scores.
public struct FetchLeaderboardSummaryRequest: Equatable, Sendable {
  /// The player or score whose rank is requested.
  public enum Subject: Equatable, Sendable {
    /// An unknown player, with a score.
    case anonymous(score: Int)
    /// A player, who has stored a score.
    case player(scoreId: LeaderboardScore.ID, playerId: Player.ID)
  }

  /// The mode of the scores.
  public var gameMode: GameMode

  /// The language of the scores.
  public var language: Language

  /// The player or score whose rank is requested.
  public var subject: Subject

  /// How old the scores may be.
  public var timeScope: TimeScope

  /// Asks for the rank of a subject.
  public init(gameMode: GameMode, language: Language, subject: Subject, timeScope: TimeScope) {
    self.gameMode = gameMode
    self.language = language
    self.subject = subject
    self.timeScope = timeScope
  }
}

/// A request for the result of a player in a daily challenge.
public struct FetchDailyChallengeResultRequest: Equatable, Sendable {
  /// The challenge.
  public var dailyChallengeId: DailyChallenge.ID

  /// The player.
  public var playerId: Player.ID

  /// Asks for the result of a player.
  public init(dailyChallengeId: DailyChallenge.ID, playerId: Player.ID) {
    self.dailyChallengeId = dailyChallengeId
    self.playerId = playerId
  }
}

/// The daily challenge of a day, should there be none yet.
public struct CreateTodaysDailyChallengeRequest: Equatable, Sendable {
  /// When the day ends.
  public var endsAt: Date

  /// How it is to be played.
  public var gameMode: GameMode

  /// The language whose words count.
  public var language: Language

  /// The cubes.
  public var puzzle: ArchivablePuzzle

  /// Proposes a challenge.
  public init(endsAt: Date, gameMode: GameMode, language: Language, puzzle: ArchivablePuzzle) {
    self.endsAt = endsAt
    self.gameMode = gameMode
    self.language = language
    self.puzzle = puzzle
  }
}
