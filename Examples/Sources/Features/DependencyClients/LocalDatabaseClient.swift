// SPDX-License-Identifier: MIT

public import Lockstep
public import SharedModels

/// A client of the database of games played on this device.
public struct LocalDatabaseClient: Sendable {
  /// A kind of game context.
  public enum GameKind: CaseIterable, Hashable, Sendable {
    case dailyChallenge

    case shared

    case solo

    case turnBased

    /// Creates the kind of a game context.
    public init(_ context: GameContext) {
      switch context {
      case .dailyChallenge: self = .dailyChallenge
      case .shared: self = .shared
      case .solo: self = .solo
      case .turnBased: self = .turnBased
      }
    }
  }

  /// Statistics of all games played on this device.
  public struct Stats: Equatable, Sendable {
    /// The mean length of the words found, or `nil` before the first word.
    public var averageWordLength: Double?

    /// The number of finished games.
    public var gamesPlayed: Int

    /// The duration of all games, in seconds.
    public var secondsPlayed: Int

    /// The number of words found.
    public var wordsFound: Int

    /// Creates statistics, by default for a player without games.
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

  /// A word that was found, and the number of games.
  public struct VocabWord: Equatable, Sendable {
    /// The number of games in which the word was found.
    public var playCount: Int

    /// The highest score of the word.
    public var score: Int

    /// The word.
    public var word: String

    /// Creates a word.
    public init(playCount: Int, score: Int, word: String) {
      self.playCount = playCount
      self.score = score
      self.word = word
    }
  }

  /// Sends the games in which a word was found, latest first.
  public var fetchGamesForWord: @Sendable (String) -> Effect<[CompletedGame], any Error>

  /// Sends the statistics.
  public var fetchStats: Effect<Stats, any Error>

  /// Sends the words found, highest score first.
  public var fetchVocab: Effect<[VocabWord], any Error>

  /// Migrates the database from any earlier version of the game.
  public var migrate: Effect<Never, any Error>

  /// Sends the number of finished games of a kind.
  public var playedGamesCount: @Sendable (GameKind) -> Effect<Int, any Error>

  /// Saves a finished game.
  public var saveGame: @Sendable (CompletedGame) -> Effect<Never, any Error>

  /// Creates a client from its endpoints.
  public init(
    fetchGamesForWord: @escaping @Sendable (String) -> Effect<[CompletedGame], any Error>,
    fetchStats: Effect<Stats, any Error>,
    fetchVocab: Effect<[VocabWord], any Error>,
    migrate: Effect<Never, any Error>,
    playedGamesCount: @escaping @Sendable (GameKind) -> Effect<Int, any Error>,
    saveGame: @escaping @Sendable (CompletedGame) -> Effect<Never, any Error>
  ) {
    self.fetchGamesForWord = fetchGamesForWord
    self.fetchStats = fetchStats
    self.fetchVocab = fetchVocab
    self.migrate = migrate
    self.playedGamesCount = playedGamesCount
    self.saveGame = saveGame
  }
}

extension LocalDatabaseClient {
  /// A client that reports an issue for every call.
  public static let failing = Self(
    fetchGamesForWord: {
      .failing("LocalDatabaseClient.fetchGamesForWord(\($0)) is unimplemented")
    },
    fetchStats: .failing("LocalDatabaseClient.fetchStats is unimplemented"),
    fetchVocab: .failing("LocalDatabaseClient.fetchVocab is unimplemented"),
    migrate: .failing("LocalDatabaseClient.migrate is unimplemented"),
    playedGamesCount: { _ in .failing("LocalDatabaseClient.playedGamesCount is unimplemented") },
    saveGame: { _ in .failing("LocalDatabaseClient.saveGame is unimplemented") }
  )

  /// A client that sends and stores nothing.
  public static let noop = Self(
    fetchGamesForWord: { _ in .none },
    fetchStats: .none,
    fetchVocab: .none,
    migrate: .none,
    playedGamesCount: { _ in .none },
    saveGame: { _ in .none }
  )
}
