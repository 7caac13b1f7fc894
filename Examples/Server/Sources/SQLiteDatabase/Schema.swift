// SPDX-License-Identifier: MIT

internal import GRDB

/// The migrations that create the tables.
///
/// Dates are seconds since the reference date, ids are blobs of 16 bytes, and values that no query searches are JSON. A
/// text from a client has the type `ANY`, because a text that contains a zero is stored as a blob. `Bounds` limits its
/// size.
///
/// Access tokens and device ids are stored as in ``SealedID``.
///
/// A player has one score for each daily challenge, and otherwise one for each puzzle and context, so that a game of
/// one context never replaces a game of another.
///
/// The entries of a player on all boards are adjacent, so that a score changes one page of them.
/// What a player has in all lists stands together, so that a score changes one page of it.
func makeMigrator() -> DatabaseMigrator {
  var migrator = DatabaseMigrator()
  migrator.registerMigration("1: players, games, scores") { db in
    try db.execute(sql: records)
    try db.execute(sql: rankings)
  }
  migrator.registerMigration("2: hashes, contexts, bounds, pages") { db in
    try db.execute(sql: boundedTables)
    try db.moveToBoundedTables()
    try db.execute(sql: replacement)
    for bound in textBounds { try db.execute(sql: bound.triggers) }
  }
  return migrator
}

private let records = """
  CREATE TABLE player (
    id BLOB PRIMARY KEY,
    accessToken BLOB NOT NULL UNIQUE,
    deviceId BLOB NOT NULL UNIQUE,
    createdAt REAL NOT NULL,
    displayName ANY,
    gameCenterLocalPlayerId ANY,
    timeZone ANY NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE receipt (
    playerId BLOB PRIMARY KEY REFERENCES player(id),
    json TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE pushToken (
    token ANY PRIMARY KEY,
    playerId BLOB NOT NULL REFERENCES player(id),
    arn ANY NOT NULL,
    authorizationStatus INTEGER NOT NULL,
    build INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX pushTokenByPlayer ON pushToken(playerId);

  CREATE TABLE pushSetting (
    playerId BLOB NOT NULL REFERENCES player(id),
    type TEXT NOT NULL,
    isOn INTEGER NOT NULL,
    PRIMARY KEY (playerId, type)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE puzzle (
    number INTEGER PRIMARY KEY,
    letters ANY NOT NULL UNIQUE
  ) STRICT;

  CREATE TABLE dailyChallenge (
    id BLOB PRIMARY KEY,
    createdAt REAL NOT NULL,
    endsAt REAL NOT NULL,
    gameMode TEXT NOT NULL,
    gameNumber INTEGER NOT NULL,
    language TEXT NOT NULL,
    puzzle INTEGER NOT NULL REFERENCES puzzle(number),
    UNIQUE (gameMode, language, gameNumber),
    UNIQUE (gameMode, language, endsAt)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE dailyChallengePlay (
    dailyChallengeId BLOB NOT NULL REFERENCES dailyChallenge(id),
    playerId BLOB NOT NULL REFERENCES player(id),
    id BLOB NOT NULL,
    createdAt REAL NOT NULL,
    completedAt REAL,
    PRIMARY KEY (dailyChallengeId, playerId)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE sharedGame (
    code ANY PRIMARY KEY,
    id BLOB NOT NULL,
    gameMode TEXT NOT NULL,
    language TEXT NOT NULL,
    moves TEXT NOT NULL,
    puzzle INTEGER NOT NULL REFERENCES puzzle(number)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE match (
    number INTEGER PRIMARY KEY,
    id BLOB NOT NULL UNIQUE,
    createdAt REAL NOT NULL,
    currentPlayerIndex INTEGER,
    gameMode TEXT NOT NULL,
    language TEXT NOT NULL,
    moves TEXT NOT NULL,
    puzzle INTEGER NOT NULL REFERENCES puzzle(number),
    rematchOf INTEGER UNIQUE REFERENCES match(number),
    status TEXT NOT NULL
  ) STRICT;
  CREATE INDEX matchThatWaits ON match(gameMode, language, number) WHERE status = 'matching';

  CREATE TABLE matchParticipant (
    match INTEGER NOT NULL REFERENCES match(number) ON DELETE CASCADE,
    place INTEGER NOT NULL,
    playerId BLOB REFERENCES player(id),
    displayName ANY,
    gameCenterLocalPlayerId ANY,
    outcome TEXT NOT NULL,
    PRIMARY KEY (match, place)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX matchParticipantByPlayer ON matchParticipant(playerId, match);
  """

private let rankings = """
  CREATE TABLE score (
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
    moves TEXT NOT NULL,
    UNIQUE (playerId, puzzle)
  ) STRICT;

  CREATE TABLE word (
    number INTEGER PRIMARY KEY,
    id BLOB NOT NULL UNIQUE,
    score INTEGER NOT NULL REFERENCES score(number) ON DELETE CASCADE,
    moveIndex INTEGER NOT NULL,
    points INTEGER NOT NULL,
    word ANY NOT NULL
  ) STRICT;

  CREATE TABLE board (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    players INTEGER NOT NULL DEFAULT 0 CHECK (players >= 0)
  ) STRICT;

  CREATE TABLE entry (
    board INTEGER NOT NULL REFERENCES board(number),
    playerId BLOB NOT NULL,
    score INTEGER NOT NULL,
    createdAt REAL NOT NULL,
    source INTEGER NOT NULL,
    isBest INTEGER NOT NULL,
    isWindowed INTEGER NOT NULL,
    PRIMARY KEY (playerId, board, score DESC, createdAt, source)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX entryByRank ON entry(board, score DESC, createdAt, source) WHERE isBest;
  CREATE INDEX entryByAge ON entry(board, createdAt) WHERE isWindowed;

  CREATE TABLE tally (
    board INTEGER NOT NULL REFERENCES board(number),
    level INTEGER NOT NULL,
    prefix INTEGER NOT NULL,
    count INTEGER NOT NULL CHECK (count > 0),
    PRIMARY KEY (board, level, prefix)
  ) STRICT, WITHOUT ROWID;
  """
