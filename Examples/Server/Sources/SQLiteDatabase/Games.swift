// SPDX-License-Identifier: MIT

internal import Foundation
internal import GRDB
internal import Lockstep
internal import SharedModels
internal import SiteMiddleware

extension SQLiteDatabase {
  func sharedGame(_ code: SharedGame.Code) async throws -> SharedGame {
    let game = try await read { db in
      try Row.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT sharedGame.*, puzzle.letters FROM sharedGame
            JOIN puzzle ON puzzle.number = sharedGame.puzzle WHERE code = ?
            """
        ),
        arguments: [Text(code.rawValue)]
      )
      .map { row in
        SharedGame(
          code: code,
          gameMode: try row.value("gameMode"),
          id: row.id("id"),
          language: try row.value("language"),
          moves: try row.json("moves"),
          puzzle: try row.puzzle()
        )
      }
    }
    guard let game else { throw SiteMiddleware.DatabaseError.notFound("a shared game \(code)") }
    return game
  }

  func share(_ game: CompletedGame) async throws -> SharedGame {
    let id = uuid()
    let shared = SharedGame(
      code: SharedGame.Code(rawValue: id.uuidString.lowercased().replacing("-", with: "")),
      gameMode: game.gameMode,
      id: SharedGame.ID(rawValue: id),
      language: game.language,
      moves: game.moves,
      puzzle: game.cubes
    )
    try await write { try $0.insert(shared) }
    return shared
  }

  // MARK: Matches

  func match(_ id: Match.ID) async throws -> Match? {
    try await read { try $0.matches("match.id = ?", [id.rawValue]).first }
  }

  /// Returns a page of a player's matches, newest first.
  ///
  /// Of equal dates, the match stored last is first.
  ///
  /// - Complexity: O(log *n*) in the number of matches.
  func matches(_ request: FetchMatchesRequest) async throws -> [Match] {
    try await read { db in
      let own = "SELECT DISTINCT createdAt, match FROM matchParticipant WHERE playerId = ?"
      let order = "ORDER BY createdAt DESC, match DESC LIMIT \(Bounds.matchesOfPage)"
      let numbers =
        if let before = request.before {
          try Row.fetchAll(
            db.cachedStatement(
              sql: """
                \(own) AND (createdAt, match) < (SELECT createdAt, number FROM match WHERE id = ?)
                \(order)
                """
            ),
            arguments: [request.playerId.rawValue, before.rawValue]
          )
        } else {
          try Row.fetchAll(
            db.cachedStatement(sql: "\(own) \(order)"),
            arguments: [request.playerId.rawValue]
          )
        }
      return try numbers.flatMap { row in
        try db.matches("match.number = ?", [row["match"] as Int64])
      }
    }
  }

  /// Returns a player's record over all matches.
  ///
  /// - Complexity: O(*n*) in the number of the player's matches. It reads only index rows.
  func record(of player: Player) async throws -> PlayerRecord {
    try await read { db in
      let rows = try Row.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT result, COUNT(*) AS count FROM matchParticipant WHERE playerId = ?
            GROUP BY result
            """
        ),
        arguments: [player.id.rawValue]
      )
      return try rows.reduce(into: PlayerRecord(player: MatchPlayer(player))) { record, row in
        let result: MatchParticipant.Outcome? = try row.valueIfPresent("result")
        record.count(result, row["count"])
      }
    }
  }

  /// Returns the players for whom a turn-based game counts.
  func turnBasedGame(_ request: FetchTurnBasedGameRequest) async throws -> TurnBasedGame {
    let letters = Text(try request.puzzle.storedLetters())
    return try await read { db in
      let matches = try db.matches(
        """
        match.puzzle = (SELECT number FROM puzzle WHERE letters = ?) AND match.number IN (
          SELECT match FROM matchParticipant WHERE playerId = ?
        )
        ORDER BY match.number
        """,
        [letters, request.senderId.rawValue]
      )
      return try request.game(in: matches)
    }
  }

  func play(_ request: PlayTurnRequest) async throws -> Match {
    try await write { db in
      let match = try request.play(
        in: try db.matches("match.id = ?", [request.matchId.rawValue]).first
      )
      try db.insert(match)
      return match
    }
  }

  func start(_ request: StartMatchRequest) async throws -> Match {
    let (date, id) = (date(), Match.ID(rawValue: uuid()))
    return try await write { db in
      let player = try db.matchPlayer(request.playerId)
      if request.opponent == nil, let match = try db.join(request, player) { return match }
      guard request.opponent != request.playerId else {
        throw SiteMiddleware.DatabaseError.matchWithOneself
      }
      guard try db.openMatches(startedBy: request.playerId) < Bounds.openMatches else {
        throw SiteMiddleware.DatabaseError.tooManyMatches
      }
      var match = Match(
        createdAt: date,
        gameMode: request.gameMode,
        id: id,
        language: request.language,
        participants: [MatchParticipant(player: player)],
        puzzle: request.puzzle,
        status: .matching
      )
      if let opponent = request.opponent {
        match.participants.append(MatchParticipant(player: try db.matchPlayer(opponent)))
        match.status = .open
      }
      try db.insert(match)
      return match
    }
  }

  func start(_ request: StartRematchRequest) async throws -> Match {
    let (date, id) = (date(), Match.ID(rawValue: uuid()))
    return try await write { db in
      let known = try db.matches(
        "match.rematchOf = (SELECT number FROM match WHERE id = ?)",
        [request.matchId.rawValue]
      )
      if let known = known.first { return known }
      let match = Match(
        createdAt: date,
        gameMode: request.gameMode,
        id: id,
        language: request.language,
        participants: [
          MatchParticipant(player: try db.matchPlayer(request.playerId)),
          MatchParticipant(player: try db.matchPlayer(request.opponent)),
        ],
        puzzle: request.puzzle
      )
      try db.insert(match)
      try db.execute(
        sql: """
          UPDATE match SET rematchOf = (SELECT number FROM match WHERE id = ?) WHERE id = ?
          """,
        arguments: [request.matchId.rawValue, id.rawValue]
      )
      return match
    }
  }
}

