// SPDX-License-Identifier: MIT

extension DatabaseClient {
  /// Returns a client of an in-memory database.
  public static func inMemory(_ database: InMemoryDatabase) -> Self {
    Self(
      completeDailyChallenge: { database.complete($0, $1) },
      createTodaysDailyChallenge: { database.todaysChallenge($0) },
      fetchAppleReceipt: { database.receipt(of: $0) },
      fetchDailyChallengeById: { try database.challenge($0) },
      fetchDailyChallengeHistory: { database.history($0) },
      fetchDailyChallengeResult: { database.result($0) },
      fetchDailyChallengeResults: { try database.results($0) },
      fetchLeaderboard: { database.leaderboard($0) },
      fetchLeaderboardSummary: { try database.rank($0) },
      fetchMatch: { database.match($0) },
      fetchMatches: { database.matches($0) },
      fetchPlayerByAccessToken: { database.player(accessToken: $0) },
      fetchPlayerByDeviceId: { database.player(deviceId: $0) },
      fetchPlayerRecord: { database.record(of: $0) },
      fetchSharedGame: { try database.sharedGame($0) },
      fetchTurnBasedGame: { try database.turnBasedGame($0) },
      fetchVocabLeaderboard: { database.vocabLeaderboard($0) },
      fetchVocabWord: { try database.word($0) },
      fetchWeekInReview: { database.weekInReview($0) },
      insertPlayer: { database.makePlayer($0) },
      insertPushToken: { database.insert($0) },
      insertSharedGame: { database.share($0) },
      playTurn: { try database.play($0) },
      startDailyChallenge: { database.start($0, $1) },
      startMatch: { try database.start($0) },
      startRematch: { try database.start($0) },
      submitLeaderboardScore: { try database.store($0) },
      updateAppleReceipt: { database.insert($1, of: $0) },
      updatePushSetting: { database.update($1, of: $0) }
    )
  }
}
