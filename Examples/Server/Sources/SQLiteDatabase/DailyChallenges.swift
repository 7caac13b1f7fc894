// SPDX-License-Identifier: MIT

internal import Foundation
internal import GRDB
internal import Lockstep
internal import SharedModels
internal import SiteMiddleware

extension SQLiteDatabase {
  func challenge(_ id: DailyChallenge.ID) async throws -> DailyChallenge {
    let challenge = try await read { db in
      try db.challenges("dailyChallenge.id = ?", [id.rawValue]).first
    }
    guard let challenge else {
      throw SiteMiddleware.DatabaseError.notFound("a daily challenge \(id)")
    }
    return challenge
  }

  func todaysChallenge(
    _ request: CreateTodaysDailyChallengeRequest
  ) async throws -> DailyChallenge {
    let known = try await read { try $0.challenge(request) }
    if let known { return known }
    let (date, id) = (date(), DailyChallenge.ID(rawValue: uuid()))
    return try await write { db in
      // Another request may have created the challenge after the read.
      if let known = try db.challenge(request) { return known }
      let count = try Int.fetchOne(
        db,
        sql: "SELECT COUNT(*) FROM dailyChallenge WHERE gameMode = ? AND language = ?",
        arguments: [request.gameMode.rawValue, request.language.rawValue]
      )
      let challenge = DailyChallenge(
        createdAt: date,
        endsAt: request.endsAt,
        gameMode: request.gameMode,
        gameNumber: DailyChallenge.GameNumber(rawValue: (count ?? 0) + 1),
        id: id,
        language: request.language,
        puzzle: request.puzzle
      )
      try db.insert(challenge)
      return challenge
    }
  }

  func start(
    _ challengeId: DailyChallenge.ID,
    _ playerId: Player.ID
  ) async throws -> DailyChallengePlay {
    try await play(challengeId, playerId, isCompleted: false)
  }

  func complete(
    _ challengeId: DailyChallenge.ID,
    _ playerId: Player.ID
  ) async throws -> DailyChallengePlay {
    try await play(challengeId, playerId, isCompleted: true)
  }

  private func play(
    _ challengeId: DailyChallenge.ID,
    _ playerId: Player.ID,
    isCompleted: Bool
  ) async throws -> DailyChallengePlay {
    let (date, id) = (date(), DailyChallengePlay.ID(rawValue: uuid()))
    return try await write { db in
      let now = date.timeIntervalSinceReferenceDate
      let statement = try db.cachedStatement(
        sql: """
          INSERT INTO dailyChallengePlay (dailyChallengeId, playerId, id, createdAt, completedAt)
          VALUES (?, ?, ?, ?, ?)
          ON CONFLICT DO UPDATE SET completedAt = IFNULL(completedAt, excluded.completedAt)
          RETURNING id, createdAt, completedAt
          """
      )
      let row = try Row.fetchOne(
        statement,
        arguments: [
          challengeId.rawValue, playerId.rawValue, id.rawValue, now, isCompleted ? now : nil,
        ]
      )
      guard let row else { throw CorruptedColumn(name: "id") }
      return DailyChallengePlay(
        completedAt: (row["completedAt"] as Double?).map(
          Date.init(timeIntervalSinceReferenceDate:)
        ),
        createdAt: row.date("createdAt"),
        dailyChallengeId: challengeId,
        id: row.id("id"),
        playerId: playerId
      )
    }
  }

  func result(_ request: FetchDailyChallengeResultRequest) async throws -> DailyChallengeResult {
    try await read { db in
      let hasStarted = try db.cachedStatement(
        sql: """
          SELECT EXISTS (
            SELECT 1 FROM dailyChallengePlay WHERE dailyChallengeId = ? AND playerId = ?
          )
          """
      )
      let board = try OpenBoard(.dailyChallenge(request.dailyChallengeId), db)
      let best = try board?.best(of: request.playerId)
      return DailyChallengeResult(
        outOf: try board?.playerCount() ?? 0,
        rank: try best.flatMap { try board?.rank(of: $0.score) },
        score: best?.score,
        started: try Bool.fetchOne(
          hasStarted,
          arguments: [request.dailyChallengeId.rawValue, request.playerId.rawValue]
        ) ?? false
      )
    }
  }

