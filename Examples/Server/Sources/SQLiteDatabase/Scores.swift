// SPDX-License-Identifier: MIT

internal import Foundation
internal import GRDB
internal import Lockstep
internal import SharedModels
internal import SiteMiddleware

extension SQLiteDatabase {
  func store(_ request: SubmitLeaderboardScore) async throws -> LeaderboardScore {
    let score = LeaderboardScore(
      createdAt: date(),
      dailyChallengeId: request.dailyChallengeId,
      gameContext: request.gameContext,
      gameMode: request.gameMode,
      id: LeaderboardScore.ID(rawValue: uuid()),
      language: request.language,
      moves: request.moves,
      playerId: request.playerId,
      puzzle: request.puzzle,
      score: request.score
    )
    let words = request.words.map { (WordID(rawValue: uuid()), $0) }
    return try await write { try $0.insert(score, words: words, now: score.createdAt) }
  }

  /// Returns the rank of a player's best score, or of an anonymous score, in a time scope.
  ///
  /// The rank is the number of distinct better scores plus one, out of the number of players. An anonymous player
  /// counts as one more player.
  func rank(
    _ request: FetchLeaderboardSummaryRequest
  ) async throws -> LeaderboardScoreResult.Rank {
    let list = Board.scores(request.gameMode, request.language, .init(request.timeScope))
    return try await read([list], at: date()) { db in
      let board = try OpenBoard(list, db)
      let outOf = try board?.playerCount() ?? 0
      switch request.subject {
      case .anonymous(let score):
        return .init(outOf: outOf + 1, rank: try board?.rank(of: score) ?? 1)
      case .player(let scoreId, let playerId):
        guard let board, let best = try board.best(of: playerId) else {
          throw SiteMiddleware.DatabaseError.notFound("a score \(scoreId) of player \(playerId)")
        }
        return .init(outOf: outOf, rank: try board.rank(of: best.score))
      }
    }
  }
}

struct StoredScore {
  var createdAt: Double
  var dailyChallengeId: DailyChallenge.ID?
  var gameMode: GameMode
  var language: Language
  var number: Int64
  var playerId: Player.ID
  var score: Int
}

extension GRDB.Database {
  /// Stores a score unless its player already has one, and returns the stored score.
  ///
  /// - Complexity: O(*w* log *n*) in the number of words and of all scores.
  func insert(
    _ score: LeaderboardScore,
    words: [(WordID, SubmitLeaderboardScore.Word)],
    now: Date
  ) throws -> LeaderboardScore {
    let puzzle = try number(of: score.puzzle)
    if let known = try self.score(like: score, puzzle) { return known }
    if let challenge = score.dailyChallengeId {
      let takesResults = try challenges("dailyChallenge.id = ?", [challenge.rawValue]).first?
        .takesResults(at: score.createdAt)
      guard takesResults ?? true else { throw SiteMiddleware.DatabaseError.challengeOver }
    }
    let createdAt = score.createdAt.timeIntervalSinceReferenceDate
    let insertScore = try cachedStatement(
      sql: """
        INSERT INTO score (
          id, playerId, puzzle, createdAt, dailyChallengeId, gameContext, gameMode, language, score,
          moves
        )
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    )
    try insertScore.execute(
      arguments: [
        score.id.rawValue, score.playerId.rawValue, puzzle, createdAt,
        score.dailyChallengeId?.rawValue, score.gameContext.rawValue, score.gameMode.rawValue,
        score.language.rawValue, score.score, try score.moves.storedJSON(),
      ]
    )
    let stored = StoredScore(
      createdAt: createdAt,
      dailyChallengeId: score.dailyChallengeId,
      gameMode: score.gameMode,
      language: score.language,
      number: lastInsertedRowID,
      playerId: score.playerId,
      score: score.score
    )
    try enter(stored, now: now)
    let insertWord = try cachedStatement(
      sql: "INSERT INTO word (id, score, moveIndex, points, word) VALUES (?, ?, ?, ?, ?)"
    )
    for (id, word) in words {
      try insertWord.execute(
        arguments: [id.rawValue, stored.number, word.moveIndex, word.score, Text(word.word)]
      )
    }
    if words.isEmpty == false { try enterBestWord(of: stored, now: now) }
    return score
  }

  func enter(_ score: StoredScore, now: Date) throws {
    let entry = Entry(
      playerId: score.playerId,
      score: score.score,
      createdAt: score.createdAt,
      source: score.number
    )
    for window in Board.Window.allCases {
      let board = Board.scores(score.gameMode, score.language, window)
      try OpenBoard.make(board, self).insert(entry, now: now)
    }
    if let challenge = score.dailyChallengeId {
      try OpenBoard.make(.dailyChallenge(challenge), self).insert(entry, now: now)
    }
  }

  /// Adds the best word of a score to the boards of words, where only that word can rank.
  func enterBestWord(of score: StoredScore, now: Date) throws {
    let statement = try cachedStatement(
      sql: "SELECT number, points FROM word WHERE score = ? ORDER BY points DESC, number LIMIT 1"
    )
    guard let row = try Row.fetchOne(statement, arguments: [score.number]) else { return }
    let entry = Entry(
      playerId: score.playerId,
      score: row["points"],
      createdAt: score.createdAt,
      source: row["number"]
    )
    for window in Board.Window.allCases {
      try OpenBoard.make(.words(score.language, window), self).insert(entry, now: now)
    }
  }

  /// Returns the score that the player already has for the daily challenge, or for the puzzle in this context.
  private func score(like score: LeaderboardScore, _ puzzle: Int64) throws -> LeaderboardScore? {
    let stored = "SELECT score.*, letters FROM score JOIN puzzle ON puzzle.number = puzzle"
    let row =
      if let challenge = score.dailyChallengeId {
        try Row.fetchOne(
          cachedStatement(sql: "\(stored) WHERE playerId = ? AND dailyChallengeId = ?"),
          arguments: [score.playerId.rawValue, challenge.rawValue]
        )
      } else {
        try Row.fetchOne(
          cachedStatement(
            sql: """
              \(stored)
              WHERE playerId = ? AND puzzle = ? AND gameContext = ? AND dailyChallengeId IS NULL
              """
          ),
          arguments: [score.playerId.rawValue, puzzle, score.gameContext.rawValue]
        )
      }
    return try row.map { row in
      LeaderboardScore(
        createdAt: row.date("createdAt"),
        dailyChallengeId: (row["dailyChallengeId"] as UUID?)
          .map(DailyChallenge.ID.init(rawValue:)),
        gameContext: try row.value("gameContext"),
        gameMode: try row.value("gameMode"),
        id: row.id("id"),
        language: try row.value("language"),
        moves: try row.json("moves"),
        playerId: score.playerId,
        puzzle: try row.puzzle(),
        score: row["score"]
      )
    }
  }
}
