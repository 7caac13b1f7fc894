// SPDX-License-Identifier: MIT

public import Foundation
public import Lockstep

/// The tag of ``LeaderboardScoreID``.
public enum LeaderboardScoreIDTag {}

/// The identifier of a stored score.
public typealias LeaderboardScoreID = Tagged<LeaderboardScoreIDTag, UUID>

/// The leaderboard of one game mode.
public struct FetchLeaderboardResponse: Codable, Equatable, Sendable {
  /// The best score of a player.
  public struct Entry: Codable, Equatable, Identifiable, Sendable {
    /// The identifier of the score.
    public var id: LeaderboardScoreID

    /// Whether the player bought the full game.
    public var isSupporter: Bool

    /// Whether the score belongs to the player who sent the request.
    public var isYourScore: Bool

    /// The number of ranked players.
    public var outOf: Int

    /// The player's name.
    public var playerDisplayName: String?

    /// The rank, starting at 1; equal scores share a rank.
    public var rank: Int

    /// The score.
    public var score: Int

    /// Creates an entry.
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

  /// The entries, best first.
  public var entries: [Entry]

  /// Creates a response.
  public init(entries: [Entry]) {
    self.entries = entries
  }
}

/// A player's results in the last week.
public struct FetchWeekInReviewResponse: Codable, Equatable, Sendable {
  /// The rank in one game mode.
  public struct Rank: Codable, Equatable, Sendable {
    /// The game mode.
    public var gameMode: GameMode

    /// The number of ranked players.
    public var outOf: Int

    /// The rank, starting at 1.
    public var rank: Int

    /// Creates a rank.
    public init(gameMode: GameMode, outOf: Int, rank: Int) {
      self.gameMode = gameMode
      self.outOf = outOf
      self.rank = rank
    }
  }

  /// A word and its score.
  public struct Word: Codable, Equatable, Sendable {
    /// The word.
    public var letters: String

    /// The score.
    public var score: Int

    /// Creates a word with its score.
    public init(letters: String, score: Int) {
      self.letters = letters
      self.score = score
    }
  }

  /// The ranks in the modes that the player played.
  public var ranks: [Rank]

  /// The best word; nil if the player played none.
  public var word: Word?

  /// Creates a response.
  public init(ranks: [Rank], word: Word?) {
    self.ranks = ranks
    self.word = word
  }
}
