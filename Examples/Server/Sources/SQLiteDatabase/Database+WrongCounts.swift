// SPDX-License-Identifier: MIT

internal import Foundation
internal import GRDB

extension GRDB.Database {
  /// Recomputes the boards from all scores and words, and returns the differences.
  ///
  /// It ignores expired scores. A board removes them only when it is read.
  func wrongCounts(_ now: Date) throws -> [String] {
    try wrongEntries(now) + wrongBest() + wrongTallies()
  }

  private func wrongEntries(_ now: Date) throws -> [String] {
    let arguments: StatementArguments = [
      "day": Board.Window.day.earliest(now), "week": Board.Window.week.earliest(now),
    ]
    func lines(_ heading: String, _ first: String, except second: String) throws -> [String] {
      try String.fetchAll(
        self,
        sql: """
          WITH \(expectedEntries), \(currentEntries)
          SELECT DISTINCT name FROM (SELECT * FROM \(first) EXCEPT SELECT * FROM \(second))
          ORDER BY name
          """,
        arguments: arguments
      )
      .map { "\(heading): \($0)" }
    }
    return try lines("lacks a score", "expected", except: "current")
      + lines("has a score that does not belong there", "current", except: "expected")
  }

  /// Finds players whose best score is not marked, or who have another score marked.
  private func wrongBest() throws -> [String] {
    try String.fetchAll(
      self,
      sql: """
        SELECT DISTINCT name FROM (
          SELECT board AS number, isBest, 1 = ROW_NUMBER() OVER (
            PARTITION BY board, playerId ORDER BY score DESC, createdAt, source
          ) AS isFirst
          FROM entry
        )
        JOIN board USING (number) WHERE isBest <> isFirst ORDER BY name
        """
    )
    .map { "not the best score of a player: \($0)" }
  }

  private func wrongTallies() throws -> [String] {
    let players = try String.fetchAll(
      self,
      sql: """
        SELECT name FROM board
        WHERE players <> (SELECT COUNT(*) FROM entry WHERE board = board.number AND isBest)
        ORDER BY name
        """
    )
    let tallies = try wrongTallies(
      "level = 0",
      """
      SELECT 0, score, COUNT(*) FROM entry WHERE board = board.number AND isBest GROUP BY score
      """
    )
    let levels = try wrongTallies(
      "level <> 0",
      """
      SELECT level.value, prefix >> (8 * level.value), COUNT(*)
      FROM tally, json_each('[1,2,3,4,5,6,7]') AS level
      WHERE board = board.number AND tally.level = 0 GROUP BY 1, 2
      """
    )
    return players.map { "wrong number of players: \($0)" }
      + tallies.map { "wrong number of players with a score: \($0)" }
      + levels.map { "wrong number of scores: \($0)" }
  }

  private func wrongTallies(_ levels: String, _ query: String) throws -> [String] {
    let tallies = "SELECT level, prefix, count FROM tally WHERE board = board.number AND \(levels)"
    return try String.fetchAll(
      self,
      sql: """
        SELECT name FROM board
        WHERE EXISTS (\(query) EXCEPT \(tallies)) OR EXISTS (\(tallies) EXCEPT \(query))
        ORDER BY name
        """
    )
  }
}

/// Computes the entries that each board must contain from all scores.
///
/// A board without a window contains the earliest of each player's best scores. A board with a window contains each
/// score that no later score of the player has beaten, and the earliest of equal scores.
private let expectedEntries = """
  source AS (
    SELECT 'scores ' || gameMode || ' ' || language AS list, playerId, score, createdAt, number FROM score
    UNION ALL
    SELECT 'words ' || language, playerId, points, createdAt, word.number
    FROM word JOIN score ON score.number = word.score
  ),
  lasting AS (
    SELECT list || ' ever' AS name, playerId, score, createdAt, number FROM source
    UNION ALL
    SELECT 'dailyChallenge ' || substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-'
      || substr(hex, 13, 4) || '-' || substr(hex, 17, 4) || '-' || substr(hex, 21),
      playerId, score, createdAt, number
    FROM (SELECT *, hex(dailyChallengeId) AS hex FROM score WHERE dailyChallengeId IS NOT NULL)
  ),
  rankedLasting AS (
    SELECT *, ROW_NUMBER() OVER (
      PARTITION BY name, playerId ORDER BY score DESC, createdAt, number
    ) AS place
    FROM lasting
  ),
  rankedSource AS (
    SELECT *,
      ROW_NUMBER() OVER (PARTITION BY list, playerId, score, createdAt ORDER BY number) AS place,
      MAX(score) OVER (PARTITION BY list, playerId ORDER BY createdAt DESC) AS bestSince
    FROM source
  ),
  expected AS (
    SELECT name, playerId, score, createdAt, number, 0 AS isWindowed FROM rankedLasting WHERE place = 1
    UNION ALL
    SELECT list || ' day', playerId, score, createdAt, number, 1 FROM rankedSource
    WHERE place = 1 AND score = bestSince AND createdAt >= :day
    UNION ALL
    SELECT list || ' week', playerId, score, createdAt, number, 1 FROM rankedSource
    WHERE place = 1 AND score = bestSince AND createdAt >= :week
  )
  """

private let currentEntries = """
  current AS (
    SELECT name, playerId, score, createdAt, source, isWindowed
    FROM entry JOIN board ON board.number = entry.board
    WHERE createdAt >= CASE
      WHEN name LIKE '% day' THEN :day WHEN name LIKE '% week' THEN :week ELSE createdAt
    END
  )
  """
