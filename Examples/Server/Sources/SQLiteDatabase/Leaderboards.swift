// SPDX-License-Identifier: MIT

internal import Foundation
internal import GRDB
internal import Lockstep
internal import SharedModels
internal import SiteMiddleware

extension SQLiteDatabase {
  func leaderboard(_ request: FetchLeaderboardRequest) async throws -> FetchLeaderboardResponse {
    let board = Board.scores(request.gameMode, request.language, .init(request.timeScope))
    return try await read([board], at: date()) { db in
      let id = try db.cachedStatement(sql: "SELECT id FROM score WHERE number = ?")
      return FetchLeaderboardResponse(
        entries: try db.standings(board, with: request.playerId).map { standing in
          guard let id = try UUID.fetchOne(id, arguments: [standing.entry.source]) else {
            throw CorruptedColumn(name: "source")
          }
          return FetchLeaderboardResponse.Entry(
            id: LeaderboardScoreID(rawValue: id),
            isSupporter: try db.hasReceipt(standing.entry.playerId),
            isYourScore: standing.entry.playerId == request.playerId,
            outOf: standing.outOf,
            playerDisplayName: try db.displayName(of: standing.entry.playerId),
            rank: standing.rank,
            score: standing.entry.score
          )
        }
      )
    }
  }

  func vocabLeaderboard(
    _ request: FetchVocabLeaderboardRequest
  ) async throws -> [FetchVocabLeaderboardEntry] {
    let board = Board.words(request.language, .init(request.timeScope))
    return try await read([board], at: date()) { db in
      try db.standings(board, with: request.playerId).map { standing in
        let (id, word) = try db.word(standing.entry.source)
        return FetchVocabLeaderboardEntry(
          isSupporter: try db.hasReceipt(standing.entry.playerId),
          isYourScore: standing.entry.playerId == request.playerId,
          outOf: standing.outOf,
          playerDisplayName: try db.displayName(of: standing.entry.playerId),
          playerId: standing.entry.playerId,
          rank: standing.rank,
          score: standing.entry.score,
          word: word,
          wordId: id
        )
      }
    }
  }

  func word(_ id: WordID) async throws -> FetchVocabWordResponse {
    let word = try await read { db in
      let statement = try db.cachedStatement(
        sql: """
          SELECT word.moveIndex, word.word, score.moves, score.playerId, puzzle.letters FROM word
          JOIN score ON score.number = word.score JOIN puzzle ON puzzle.number = score.puzzle
          WHERE word.id = ?
          """
      )
      return try Row.fetchOne(statement, arguments: [id.rawValue]).map { row in
        FetchVocabWordResponse(
          moveIndex: row["moveIndex"],
          moves: try row.json("moves"),
          playerDisplayName: try db.displayName(of: row.id("playerId")),
          playerId: row.id("playerId"),
          puzzle: try row.puzzle(),
          word: row.text("word") ?? ""
        )
      }
    }
    guard let word else { throw SiteMiddleware.DatabaseError.notFound("a word \(id)") }
    return word
  }

  func weekInReview(
    _ request: FetchWeekInReviewRequest
  ) async throws -> FetchWeekInReviewResponse {
    let modes = GameMode.allCases.map { ($0, Board.scores($0, request.language, .week)) }
    let words = Board.words(request.language, .week)
    return try await read(modes.map(\.1) + [words], at: date()) { db in
      FetchWeekInReviewResponse(
        ranks: try modes.compactMap { gameMode, board in
          guard let board = try OpenBoard(board, db),
            let best = try board.best(of: request.playerId)
          else { return nil }
          return FetchWeekInReviewResponse.Rank(
            gameMode: gameMode,
            outOf: try board.playerCount(),
            rank: try board.rank(of: best.score)
          )
        },
        word: try OpenBoard(words, db)?.best(of: request.playerId).map { best in
          FetchWeekInReviewResponse.Word(letters: try db.word(best.source).1, score: best.score)
        }
      )
    }
  }
}

struct Standing {
  var entry: Entry
  var outOf: Int
  var rank: Int
}

extension GRDB.Database {
  /// Returns the top hundred entries of a board, followed by the player's own standing if it ranks lower.
  func standings(_ list: Board, with playerId: Player.ID) throws -> [Standing] {
    guard let board = try OpenBoard(list, self) else { return [] }
    let outOf = try board.playerCount()
    var (rank, last) = (0, Int?.none)
    var standings = try board.top(100).map { entry in
      if entry.score != last { rank += 1 }
      last = entry.score
      return Standing(entry: entry, outOf: outOf, rank: rank)
    }
    if standings.contains(where: { $0.entry.playerId == playerId }) { return standings }
    if let own = try board.best(of: playerId) {
      standings.append(Standing(entry: own, outOf: outOf, rank: try board.rank(of: own.score)))
    }
    return standings
  }

  func displayName(of playerId: Player.ID) throws -> String? {
    let statement = try cachedStatement(sql: "SELECT displayName FROM player WHERE id = ?")
    return try Row.fetchOne(statement, arguments: [playerId.rawValue])?.text("displayName")
  }

  fileprivate func hasReceipt(_ playerId: Player.ID) throws -> Bool {
    let statement = try cachedStatement(
      sql: "SELECT EXISTS (SELECT 1 FROM receipt WHERE playerId = ?)"
    )
    return try Bool.fetchOne(statement, arguments: [playerId.rawValue]) ?? false
  }

  fileprivate func word(_ number: Int64) throws -> (WordID, String) {
    let statement = try cachedStatement(sql: "SELECT id, word FROM word WHERE number = ?")
    guard let row = try Row.fetchOne(statement, arguments: [number]) else {
      throw CorruptedColumn(name: "source")
    }
    return (row.id("id"), row.text("word") ?? "")
  }
}
