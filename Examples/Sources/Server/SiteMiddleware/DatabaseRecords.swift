// SPDX-License-Identifier: MIT

public import Foundation
public import Lockstep
public import SharedModels

/// A score to store.
public struct SubmitLeaderboardScore: Equatable, Sendable {
  /// A word of the game.
  public struct Word: Equatable, Sendable {
    /// The index of the move that played the word.
    public var moveIndex: Int

    /// The score of the word.
    public var score: Int

    /// The word.
    public var word: String

    /// Creates a word.
    public init(moveIndex: Int, score: Int, word: String) {
      self.moveIndex = moveIndex
      self.score = score
      self.word = word
    }
  }

  /// The played daily challenge; nil in other games.
  public var dailyChallengeId: DailyChallenge.ID?

  /// The kind of game.
  public var gameContext: LeaderboardScore.GameContext

  /// The mode of the game.
  public var gameMode: GameMode

  /// The language of the words.
  public var language: Language

  /// All moves of the game.
  public var moves: Moves

  /// The player.
  public var playerId: Player.ID

  /// The initial puzzle.
  public var puzzle: ArchivablePuzzle

  /// The player's score.
  public var score: Int

  /// The player's words.
  public var words: [Word]

  /// Creates a score to store.
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
  /// Returns whether a player may submit a result, which is possible until an hour after the end of the challenge.
  ///
  /// The extra hour lets players complete a game that they started before the end.
  public func takesResults(at date: Date) -> Bool {
    date <= endsAt.addingTimeInterval(60 * 60)
  }
}

/// A stored score.
public struct LeaderboardScore: Equatable, Sendable {
  /// The identifier of a stored score.
  public typealias ID = LeaderboardScoreID

  /// The kind of game.
  public enum GameContext: String, Equatable, Sendable {
    case dailyChallenge
    case solo
    case turnBased
  }

  /// The date when the score was stored.
  public var createdAt: Date

  /// The played daily challenge; nil in other games.
  public var dailyChallengeId: DailyChallenge.ID?

  /// The kind of game.
  public var gameContext: GameContext

  /// The mode of the game.
  public var gameMode: GameMode

  /// The identifier.
  public var id: ID

  /// The language of the words.
  public var language: Language

  /// All moves of the game.
  public var moves: Moves

  /// The player.
  public var playerId: Player.ID

  /// The initial puzzle.
  public var puzzle: ArchivablePuzzle

  /// The player's score.
  public var score: Int

  /// Creates a stored score.
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

/// A request for a rank among stored scores.
public struct FetchLeaderboardSummaryRequest: Equatable, Sendable {
  /// The player or score to rank.
  public enum Subject: Equatable, Sendable {
    case anonymous(score: Int)
    case player(scoreId: LeaderboardScore.ID, playerId: Player.ID)
  }

  /// The mode of the scores.
  public var gameMode: GameMode

  /// The language of the scores.
  public var language: Language

  /// The player or score to rank.
  public var subject: Subject

  /// The maximum age of the scores.
  public var timeScope: TimeScope

  /// Creates a request for the rank of a subject.
  public init(gameMode: GameMode, language: Language, subject: Subject, timeScope: TimeScope) {
    self.gameMode = gameMode
    self.language = language
    self.subject = subject
    self.timeScope = timeScope
  }
}

/// A request for a player's result in a daily challenge.
public struct FetchDailyChallengeResultRequest: Equatable, Sendable {
  /// The challenge.
  public var dailyChallengeId: DailyChallenge.ID

  /// The player.
  public var playerId: Player.ID

  /// Creates a request for a player's result.
  public init(dailyChallengeId: DailyChallenge.ID, playerId: Player.ID) {
    self.dailyChallengeId = dailyChallengeId
    self.playerId = playerId
  }
}

/// A request for the day's challenge, with the values for creating it.
public struct CreateTodaysDailyChallengeRequest: Equatable, Sendable {
  /// The end of the day.
  public var endsAt: Date

  /// The mode of the challenge.
  public var gameMode: GameMode

  /// The language of the words.
  public var language: Language

  /// The puzzle to use if no challenge exists.
  public var puzzle: ArchivablePuzzle

  /// Creates a request for the day's challenge.
  public init(endsAt: Date, gameMode: GameMode, language: Language, puzzle: ArchivablePuzzle) {
    self.endsAt = endsAt
    self.gameMode = gameMode
    self.language = language
    self.puzzle = puzzle
  }
}
