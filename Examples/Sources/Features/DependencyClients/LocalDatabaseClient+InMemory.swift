// SPDX-License-Identifier: MIT

internal import Lockstep
public import SharedModels
internal import Synchronization

extension LocalDatabaseClient {
  /// Returns a client that keeps games in memory.
  ///
  /// - Parameter games: The initial games.
  /// - Returns: The client.
  public static func inMemory(_ games: [CompletedGame] = []) -> Self {
    let database = InMemoryGames(games)
    return Self(
      fetchGamesForWord: { word in
        .sync { database.games.reversed().filter { $0.foundWords.contains(word) } }
      },
      fetchStats: .sync { Stats(database.games) },
      fetchVocab: .sync { vocab(of: database.games) },
      migrate: .none,
      playedGamesCount: { kind in
        .sync { database.games.count { GameKind($0.gameContext) == kind } }
      },
      saveGame: { game in
        .fireAndForget(name: "LocalDatabaseClient.saveGame") { database.append(game) }
      }
    )
  }

  private static func vocab(of games: [CompletedGame]) -> [VocabWord] {
    let words = games.flatMap { Set($0.foundWords) }
    return Dictionary(words.map { ($0, 1) }, uniquingKeysWith: +)
      .map { VocabWord(playCount: $0.value, score: score($0.key), word: $0.key) }
      .sorted { ($1.score, $0.word) < ($0.score, $1.word) }
  }
}

extension LocalDatabaseClient.Stats {
  fileprivate init(_ games: [CompletedGame]) {
    let words = games.flatMap(\.foundWords)
    self.init(
      averageWordLength: words.isEmpty
        ? nil : Double(words.reduce(0) { $0 + $1.count }) / Double(words.count),
      gamesPlayed: games.count,
      secondsPlayed: games.reduce(0) { $0 + $1.secondsPlayed },
      wordsFound: words.count
    )
  }
}

extension CompletedGame {
  fileprivate var foundWords: [String] {
    let puzzle = Puzzle(cubes)
    return moves.compactMap { move in
      guard
        move.playerIndex == localPlayerIndex,
        case .playedWord(let faces) = move.type
      else { return nil }
      return puzzle.string(from: faces)
    }
  }
}

private final class InMemoryGames: Sendable {
  private let storage: Mutex<[CompletedGame]>

  init(_ games: [CompletedGame]) {
    storage = Mutex(games)
  }

  var games: [CompletedGame] { storage.withLock { $0 } }

  func append(_ game: CompletedGame) {
    storage.withLock { $0.append(game) }
  }
}
