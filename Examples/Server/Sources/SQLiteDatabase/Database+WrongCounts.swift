// SPDX-License-Identifier: MIT

internal import GRDB

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
