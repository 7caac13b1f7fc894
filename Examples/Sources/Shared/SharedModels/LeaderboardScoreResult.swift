// SPDX-License-Identifier: MIT

/// A score's ranks, by scope of time.
public struct LeaderboardScoreResult: Codable, Hashable, Sendable {
  /// A place among players.
  public struct Rank: Codable, Hashable, Sendable {
    /// The number of players ranked.
    public var outOf: Int

    /// The place, from 1; equal scores share it.
    public var rank: Int

    /// A place among players.
    public init(outOf: Int, rank: Int) {
      self.outOf = outOf
      self.rank = rank
    }
  }

  /// The ranks by the raw value of their ``TimeScope``.
  ///
  /// Raw, so that a scope which a newer server adds does no harm here.
  public var ranks: [String: Rank]

  /// The ranks by raw scopes.
  public init(ranks: [String: Rank]) {
    self.ranks = ranks
  }

  // NB: Disfavored because an empty literal fits both initializers.
  /// The ranks by scopes.
  @_disfavoredOverload
  public init(ranks: [TimeScope: Rank]) {
    self.ranks = Dictionary(uniqueKeysWithValues: ranks.map { ($0.key.rawValue, $0.value) })
  }

  /// The ranks in the scopes that are known here.
  public var knownRanks: [TimeScope: Rank] {
    Dictionary(
      uniqueKeysWithValues: ranks.compactMap { scope, rank in
        TimeScope(rawValue: scope).map { ($0, rank) }
      }
    )
  }
}
