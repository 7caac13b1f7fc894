// SPDX-License-Identifier: MIT

internal import Lockstep

extension DatabaseClient {
  /// A database that must not be used.
  public static let failing = Self(
    completeDailyChallenge: { _, _ in try unimplemented("DatabaseClient.completeDailyChallenge") },
    createTodaysDailyChallenge: { _ in
      try unimplemented("DatabaseClient.createTodaysDailyChallenge")
    },
    fetchAppleReceipt: { _ in try unimplemented("DatabaseClient.fetchAppleReceipt") },
    fetchDailyChallengeById: { _ in try unimplemented("DatabaseClient.fetchDailyChallengeById") },
    fetchDailyChallengeHistory: { _ in
      try unimplemented("DatabaseClient.fetchDailyChallengeHistory")
    },
    fetchDailyChallengeResult: { _ in try unimplemented("DatabaseClient.fetchDailyChallengeResult")
    },
    fetchDailyChallengeResults: { _ in
      try unimplemented("DatabaseClient.fetchDailyChallengeResults")
    },
    fetchLeaderboard: { _ in try unimplemented("DatabaseClient.fetchLeaderboard") },
    fetchLeaderboardSummary: { _ in try unimplemented("DatabaseClient.fetchLeaderboardSummary") },
    fetchMatch: { _ in try unimplemented("DatabaseClient.fetchMatch") },
    fetchMatches: { _ in try unimplemented("DatabaseClient.fetchMatches") },
    fetchPlayerByAccessToken: { _ in try unimplemented("DatabaseClient.fetchPlayerByAccessToken") },
    fetchPlayerByDeviceId: { _ in try unimplemented("DatabaseClient.fetchPlayerByDeviceId") },
    fetchSharedGame: { _ in try unimplemented("DatabaseClient.fetchSharedGame") },
    fetchVocabLeaderboard: { _ in try unimplemented("DatabaseClient.fetchVocabLeaderboard") },
    fetchVocabWord: { _ in try unimplemented("DatabaseClient.fetchVocabWord") },
    fetchWeekInReview: { _ in try unimplemented("DatabaseClient.fetchWeekInReview") },
    insertPlayer: { _ in try unimplemented("DatabaseClient.insertPlayer") },
    insertPushToken: { _ in try unimplemented("DatabaseClient.insertPushToken") },
    insertSharedGame: { _ in try unimplemented("DatabaseClient.insertSharedGame") },
    startDailyChallenge: { _, _ in try unimplemented("DatabaseClient.startDailyChallenge") },
    startMatch: { _ in try unimplemented("DatabaseClient.startMatch") },
    startRematch: { _ in try unimplemented("DatabaseClient.startRematch") },
    submitLeaderboardScore: { _ in try unimplemented("DatabaseClient.submitLeaderboardScore") },
    updateAppleReceipt: { _, _ in try unimplemented("DatabaseClient.updateAppleReceipt") },
    updatePushSetting: { _, _ in try unimplemented("DatabaseClient.updatePushSetting") }
  )
}
