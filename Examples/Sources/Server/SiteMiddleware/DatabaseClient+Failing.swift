// SPDX-License-Identifier: MIT

internal import Lockstep

extension DatabaseClient {
  /// A client that reports every use.
  public static let failing = Self(
    completeDailyChallenge: unimplemented("DatabaseClient.completeDailyChallenge"),
    createTodaysDailyChallenge: unimplemented("DatabaseClient.createTodaysDailyChallenge"),
    fetchAppleReceipt: unimplemented("DatabaseClient.fetchAppleReceipt"),
    fetchDailyChallengeById: unimplemented("DatabaseClient.fetchDailyChallengeById"),
    fetchDailyChallengeHistory: unimplemented("DatabaseClient.fetchDailyChallengeHistory"),
    fetchDailyChallengeResult: unimplemented("DatabaseClient.fetchDailyChallengeResult"),
    fetchDailyChallengeResults: unimplemented("DatabaseClient.fetchDailyChallengeResults"),
    fetchLeaderboard: unimplemented("DatabaseClient.fetchLeaderboard"),
    fetchLeaderboardSummary: unimplemented("DatabaseClient.fetchLeaderboardSummary"),
    fetchMatch: unimplemented("DatabaseClient.fetchMatch"),
    fetchMatches: unimplemented("DatabaseClient.fetchMatches"),
    fetchPlayerByAccessToken: unimplemented("DatabaseClient.fetchPlayerByAccessToken"),
    fetchPlayerByDeviceId: unimplemented("DatabaseClient.fetchPlayerByDeviceId"),
    fetchPlayerRecord: unimplemented("DatabaseClient.fetchPlayerRecord"),
    fetchSharedGame: unimplemented("DatabaseClient.fetchSharedGame"),
    fetchTurnBasedGame: unimplemented("DatabaseClient.fetchTurnBasedGame"),
    fetchVocabLeaderboard: unimplemented("DatabaseClient.fetchVocabLeaderboard"),
    fetchVocabWord: unimplemented("DatabaseClient.fetchVocabWord"),
    fetchWeekInReview: unimplemented("DatabaseClient.fetchWeekInReview"),
    insertPlayer: unimplemented("DatabaseClient.insertPlayer"),
    insertPushToken: unimplemented("DatabaseClient.insertPushToken"),
    insertSharedGame: unimplemented("DatabaseClient.insertSharedGame"),
    playTurn: unimplemented("DatabaseClient.playTurn"),
    startDailyChallenge: unimplemented("DatabaseClient.startDailyChallenge"),
    startMatch: unimplemented("DatabaseClient.startMatch"),
    startRematch: unimplemented("DatabaseClient.startRematch"),
    submitLeaderboardScore: unimplemented("DatabaseClient.submitLeaderboardScore"),
    updateAppleReceipt: unimplemented("DatabaseClient.updateAppleReceipt"),
    updatePushSetting: unimplemented("DatabaseClient.updatePushSetting")
  )
}
