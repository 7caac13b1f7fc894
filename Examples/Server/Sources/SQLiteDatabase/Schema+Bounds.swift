// SPDX-License-Identifier: MIT

internal import Foundation
internal import GRDB
internal import Lockstep
internal import SharedModels

/// The tables of the second version, under temporary names until they replace the tables of the first version.
let boundedTables = """
  CREATE TABLE newPuzzle (
    number INTEGER PRIMARY KEY,
    letters ANY NOT NULL UNIQUE CHECK (\(size("letters")) <= 32768)
  ) STRICT;
  INSERT INTO newPuzzle SELECT number, letters FROM puzzle;

  CREATE TABLE newPlayer (
    id BLOB PRIMARY KEY,
    tokenHash BLOB NOT NULL UNIQUE,
    sealedToken BLOB NOT NULL,
    deviceHash BLOB NOT NULL UNIQUE,
    sealedDevice BLOB NOT NULL,
    createdAt REAL NOT NULL,
    displayName ANY CHECK (\(size("displayName")) <= \(Bounds.displayName)),
    gameCenterLocalPlayerId ANY
      CHECK (\(size("gameCenterLocalPlayerId")) <= \(Bounds.gameCenterPlayerId)),
    timeZone ANY NOT NULL CHECK (\(size("timeZone")) <= \(Bounds.timeZone))
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE newPushToken (
    token ANY PRIMARY KEY CHECK (\(size("token")) <= \(Bounds.pushToken)),
    playerId BLOB NOT NULL REFERENCES player(id),
    arn ANY NOT NULL CHECK (\(size("arn")) <= 2048),
    authorizationStatus INTEGER NOT NULL,
    build INTEGER NOT NULL,
    registration INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE newMatchParticipant (
    match INTEGER NOT NULL REFERENCES match(number) ON DELETE CASCADE,
    place INTEGER NOT NULL CHECK (place < \(Bounds.players)),
    playerId BLOB REFERENCES player(id),
    createdAt REAL NOT NULL,
    displayName ANY CHECK (\(size("displayName")) <= \(Bounds.displayName)),
    gameCenterLocalPlayerId ANY
      CHECK (\(size("gameCenterLocalPlayerId")) <= \(Bounds.gameCenterPlayerId)),
    outcome TEXT NOT NULL,
    result TEXT,
    PRIMARY KEY (match, place)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE newScore (
    number INTEGER PRIMARY KEY,
    id BLOB NOT NULL UNIQUE,
    playerId BLOB NOT NULL,
    puzzle INTEGER NOT NULL REFERENCES puzzle(number),
    createdAt REAL NOT NULL,
    dailyChallengeId BLOB REFERENCES dailyChallenge(id),
    gameContext TEXT NOT NULL,
    gameMode TEXT NOT NULL,
    language TEXT NOT NULL,
    score INTEGER NOT NULL,
    moves TEXT NOT NULL
  ) STRICT;
  """

private func size(_ column: String) -> String { "length(CAST(\(column) AS BLOB))" }

/// Replaces the old tables with the new ones.
///
/// References name their table, and SQLite does not check them before the end of a migration.
let replacement = """
  DROP TABLE puzzle;
  ALTER TABLE newPuzzle RENAME TO puzzle;

  DROP TABLE player;
  ALTER TABLE newPlayer RENAME TO player;

  DROP TABLE pushToken;
  ALTER TABLE newPushToken RENAME TO pushToken;
  CREATE INDEX pushTokenByPlayer ON pushToken(playerId, registration);

  DROP TABLE matchParticipant;
  ALTER TABLE newMatchParticipant RENAME TO matchParticipant;
  CREATE INDEX matchParticipantByPlayer ON matchParticipant(playerId, createdAt, match);
  CREATE INDEX matchParticipantResult ON matchParticipant(playerId, result, place);
  CREATE INDEX matchByPuzzle ON match(puzzle);

  DROP TABLE score;
  ALTER TABLE newScore RENAME TO score;
  CREATE UNIQUE INDEX scoreOfChallenge ON score(playerId, dailyChallengeId)
    WHERE dailyChallengeId IS NOT NULL;
  CREATE INDEX wordByScore ON word(score, points DESC);
  CREATE UNIQUE INDEX scoreOfPuzzle ON score(playerId, puzzle, gameContext)
    WHERE dailyChallengeId IS NULL;
  """

struct TextBound {
  var table: String
  var column: String
  var size: Int

  var triggers: String {
    let bytes = "length(CAST(NEW.\(column) AS BLOB))"
    return ["INSERT", "UPDATE"].map { change in
      """
      CREATE TRIGGER \(table)_\(column)_\(change) BEFORE \(change) ON \(table)
      WHEN \(bytes) > \(size)
      BEGIN SELECT RAISE(ABORT, '\(table).\(column) is too large'); END;
      """
    }
    .joined()
  }
}

/// The bounds of the texts in tables that the migration does not replace.
///
/// The model bounds moves by other criteria. This is the bound of their JSON.
///
/// A table that others reference without an index must not have a trigger, because each insertion would then search the
/// other tables for references.
let textBounds = [
  TextBound(table: "match", column: "moves", size: 8 << 20),
  TextBound(table: "score", column: "moves", size: 8 << 20),
  TextBound(table: "sharedGame", column: "code", size: Bounds.sharedGameCode),
  TextBound(table: "sharedGame", column: "moves", size: 8 << 20),
  TextBound(table: "word", column: "word", size: Bounds.facesOfWord * Bounds.letters),
]

extension GRDB.Database {
  /// Copies the contents of the first version's tables.
  ///
  /// Long texts are truncated. A player keeps all devices until the next one registers.
  func moveToBoundedTables() throws {
    let players = try Row.fetchCursor(self, sql: "SELECT * FROM player")
    while let row = try players.next() {
      let player = Player(
        accessToken: row.id("accessToken"),
        createdAt: row.date("createdAt"),
        deviceId: row.id("deviceId"),
        displayName: row.text("displayName")?.cut(to: Bounds.displayName),
        gameCenterLocalPlayerId: row.text("gameCenterLocalPlayerId")
          .map { GameCenterPlayerId(rawValue: $0.cut(to: Bounds.gameCenterPlayerId)) },
        id: row.id("id"),
        timeZone: (row.text("timeZone") ?? "").cut(to: Bounds.timeZone)
      )
      try insert(player, orElse: .abort, into: "newPlayer")
    }
    try execute(
      sql: """
        INSERT INTO newPushToken
        SELECT token, playerId, arn, authorizationStatus, build, 0 FROM pushToken
        WHERE \(size("token")) <= \(Bounds.pushToken) AND \(size("arn")) <= 2048
        """
    )
    try execute(sql: "INSERT INTO newScore SELECT * FROM score")
    let numbers = try Int64.fetchCursor(self, sql: "SELECT number FROM match")
    while let number = try numbers.next() {
      guard let match = try matches("match.number = ?", [number]).first else { continue }
      try insertParticipants(of: match, number, into: "newMatchParticipant")
    }
  }
}

extension String {
  fileprivate func cut(to limit: Int) -> String {
    // Cuts between whole characters, in one pass over the result.
    var (size, end) = (0, startIndex)
    while end < endIndex {
      let next = index(after: end)
      size += self[end..<next].utf8.count
      guard size <= limit else { break }
      end = next
    }
    return String(self[..<end])
  }
}
