// SPDX-License-Identifier: MIT

public import Foundation
public import Lockstep

/// The tag of ``LeaderboardScoreID``.
public enum LeaderboardScoreIDTag {}

/// Tells stored scores apart.
public typealias LeaderboardScoreID = Tagged<LeaderboardScoreIDTag, UUID>

/// The best players of a mode.
public struct FetchLeaderboardResponse: Codable, Equatable, Sendable {
  /// The best score of a player.
  public struct Entry: Codable, Equatable, Identifiable, Sendable {
    /// Tells the score from others.
    public var id: LeaderboardScoreID

    /// Whether the player has bought the full game.
    public var isSupporter: Bool

    /// Whether it is the player who asks.
    public var isYourScore: Bool

    /// The number of players ranked.
    public var outOf: Int

    /// The name of the player.
    public var playerDisplayName: String?

    /// The rank, from 1; equal scores share it.
    public var rank: Int

    /// The points.
    public var score: Int

    /// A ranked score.
    public init(
      id: LeaderboardScoreID,
      isSupporter: Bool,
      isYourScore: Bool,
      outOf: Int,
      playerDisplayName: String?,
      rank: Int,
      score: Int
    ) {
      self.id = id
      self.isSupporter = isSupporter
      self.isYourScore = isYourScore
      self.outOf = outOf
      self.playerDisplayName = playerDisplayName
      self.rank = rank
      self.score = score
    }
  }

  /// The scores, the best first.
  public var entries: [Entry]

  /// A list of scores.
  public init(entries: [Entry]) {
    self.entries = entries
  }
}

/// How a player did in the last week.
public struct FetchWeekInReviewResponse: Codable, Equatable, Sendable {
  /// The rank in a mode.
  public struct Rank: Codable, Equatable, Sendable {
    /// The mode.
    public var gameMode: GameMode

    /// The number of players ranked.
    public var outOf: Int

    /// The rank, from 1.
    public var rank: Int

    /// A rank in a mode.
    public init(gameMode: GameMode, outOf: Int, rank: Int) {
      self.gameMode = gameMode
      self.outOf = outOf
      self.rank = rank
    }
  }

  /// A word and its points.
  public struct Word: Codable, Equatable, Sendable {
    /// The word.
    public var letters: String

    /// The points.
    public var score: Int

    /// A word and its points.
    public init(letters: String, score: Int) {
      self.letters = letters
      self.score = score
    }
  }

  /// The ranks, in the modes that were played.
  public var ranks: [Rank]

  /// The best word; nil if there was none.
  public var word: Word?

  /// Ranks, and a word if there was one.
  public init(ranks: [Rank], word: Word?) {
    self.ranks = ranks
    self.word = word
  }
}