extension GRDB.Database {
  func insert(_ game: SharedGame) throws {
    try execute(
      sql: """
        INSERT OR REPLACE INTO sharedGame (code, id, gameMode, language, moves, puzzle)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        Text(game.code.rawValue), game.id.rawValue, game.gameMode.rawValue, game.language.rawValue,
        try game.moves.storedJSON(), try number(of: game.puzzle),
      ]
    )
  }

  func insert(_ match: Match) throws {
    try execute(
      sql: """
        INSERT INTO match (
          id, createdAt, currentPlayerIndex, gameMode, language, moves, puzzle, status
        )
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET
          createdAt = excluded.createdAt, currentPlayerIndex = excluded.currentPlayerIndex,
          gameMode = excluded.gameMode, language = excluded.language, moves = excluded.moves,
          puzzle = excluded.puzzle, status = excluded.status
        """,
      arguments: [
        match.id.rawValue, match.createdAt.timeIntervalSinceReferenceDate,
        match.currentPlayerIndex?.rawValue, match.gameMode.rawValue, match.language.rawValue,
        try match.moves.storedJSON(), try number(of: match.puzzle), match.status.rawValue,
      ]
    )
    let number = try Int64.fetchOne(
      self,
      sql: "SELECT number FROM match WHERE id = ?",
      arguments: [match.id.rawValue]
    )
    guard let number else { throw CorruptedColumn(name: "number") }
    try execute(sql: "DELETE FROM matchParticipant WHERE match = ?", arguments: [number])
    try insertParticipants(of: match, number)
  }

  func insertParticipants(
    of match: Match,
    _ number: Int64,
    into table: String = "matchParticipant"
  ) throws {
    for (place, participant) in match.participants.enumerated() {
      let result =
        match.status == .ended
        ? match.outcome(of: Move.PlayerIndex(rawValue: place)).rawValue : nil
      try execute(
        sql: """
          INSERT INTO \(table) (
            match, place, playerId, createdAt, displayName, gameCenterLocalPlayerId, outcome, result
          )
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          number, place, participant.player?.id.rawValue,
          match.createdAt.timeIntervalSinceReferenceDate,
          participant.player?.displayName.map(Text.init),
          participant.player?.gameCenterLocalPlayerId.map { Text($0.rawValue) },
          participant.outcome.rawValue, result,
        ]
      )
    }
  }

  fileprivate func openMatches(startedBy playerId: Player.ID) throws -> Int {
    let statement = try cachedStatement(
      sql: """
        SELECT COUNT(*) FROM matchParticipant WHERE playerId = ? AND result IS NULL AND place = 0
        """
    )
    return try Int.fetchOne(statement, arguments: [playerId.rawValue]) ?? 0
  }

  /// Adds the player to the match that has waited longest for an opponent.
  fileprivate func join(_ request: StartMatchRequest, _ player: MatchPlayer) throws -> Match? {
    let waiting = try matches(
      """
      match.status = 'matching' AND match.gameMode = ? AND match.language = ? AND NOT EXISTS (
        SELECT 1 FROM matchParticipant WHERE match = match.number AND playerId = ?
      )
      ORDER BY match.number LIMIT 1
      """,
      [request.gameMode.rawValue, request.language.rawValue, request.playerId.rawValue]
    )
    guard var match = waiting.first else { return nil }
    match.participants.append(MatchParticipant(player: player))
    match.status = .open
    try insert(match)
    return match
  }

  func matches(_ condition: String, _ arguments: StatementArguments) throws -> [Match] {
    let statement = try cachedStatement(
      sql: """
        SELECT match.*, puzzle.letters FROM match JOIN puzzle ON puzzle.number = match.puzzle
        WHERE \(condition)
        """
    )
    return try Row.fetchAll(statement, arguments: arguments).map { row in
      Match(
        createdAt: row.date("createdAt"),
        currentPlayerIndex: (row["currentPlayerIndex"] as Int?)
          .map(Move.PlayerIndex.init(rawValue:)),
        gameMode: try row.value("gameMode"),
        id: row.id("id"),
        language: try row.value("language"),
        moves: try row.json("moves"),
        participants: try participants(of: row["number"]),
        puzzle: try row.puzzle(),
        status: try row.value("status")
      )
    }
  }

  private func participants(of match: Int64) throws -> [MatchParticipant] {
    let statement = try cachedStatement(
      sql: "SELECT * FROM matchParticipant WHERE match = ? ORDER BY place"
    )
    return try Row.fetchAll(statement, arguments: [match]).map { row in
      MatchParticipant(
        outcome: try row.value("outcome"),
        player: (row["playerId"] as UUID?).map { id in
          MatchPlayer(
            displayName: row.text("displayName"),
            gameCenterLocalPlayerId: row.text("gameCenterLocalPlayerId")
              .map(GameCenterPlayerId.init(rawValue:)),
            id: Player.ID(rawValue: id)
          )
        }
      )
    }
  }
}