  /// Returns the standings of the requested challenge, or of the latest one if the request names none.
  func results(
    _ request: FetchDailyChallengeResultsRequest
  ) async throws -> FetchDailyChallengeResultsResponse {
    try await read { db in
      let kind = "gameMode = ? AND language = ?"
      let arguments: StatementArguments = [request.gameMode.rawValue, request.language.rawValue]
      let challenge =
        if let number = request.gameNumber {
          try db.challenges("\(kind) AND gameNumber = ?", arguments + [number.rawValue]).first
        } else {
          try db.challenges("\(kind) ORDER BY gameNumber DESC LIMIT 1", arguments).first
        }
      guard let challenge else {
        let number = request.gameNumber.map { " with number \($0)" } ?? ""
        throw SiteMiddleware.DatabaseError.notFound(
          "a daily challenge in mode \(request.gameMode)\(number)"
        )
      }
      let standings = try db.standings(.dailyChallenge(challenge.id), with: request.playerId)
      return FetchDailyChallengeResultsResponse(
        results: try standings.map { standing in
          FetchDailyChallengeResultsResponse.Result(
            isYourScore: standing.entry.playerId == request.playerId,
            outOf: standing.outOf,
            playerDisplayName: try db.displayName(of: standing.entry.playerId),
            playerId: standing.entry.playerId,
            rank: standing.rank,
            score: standing.entry.score
          )
        }
      )
    }
  }

  func history(
    _ request: FetchDailyChallengeHistoryRequest
  ) async throws -> DailyChallengeHistoryResponse {
    let date = date()
    return try await read { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT id, createdAt, endsAt, gameNumber FROM dailyChallenge
          WHERE gameMode = ? AND language = ? ORDER BY gameNumber DESC LIMIT \(Bounds.history)
          """,
        arguments: [request.gameMode.rawValue, request.language.rawValue]
      )
      return DailyChallengeHistoryResponse(
        results: try rows.map { row in
          let board = try OpenBoard(.dailyChallenge(row.id("id")), db)
          return DailyChallengeHistoryResponse.Result(
            createdAt: row.date("createdAt"),
            gameNumber: DailyChallenge.GameNumber(rawValue: row["gameNumber"]),
            isToday: row.date("endsAt") > date,
            rank: try board?.best(of: request.playerId).flatMap { try board?.rank(of: $0.score) }
          )
        }
      )
    }
  }
}

extension GRDB.Database {
  fileprivate func challenge(
    _ request: CreateTodaysDailyChallengeRequest
  ) throws -> DailyChallenge? {
    try challenges(
      "gameMode = ? AND language = ? AND endsAt = ?",
      [
        request.gameMode.rawValue, request.language.rawValue,
        request.endsAt.timeIntervalSinceReferenceDate,
      ]
    ).first
  }

  func challenges(
    _ condition: String,
    _ arguments: StatementArguments
  ) throws -> [DailyChallenge] {
    let statement = try cachedStatement(
      sql: """
        SELECT dailyChallenge.*, puzzle.letters FROM dailyChallenge
        JOIN puzzle ON puzzle.number = dailyChallenge.puzzle WHERE \(condition)
        """
    )
    return try Row.fetchAll(statement, arguments: arguments).map { row in
      DailyChallenge(
        createdAt: row.date("createdAt"),
        endsAt: row.date("endsAt"),
        gameMode: try row.value("gameMode"),
        gameNumber: DailyChallenge.GameNumber(rawValue: row["gameNumber"]),
        id: row.id("id"),
        language: try row.value("language"),
        puzzle: try row.puzzle()
      )
    }
  }

  func insert(_ challenge: DailyChallenge) throws {
    try execute(
      sql: """
        INSERT INTO dailyChallenge (id, createdAt, endsAt, gameMode, gameNumber, language, puzzle)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        challenge.id.rawValue, challenge.createdAt.timeIntervalSinceReferenceDate,
        challenge.endsAt.timeIntervalSinceReferenceDate, challenge.gameMode.rawValue,
        challenge.gameNumber.rawValue, challenge.language.rawValue,
        try number(of: challenge.puzzle),
      ]
    )
  }
}
