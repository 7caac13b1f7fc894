// SPDX-License-Identifier: MIT

/// The ranks of a score in several time scopes.
public struct LeaderboardScoreResult: Codable, Hashable, Sendable {
  /// A rank among players.
  public struct Rank: Codable, Hashable, Sendable {
    /// The number of ranked players.
    public var outOf: Int

    /// The rank, starting at 1; equal scores share a rank.
    public var rank: Int

    /// Creates a rank.
    public init(outOf: Int, rank: Int) {
      self.outOf = outOf
      self.rank = rank
    }
  }

  /// The ranks by the raw value of their ``TimeScope``.
  ///
  /// The keys are raw values so that older clients can decode scopes that a newer server adds.
  public var ranks: [String: Rank]

  /// Creates a result with raw scopes.
  public init(ranks: [String: Rank]) {
    self.ranks = ranks
  }

  // NB: Disfavored because an empty literal matches both initializers.
  /// Creates a result.
  @_disfavoredOverload
  public init(ranks: [TimeScope: Rank]) {
    self.ranks = Dictionary(uniqueKeysWithValues: ranks.map { ($0.key.rawValue, $0.value) })
  }

  /// The ranks in the scopes that this version knows.
  public var knownRanks: [TimeScope: Rank] {
    Dictionary(
      uniqueKeysWithValues: ranks.compactMap { scope, rank in
        TimeScope(rawValue: scope).map { ($0, rank) }
      }
    )
  }
}
