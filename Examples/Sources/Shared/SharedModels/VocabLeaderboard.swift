// SPDX-License-Identifier: MIT

public import Foundation
public import Lockstep

/// The tag of ``WordID``.
public enum WordIDTag {}

/// The identifier of a word in a stored score.
public typealias WordID = Tagged<WordIDTag, UUID>

/// An entry of the word leaderboard: the best word of a player.
public struct FetchVocabLeaderboardEntry: Codable, Equatable, Sendable {
  /// Whether the player bought the full game.
  public var isSupporter: Bool

  /// Whether the word belongs to the player who sent the request.
  public var isYourScore: Bool

  /// The number of ranked players.
  public var outOf: Int

  /// The player's name.
  public var playerDisplayName: String?

  /// The player's identifier.
  public var playerId: Player.ID

  /// The rank, starting at 1; equal scores share a rank.
  public var rank: Int

  /// The score of the word.
  public var score: Int

  /// The word.
  public var word: String

  /// The identifier of the word, for requesting its game.
  public var wordId: WordID

  /// Creates an entry.
  public init(
    isSupporter: Bool,
    isYourScore: Bool,
    outOf: Int,
    playerDisplayName: String?,
    playerId: Player.ID,
    rank: Int,
    score: Int,
    word: String,
    wordId: WordID
  ) {
    self.isSupporter = isSupporter
    self.isYourScore = isYourScore
    self.outOf = outOf
    self.playerDisplayName = playerDisplayName
    self.playerId = playerId
    self.rank = rank
    self.score = score
    self.word = word
    self.wordId = wordId
  }
}

/// A word and the game in which it was played.
public struct FetchVocabWordResponse: Codable, Equatable, Sendable {
  /// The index of the move that played the word, starting at 0.
  public var moveIndex: Int

  /// The moves of the game.
  public var moves: Moves

  /// The player's name.
  public var playerDisplayName: String?

  /// The player's identifier.
  public var playerId: Player.ID

  /// The puzzle of the game.
  public var puzzle: ArchivablePuzzle

  /// The word.
  public var word: String

  /// Creates a response.
  public init(
    moveIndex: Int,
    moves: Moves,
    playerDisplayName: String?,
    playerId: Player.ID,
    puzzle: ArchivablePuzzle,
    word: String
  ) {
    self.moveIndex = moveIndex
    self.moves = moves
    self.playerDisplayName = playerDisplayName
    self.playerId = playerId
    self.puzzle = puzzle
    self.word = word
  }
}
