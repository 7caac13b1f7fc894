// SPDX-License-Identifier: MIT

internal import Foundation
internal import GRDB
internal import Lockstep
internal import SharedModels
internal import SiteMiddleware

/// A list of players by their best score, which is kept in order while scores come in.
///
/// Three tables hold it, so that neither a score nor a rank costs more as the list grows:
///
/// - `entry` has the scores of each player that are, or can become, the best one. With a window, those
///   are the ones after which nothing better came: the others can never be the best again.
/// - `tally` counts. At level 0 stands how many players have a score as their best, at level *n* how
///   many distinct scores have the same bits above the lowest 8 × *n*. The scores above a given one
///   are counted with at most 255 lines of each of the 8 levels.
/// - `board` has the number of players.
enum Board: Hashable {
  case dailyChallenge(DailyChallenge.ID)
  case scores(GameMode, Language, Window)
  case words(Language, Window)

  /// How far back a list reaches.
  enum Window: String, CaseIterable {
    case ever, day, week

    init(_ timeScope: TimeScope) {
      switch timeScope {
      case .allTime, .interesting: self = .ever
      case .lastDay: self = .day
      case .lastWeek: self = .week
      }
    }

    var seconds: TimeInterval? {
      switch self {
      case .ever: nil
      case .day: 24 * 60 * 60
      case .week: 7 * 24 * 60 * 60
      }
    }
  }

  var name: String {
    switch self {
    case .dailyChallenge(let id): "dailyChallenge \(id.rawValue.uuidString)"
    case .scores(let mode, let language, let window):
      "scores \(mode.rawValue) \(language.rawValue) \(window.rawValue)"
    case .words(let language, let window): "words \(language.rawValue) \(window.rawValue)"
    }
  }

  private var window: Window {
    switch self {
    case .dailyChallenge: .ever
    case .scores(_, _, let window), .words(_, let window): window
    }
  }

  fileprivate var isWindowed: Bool { window != .ever }

  /// The date before which a score no longer counts.
  fileprivate func earliest(_ now: Date) -> Double? {
    window.seconds.map { now.addingTimeInterval(-$0).timeIntervalSinceReferenceDate }
  }

  /// The lists from which scores go after a time.
  static let windowed: [Board] = Language.allCases.flatMap { language in
    [Window.day, .week].flatMap { window in
      GameMode.allCases.map { .scores($0, language, window) } + [.words(language, window)]
    }
  }
}

/// A score in a list.
struct Entry: Equatable {
  var playerId: Player.ID
  var score: Int
  var createdAt: Double
  /// The number of the score or of the word, which grows with each.
  var source: Int64

  func isBetter(than other: Self) -> Bool {
    if score != other.score { return score > other.score }
    if createdAt != other.createdAt { return createdAt < other.createdAt }
    return source < other.source
  }

  fileprivate init(_ row: Row) {
    playerId = Player.ID(rawValue: row["playerId"])
    score = row["score"]
    createdAt = row["createdAt"]
    source = row["source"]
  }

  init(playerId: Player.ID, score: Int, createdAt: Double, source: Int64) {
    self.playerId = playerId
    self.score = score
    self.createdAt = createdAt
    self.source = source
  }
}

/// A list in a transaction.
struct OpenBoard {
  let board: Board
  let db: GRDB.Database
  private let number: Int64

  /// Opens a list; nil if nothing was ever in it.
  init?(_ board: Board, _ db: GRDB.Database) throws {
    let statement = try db.cachedStatement(sql: "SELECT number FROM board WHERE name = ?")
    guard let number = try Int64.fetchOne(statement, arguments: [board.name]) else { return nil }
    self.init(board, db, number)
  }

  private init(_ board: Board, _ db: GRDB.Database, _ number: Int64) {
    self.board = board
    self.db = db
    self.number = number
  }

  /// Opens a list, and makes it if there is none.
  static func make(_ board: Board, _ db: GRDB.Database) throws -> Self {
    if let open = try OpenBoard(board, db) { return open }
    try db.execute(sql: "INSERT INTO board (name) VALUES (?)", arguments: [board.name])
    return OpenBoard(board, db, db.lastInsertedRowID)
  }

  // MARK: Reading

  func playerCount() throws -> Int {
    let statement = try db.cachedStatement(sql: "SELECT players FROM board WHERE number = ?")
    return try Int.fetchOne(statement, arguments: [number]) ?? 0
  }

