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

  /// Ranks the best score of each player in the window: the rank is the number of distinct better
  /// scores plus one, out of the number of players.
  ///
  /// Somebody anonymous counts as one more player.
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

extension GRDB.Database {
  /// Returns the score that is stored: this one, or the one that was there before.
  ///
  /// - Complexity: O(*w* log *n*) in the number of words and of all scores.
  func insert(
    _ score: LeaderboardScore,
    words: [(WordID, SubmitLeaderboardScore.Word)],
    now: Date
  ) throws -> LeaderboardScore {
    let puzzle = try number(of: score.puzzle)
    if let known = try self.score(of: score.playerId, puzzle, score.puzzle) { return known }
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
    let number = lastInsertedRowID
    let entry = Entry(
      playerId: score.playerId,
      score: score.score,
      createdAt: createdAt,
      source: number
    )
    for window in Board.Window.allCases {
      let board = Board.scores(score.gameMode, score.language, window)
      try OpenBoard.make(board, self).insert(entry, now: now)
    }
    if let challenge = score.dailyChallengeId {
      try OpenBoard.make(.dailyChallenge(challenge), self).insert(entry, now: now)
    }
    try insert(words, of: score, number, now: now)
    return score
  }

  /// Stores the words of a score; only the best of them can stand in a list.
  private func insert(
    _ words: [(WordID, SubmitLeaderboardScore.Word)],
    of score: LeaderboardScore,
    _ number: Int64,
    now: Date
  ) throws {
    let insertWord = try cachedStatement(
      sql: "INSERT INTO word (id, score, moveIndex, points, word) VALUES (?, ?, ?, ?, ?)"
    )
    var best: Entry?
    for (id, word) in words {
      try insertWord.execute(
        arguments: [id.rawValue, number, word.moveIndex, word.score, Text(word.word)]
      )
      let entry = Entry(
        playerId: score.playerId,
        score: word.score,
        createdAt: score.createdAt.timeIntervalSinceReferenceDate,
        source: lastInsertedRowID
      )
      if best.map(entry.isBetter) ?? true { best = entry }
    }
    guard let best else { return }
    for window in Board.Window.allCases {
      try OpenBoard.make(.words(score.language, window), self).insert(best, now: now)
    }
  }

  private func score(
    of playerId: Player.ID,
    _ number: Int64,
    _ puzzle: ArchivablePuzzle
  ) throws -> LeaderboardScore? {
    let statement = try cachedStatement(
      sql: "SELECT * FROM score WHERE playerId = ? AND puzzle = ?"
    )
    return try Row.fetchOne(statement, arguments: [playerId.rawValue, number]).map { row in
      LeaderboardScore(
        createdAt: row.date("createdAt"),
        dailyChallengeId: (row["dailyChallengeId"] as UUID?)
          .map(DailyChallenge.ID.init(rawValue:)),
        gameContext: try row.value("gameContext"),
        gameMode: try row.value("gameMode"),
        id: row.id("id"),
        language: try row.value("language"),
        moves: try row.json("moves"),
        playerId: playerId,
        puzzle: puzzle,
        score: row["score"]
      )
    }
  }
}
