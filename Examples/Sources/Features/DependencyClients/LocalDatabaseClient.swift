// SPDX-License-Identifier: MIT

public import Lockstep
public import SharedModels

/// The device's memory of the games that were played on it.
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

    /// Figures, by default those of a player without games.
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

  /// A word that was found, and in how many games.
  public struct VocabWord: Equatable, Sendable {
    /// In how many games.
    public var playCount: Int

    /// Its most points.
    public var score: Int

    /// The word.
    public var word: String

    /// A word that was found.
    public init(playCount: Int, score: Int, word: String) {
      self.playCount = playCount
      self.score = score
      self.word = word
    }
  }

  /// Sends the games in which a word was found, the latest first.
  public var fetchGamesForWord: @Sendable (String) -> Effect<[CompletedGame], any Error>

  /// Sends the figures about all games.
  public var fetchStats: Effect<Stats, any Error>

  /// Sends the words that were found, those with the most points first.
  public var fetchVocab: Effect<[VocabWord], any Error>

  /// Makes the database ready, whatever version of the game has written it.
  public var migrate: Effect<Never, any Error>

  /// Sends how many games of a kind were finished.
  public var playedGamesCount: @Sendable (GameKind) -> Effect<Int, any Error>

  /// Remembers a game that was finished.
  public var saveGame: @Sendable (CompletedGame) -> Effect<Never, any Error>

  /// A client made of its endpoints.
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
  /// Reports each endpoint that is used.
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

  /// Sends nothing and remembers nothing.
  public static let noop = Self(
    fetchGamesForWord: { _ in .none },
    fetchStats: .none,
    fetchVocab: .none,
    migrate: .none,
    playedGamesCount: { _ in .none },
    saveGame: { _ in .none }
  )
}
