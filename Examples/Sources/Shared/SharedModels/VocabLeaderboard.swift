// SPDX-License-Identifier: MIT

public import Foundation
public import Lockstep

/// The tag of ``WordID``.
public enum WordIDTag {}

/// Tells the words of stored scores apart.
public typealias WordID = Tagged<WordIDTag, UUID>

/// The best word of a player among the best words of all.
public struct FetchVocabLeaderboardEntry: Codable, Equatable, Sendable {
  /// Whether the player has bought the full game.
  public var isSupporter: Bool

  /// Whether it is the player who asks.
  public var isYourScore: Bool

  /// The number of players ranked.
  public var outOf: Int

  /// The name of the player.
  public var playerDisplayName: String?

  /// The player.
  public var playerId: Player.ID

  /// The rank, from 1; equal scores share it.
  public var rank: Int

  /// The points for the word.
  public var score: Int

  /// The word.
  public var word: String

  /// Tells the word from others, to ask for the game in which it was played.
  public var wordId: WordID

  /// A ranked word.
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

/// A word, and the game in which it was played.
public struct FetchVocabWordResponse: Codable, Equatable, Sendable {
  /// The index of the move that played it, from 0.
  public var moveIndex: Int

  /// The moves of the game.
  public var moves: Moves

  /// The name of the player.
  public var playerDisplayName: String?

  /// The player.
  public var playerId: Player.ID

  /// The puzzle of the game.
  public var puzzle: ArchivablePuzzle

  /// The word.
  public var word: String

  /// A word of a game.
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
