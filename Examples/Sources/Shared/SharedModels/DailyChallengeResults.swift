// SPDX-License-Identifier: MIT

public import Foundation

/// How the players stand in a daily challenge.
public struct FetchDailyChallengeResultsResponse: Codable, Equatable, Sendable {
  /// How one player stands.
  public struct Result: Codable, Equatable, Sendable {
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

    /// The points.
    public var score: Int

    /// The standing of a player.
    public init(
      isYourScore: Bool,
      outOf: Int,
      playerDisplayName: String?,
      playerId: Player.ID,
      rank: Int,
      score: Int
    ) {
      self.isYourScore = isYourScore
      self.outOf = outOf
      self.playerDisplayName = playerDisplayName
      self.playerId = playerId
      self.rank = rank
      self.score = score
    }
  }

  /// The standings, the best first.
  public var results: [Result]

  /// A list of standings.
  public init(results: [Result]) {
    self.results = results
  }
}

/// The daily challenges so far, and how the player did in them.
public struct DailyChallengeHistoryResponse: Codable, Equatable, Sendable {
  /// A daily challenge, and how the player did in it.
  public struct Result: Codable, Equatable, Sendable {
    /// When it was made.
    public var createdAt: Date

    /// The number of the day.
    public var gameNumber: DailyChallenge.GameNumber

    /// Whether it still goes on.
    public var isToday: Bool

    /// The player's rank, from 1; nil if they did not play it.
    public var rank: Int?

    /// A daily challenge with the player's rank.
    public init(
      createdAt: Date,
      gameNumber: DailyChallenge.GameNumber,
      isToday: Bool,
      rank: Int?
    ) {
      self.createdAt = createdAt
      self.gameNumber = gameNumber
      self.isToday = isToday
      self.rank = rank
    }
  }

  /// The challenges, the newest first.
  public var results: [Result]

  /// A list of challenges.
  public init(results: [Result]) {
    self.results = results
  }
}
