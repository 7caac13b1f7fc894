// SPDX-License-Identifier: MIT

public import Foundation

/// The standings of all players in a daily challenge.
public struct FetchDailyChallengeResultsResponse: Codable, Equatable, Sendable {
  /// The standing of one player.
  public struct Result: Codable, Equatable, Sendable {
    /// Whether the score belongs to the player who sent the request.
    public var isYourScore: Bool

    /// The number of ranked players.
    public var outOf: Int

    /// The player's name.
    public var playerDisplayName: String?

    /// The player's identifier.
    public var playerId: Player.ID

    /// The rank, starting at 1; equal scores share a rank.
    public var rank: Int

    /// The score.
    public var score: Int

    /// Creates a standing.
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

  /// The standings, best first.
  public var results: [Result]

  /// Creates a response.
  public init(results: [Result]) {
    self.results = results
  }
}

/// Past and current daily challenges, with the player's rank in each.
public struct DailyChallengeHistoryResponse: Codable, Equatable, Sendable {
  /// A daily challenge and the player's rank in it.
  public struct Result: Codable, Equatable, Sendable {
    /// The time at which the server created the challenge.
    public var createdAt: Date

    /// The number of the challenge's day.
    public var gameNumber: DailyChallenge.GameNumber

    /// Whether the challenge is still open.
    public var isToday: Bool

    /// The player's rank, starting at 1; nil if the player did not complete the challenge.
    public var rank: Int?

    /// Creates a result.
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

  /// The challenges, newest first.
  public var results: [Result]

  /// Creates a response.
  public init(results: [Result]) {
    self.results = results
  }
}
