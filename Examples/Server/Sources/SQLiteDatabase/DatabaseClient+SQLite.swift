// SPDX-License-Identifier: MIT

public import SiteMiddleware

extension DatabaseClient {
  /// Creates a client for an SQLite database.
  ///
  /// Failures of SQLite are thrown as a ``StorageError``.
  public static func sqlite(_ database: SQLiteDatabase) -> Self {
    Self(
      completeDailyChallenge: { try await database.complete($0, $1) },
      createTodaysDailyChallenge: { try await database.todaysChallenge($0) },
      fetchAppleReceipt: { try await database.receipt(of: $0) },
      fetchDailyChallengeById: { try await database.challenge($0) },
      fetchDailyChallengeHistory: { try await database.history($0) },
      fetchDailyChallengeResult: { try await database.result($0) },
      fetchDailyChallengeResults: { try await database.results($0) },
      fetchLeaderboard: { try await database.leaderboard($0) },
      fetchLeaderboardSummary: { try await database.rank($0) },
      fetchMatch: { try await database.match($0) },
      fetchMatches: { try await database.matches($0) },
      fetchPlayerByAccessToken: { try await database.player(accessToken: $0) },
      fetchPlayerByDeviceId: { try await database.player(deviceId: $0) },
      fetchPlayerRecord: { try await database.record(of: $0) },
      fetchSharedGame: { try await database.sharedGame($0) },
      fetchTurnBasedGame: { try await database.turnBasedGame($0) },
      fetchVocabLeaderboard: { try await database.vocabLeaderboard($0) },
      fetchVocabWord: { try await database.word($0) },
      fetchWeekInReview: { try await database.weekInReview($0) },
      insertPlayer: { try await database.makePlayer($0) },
      insertPushToken: { try await database.insert($0) },
      insertSharedGame: { try await database.share($0) },
      playTurn: { try await database.play($0) },
      startDailyChallenge: { try await database.start($0, $1) },
      startMatch: { try await database.start($0) },
      startRematch: { try await database.start($0) },
      submitLeaderboardScore: { try await database.store($0) },
      updateAppleReceipt: { try await database.update($1, of: $0) },
      updatePushSetting: { try await database.update($1, of: $0) }
    )
  }
}
