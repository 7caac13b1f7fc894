// SPDX-License-Identifier: MIT

public import Lockstep
public import SharedModels

/// What the device remembers of the games that were played on it.
public struct LocalDatabaseClient: Sendable {
  /// A kind of occasion for games, whichever the single one was.
  public enum GameKind: CaseIterable, Hashable, Sendable {
    /// Puzzles of a day.
    case dailyChallenge

    /// Puzzles that somebody shared.
    case shared

    /// Games for oneself.
    case solo

    /// Matches of several players.
    case turnBased

    /// The kind of an occasion.
    public init(_ context: GameContext) {
      switch context {
      case .dailyChallenge: self = .dailyChallenge
      case .shared: self = .shared
      case .solo: self = .solo
      case .turnBased: self = .turnBased
      }
    }
  }

  /// Figures about all games that were played on the device.
  public struct Stats: Equatable, Sendable {
    /// The mean length of the words found; nil before the first.
    public var averageWordLength: Double?

    /// How many games were finished.
    public var gamesPlayed: Int

    /// How long all games took.
    public var secondsPlayed: Int

    /// How many words were found.
    public var wordsFound: Int

    /// Figures, by default those of somebody who has not played yet.
    public init(
      averageWordLength: Double? = nil,
      gamesPlayed: Int = 0,
      secondsPlayed: Int = 0,
      wordsFound: Int = 0
    ) {
      self.averageWordLength = averageWordLength
      self.gamesPlayed = gamesPlayed
      self.secondsPlayed = secondsPlayed
      self.wordsFound = wordsFound
    }
  }

  /// Sends the figures about all games.
  public var fetchStats: Effect<Stats, any Error>

  /// Sends how many games of a kind were finished.
  public var playedGamesCount: @Sendable (GameKind) -> Effect<Int, any Error>

  /// A client made of its endpoints.
  public init(
    fetchStats: Effect<Stats, any Error>,
    playedGamesCount: @escaping @Sendable (GameKind) -> Effect<Int, any Error>
  ) {
    self.fetchStats = fetchStats
    self.playedGamesCount = playedGamesCount
  }
}

extension LocalDatabaseClient {
  /// Reports each endpoint that is used.
  public static let failing = Self(
    fetchStats: .failing("LocalDatabaseClient.fetchStats is unimplemented"),
    playedGamesCount: { _ in .failing("LocalDatabaseClient.playedGamesCount is unimplemented") }
  )

  /// Sends nothing.
  public static let noop = Self(
    fetchStats: .none,
    playedGamesCount: { _ in .none }
  )
}