  /// The best score of a player.
  func best(of playerId: Player.ID) throws -> Entry? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT playerId, score, createdAt, source FROM entry WHERE board = ? AND playerId = ?
        ORDER BY score DESC, createdAt, source LIMIT 1
        """
    )
    return try Row.fetchOne(statement, arguments: [number, playerId.rawValue]).map(Entry.init)
  }

  /// The best scores, the best first.
  func top(_ count: Int) throws -> [Entry] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT playerId, score, createdAt, source FROM entry WHERE board = ? AND isBest
        ORDER BY score DESC, createdAt, source LIMIT ?
        """
    )
    return try Row.fetchAll(statement, arguments: [number, count]).map(Entry.init)
  }

  /// The number of distinct better scores, plus one.
  ///
  /// - Complexity: O(1): at most 255 lines at each level.
  func rank(of score: Int) throws -> Int {
    let distinct = try db.cachedStatement(
      sql: "SELECT COUNT(*) FROM tally WHERE board = ? AND level = ? AND prefix > ? AND prefix <= ?"
    )
    let sum = try db.cachedStatement(
      sql: """
        SELECT IFNULL(SUM(count), 0) FROM tally
        WHERE board = ? AND level = ? AND prefix > ? AND prefix <= ?
        """
    )
    var rank = 1
    for level in 0..<Self.levels {
      let prefix = score >> (8 * level)
      let last = level == Self.levels - 1 ? Int.max : prefix | 255
      rank +=
        try Int.fetchOne(
          level == 0 ? distinct : sum,
          arguments: [number, level, prefix, last]
        ) ?? 0
    }
    return rank
  }

  /// Whether scores are in the list that no longer count.
  func isDue(_ now: Date) throws -> Bool {
    guard let earliest = board.earliest(now) else { return false }
    let statement = try db.cachedStatement(
      sql: "SELECT EXISTS (SELECT 1 FROM entry WHERE board = ? AND createdAt < ? AND isWindowed)"
    )
    return try Bool.fetchOne(statement, arguments: [number, earliest]) ?? false
  }

  // MARK: Writing

  /// Takes in a score, unless it can never be the best one of its player.
  ///
  /// - Complexity: O(log *n*) in the number of scores, amortized over them.
  func insert(_ entry: Entry, now: Date) throws {
    if let earliest = board.earliest(now) {
      guard entry.createdAt >= earliest, try isOutlived(entry) == false else { return }
      let best = try best(of: entry.playerId)
      try delete(
        "score < ? AND createdAt <= ?",
        of: entry.playerId,
        [entry.score, entry.createdAt]
      )
      let isBest = best.map(entry.isBetter) ?? true
      if isBest, let best { try setBest(best, false) }
      try add(entry, isBest: isBest)
      if isBest { try count(entry.score, insteadOf: best?.score) }
    } else {
      let best = try best(of: entry.playerId)
      if let best {
        guard entry.isBetter(than: best) else { return }
        try delete("TRUE", of: entry.playerId, [])
      }
      try add(entry, isBest: true)
      try count(entry.score, insteadOf: best?.score)
    }
  }

  /// Takes out the scores that no longer count, in favour of the next best ones of their players.
  ///
  /// - Complexity: O(log *n*) for each of them.
  func removeExpired(_ now: Date) throws {
    guard let earliest = board.earliest(now) else { return }
    let statement = try db.cachedStatement(
      sql: """
        SELECT playerId, score, createdAt, source FROM entry
        WHERE board = ? AND createdAt < ? AND isWindowed AND isBest
        """
    )
    let best = try Row.fetchAll(statement, arguments: [number, earliest]).map(Entry.init)
    try db.execute(
      literal:
        "DELETE FROM entry WHERE board = \(number) AND createdAt < \(earliest) AND isWindowed"
    )
    for entry in best {
      let next = try self.best(of: entry.playerId)
      if let next { try setBest(next, true) }
      try count(next?.score, insteadOf: entry.score)
    }
  }

  /// Whether a score as good stays in the list for as long.
  private func isOutlived(_ entry: Entry) throws -> Bool {
    // Of the better ones the lowest is the latest, because the others were not deleted for it.
    let statement = try db.cachedStatement(
      sql: """
        SELECT createdAt FROM entry WHERE board = ? AND playerId = ? AND score > ?
        ORDER BY score, createdAt DESC LIMIT 1
        """
    )
    let latest = try Double.fetchOne(
      statement,
      arguments: [number, entry.playerId.rawValue, entry.score]
    )
    if let latest, latest >= entry.createdAt { return true }
    let same = try db.cachedStatement(
      sql: """
        SELECT EXISTS (
          SELECT 1 FROM entry WHERE board = ? AND playerId = ? AND score = ? AND createdAt = ?
        )
        """
    )
    return try Bool.fetchOne(
      same,
      arguments: [number, entry.playerId.rawValue, entry.score, entry.createdAt]
    ) ?? false
  }

  private func add(_ entry: Entry, isBest: Bool) throws {
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO entry (board, playerId, score, createdAt, source, isBest, isWindowed)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """
    )
    try statement.execute(
      arguments: [
        number, entry.playerId.rawValue, entry.score, entry.createdAt, entry.source, isBest,
        board.isWindowed,
      ]
    )
  }

  private func setBest(_ entry: Entry, _ isBest: Bool) throws {
    let statement = try db.cachedStatement(
      sql: """
        UPDATE entry SET isBest = ?
        WHERE board = ? AND playerId = ? AND score = ? AND createdAt = ? AND source = ?
        """
    )
    try statement.execute(
      arguments: [
        isBest, number, entry.playerId.rawValue, entry.score, entry.createdAt, entry.source,
      ]
    )
  }

  private func delete(
    _ condition: String,
    of playerId: Player.ID,
    _ arguments: StatementArguments
  ) throws {
    let statement = try db.cachedStatement(
      sql: "DELETE FROM entry WHERE board = ? AND playerId = ? AND \(condition)"
    )
    try statement.execute(arguments: [number, playerId.rawValue] + arguments)
  }

  // MARK: Counting

  private static let levels = 8

  /// Counts the best score of a player, in place of an earlier one; nil is that of somebody who is
  /// not in the list.
  private func count(_ score: Int?, insteadOf replaced: Int?) throws {
    if score == replaced { return }
    if let score { try change(score, by: 1) }
    if let replaced { try change(replaced, by: -1) }
    guard (score == nil) != (replaced == nil) else { return }
    let statement = try db.cachedStatement(
      sql: "UPDATE board SET players = players + ? WHERE number = ?"
    )
    try statement.execute(arguments: [score == nil ? -1 : 1, number])
  }

  private func change(_ score: Int, by difference: Int) throws {
    let count = try change(level: 0, score, by: difference)
    guard count == (difference > 0 ? 1 : 0) else { return }
    // The first or the last player with this score.
    for level in 1..<Self.levels {
      _ = try change(level: level, score >> (8 * level), by: difference)
    }
  }

  /// Changes one count, and returns the new one.
  private func change(level: Int, _ prefix: Int, by difference: Int) throws -> Int {
    let select = try db.cachedStatement(
      sql: "SELECT count FROM tally WHERE board = ? AND level = ? AND prefix = ?"
    )
    let known = try Int.fetchOne(select, arguments: [number, level, prefix])
    let count = (known ?? 0) + difference
    switch (known, count) {
    case (_, 0):
      let delete = try db.cachedStatement(
        sql: "DELETE FROM tally WHERE board = ? AND level = ? AND prefix = ?"
      )
      try delete.execute(arguments: [number, level, prefix])
    case (nil, _):
      let insert = try db.cachedStatement(
        sql: "INSERT INTO tally (board, level, prefix, count) VALUES (?, ?, ?, ?)"
      )
      try insert.execute(arguments: [number, level, prefix, count])
    default:
      let update = try db.cachedStatement(
        sql: "UPDATE tally SET count = ? WHERE board = ? AND level = ? AND prefix = ?"
      )
      try update.execute(arguments: [count, number, level, prefix])
    }
    return count
  }
}

extension GRDB.Database {
  /// The lists that are not what the scores say, which are counted anew.
  func wrongCounts() throws -> [String] {
    let players = try String.fetchAll(
      self,
      sql: """
        SELECT name FROM board
        WHERE players <> (SELECT COUNT(*) FROM entry WHERE board = board.number AND isBest)
        """
    )
    let tallies = try String.fetchAll(
      self,
      sql: """
        SELECT name FROM board WHERE EXISTS (
          SELECT score, COUNT(*) FROM entry WHERE board = board.number AND isBest GROUP BY score
          EXCEPT SELECT prefix, count FROM tally WHERE board = board.number AND level = 0
        ) OR EXISTS (
          SELECT prefix, count FROM tally WHERE board = board.number AND level = 0
          EXCEPT SELECT score, COUNT(*) FROM entry
          WHERE board = board.number AND isBest GROUP BY score
        )
        """
    )
    let levels = try String.fetchAll(
      self,
      sql: """
        SELECT name FROM board WHERE EXISTS (
          SELECT level.value, prefix >> (8 * level.value), COUNT(*)
          FROM tally, json_each('[1,2,3,4,5,6,7]') AS level
          WHERE board = board.number AND tally.level = 0 GROUP BY 1, 2
          EXCEPT SELECT level, prefix, count FROM tally WHERE board = board.number AND level > 0
        )
        """
    )
    let best = try String.fetchAll(
      self,
      sql: """
        SELECT name FROM board
        JOIN (
          SELECT 'scores ' || gameMode || ' ' || language || ' ever' AS list, playerId,
            MAX(score) AS score
          FROM score GROUP BY gameMode, language, playerId
        ) AS best ON best.list = board.name
        WHERE NOT EXISTS (
          SELECT 1 FROM entry WHERE board = board.number AND isBest
            AND playerId = best.playerId AND score = best.score
        )
        GROUP BY name
        """
    )
    return players.map { "wrong number of players: \($0)" }
      + tallies.map { "wrong number of players with a score: \($0)" }
      + levels.map { "wrong number of scores: \($0)" }
      + best.map { "not the best score of a player: \($0)" }
  }
}
