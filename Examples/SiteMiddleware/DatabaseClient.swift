// SPDX-License-Identifier: MIT

public import Lockstep
public import ServerRouter
public import SharedModels

/// What the server stores.
///
/// `DatabaseClient.inMemory()` is a database in the memory of the process.
public struct DatabaseClient: Sendable {
  /// Marks a player's play of a daily challenge as complete; completing it again changes nothing.
  public var completeDailyChallenge:
    @Sendable (DailyChallenge.ID, Player.ID) async throws -> DailyChallengePlay

  /// The day's challenge in a mode; made of the proposal if there is none yet.
  public var createTodaysDailyChallenge:
    @Sendable (CreateTodaysDailyChallengeRequest) async throws -> DailyChallenge

  /// The receipt for the full game, if the player has bought it.
  public var fetchAppleReceipt: @Sendable (Player.ID) async throws -> AppleReceipt?

  /// A daily challenge; throws if there is none.
  public var fetchDailyChallengeById: @Sendable (DailyChallenge.ID) async throws -> DailyChallenge

  /// How a player stands in a daily challenge.
  public var fetchDailyChallengeResult:
    @Sendable (FetchDailyChallengeResultRequest) async throws -> DailyChallengeResult

  /// The rank of a score among those of its mode and time.
  public var fetchLeaderboardSummary:
    @Sendable (FetchLeaderboardSummaryRequest) async throws -> LeaderboardScoreResult.Rank

  /// A match; nil if there is none.
  public var fetchMatch: @Sendable (Match.ID) async throws -> Match?

  /// The matches of a player, the newest first.
  public var fetchMatches: @Sendable (Player.ID) async throws -> [Match]

  /// The player behind an access token.
  public var fetchPlayerByAccessToken: @Sendable (AccessToken) async throws -> Player?

  /// The player of a device.
  public var fetchPlayerByDeviceId: @Sendable (DeviceId) async throws -> Player?

  /// A shared game; throws if there is none.
  public var fetchSharedGame: @Sendable (SharedGame.Code) async throws -> SharedGame

  /// Stores the player of a new device; of one that has a player, returns that one.
  public var insertPlayer: @Sendable (AuthenticateRequest) async throws -> Player

  /// Notes that a player plays a daily challenge; starting it again changes nothing.
  public var startDailyChallenge:
    @Sendable (DailyChallenge.ID, Player.ID) async throws -> DailyChallengePlay

  /// Stores a match, or lets the player join one that waits for a player.
  public var startMatch: @Sendable (StartMatchRequest) async throws -> Match

  /// Stores the rematch of a match; of one that has a rematch, returns that one.
  public var startRematch: @Sendable (StartRematchRequest) async throws -> Match

  /// Stores a score; a second one for the same puzzle and player changes nothing.
  public var submitLeaderboardScore:
    @Sendable (SubmitLeaderboardScore) async throws -> LeaderboardScore

  /// Puts the endpoints together.
  public init(
    completeDailyChallenge:
      @escaping @Sendable (DailyChallenge.ID, Player.ID) async throws -> DailyChallengePlay,
    createTodaysDailyChallenge:
      @escaping @Sendable (CreateTodaysDailyChallengeRequest) async throws -> DailyChallenge,
    fetchAppleReceipt: @escaping @Sendable (Player.ID) async throws -> AppleReceipt?,
    fetchDailyChallengeById:
      @escaping @Sendable (DailyChallenge.ID) async throws -> DailyChallenge,
    fetchDailyChallengeResult:
      @escaping @Sendable (FetchDailyChallengeResultRequest) async throws -> DailyChallengeResult,
    fetchLeaderboardSummary:
      @escaping @Sendable (FetchLeaderboardSummaryRequest) async throws ->
      LeaderboardScoreResult.Rank,
    fetchMatch: @escaping @Sendable (Match.ID) async throws -> Match?,
    fetchMatches: @escaping @Sendable (Player.ID) async throws -> [Match],
    fetchPlayerByAccessToken: @escaping @Sendable (AccessToken) async throws -> Player?,
    fetchPlayerByDeviceId: @escaping @Sendable (DeviceId) async throws -> Player?,
    fetchSharedGame: @escaping @Sendable (SharedGame.Code) async throws -> SharedGame,
    insertPlayer: @escaping @Sendable (AuthenticateRequest) async throws -> Player,
    startDailyChallenge:
      @escaping @Sendable (DailyChallenge.ID, Player.ID) async throws -> DailyChallengePlay,
    startMatch: @escaping @Sendable (StartMatchRequest) async throws -> Match,
    startRematch: @escaping @Sendable (StartRematchRequest) async throws -> Match,
    submitLeaderboardScore:
      @escaping @Sendable (SubmitLeaderboardScore) async throws -> LeaderboardScore
  ) {
    self.completeDailyChallenge = completeDailyChallenge
    self.createTodaysDailyChallenge = createTodaysDailyChallenge
    self.fetchAppleReceipt = fetchAppleReceipt
    self.fetchDailyChallengeById = fetchDailyChallengeById
    self.fetchDailyChallengeResult = fetchDailyChallengeResult
    self.fetchLeaderboardSummary = fetchLeaderboardSummary
    self.fetchMatch = fetchMatch
    self.fetchMatches = fetchMatches
    self.fetchPlayerByAccessToken = fetchPlayerByAccessToken
    self.fetchPlayerByDeviceId = fetchPlayerByDeviceId
    self.fetchSharedGame = fetchSharedGame
    self.insertPlayer = insertPlayer
    self.startDailyChallenge = startDailyChallenge
    self.startMatch = startMatch
    self.startRematch = startRematch
    self.submitLeaderboardScore = submitLeaderboardScore
  }

  /// A database that must not be used.
  public static let failing = Self(
    completeDailyChallenge: { _, _ in
      try unimplemented("DatabaseClient.completeDailyChallenge")
    },
    createTodaysDailyChallenge: { _ in
      try unimplemented("DatabaseClient.createTodaysDailyChallenge")
    },
    fetchAppleReceipt: { _ in try unimplemented("DatabaseClient.fetchAppleReceipt") },
    fetchDailyChallengeById: { _ in
      try unimplemented("DatabaseClient.fetchDailyChallengeById")
    },
    fetchDailyChallengeResult: { _ in
      try unimplemented("DatabaseClient.fetchDailyChallengeResult")
    },
    fetchLeaderboardSummary: { _ in
      try unimplemented("DatabaseClient.fetchLeaderboardSummary")
    },
    fetchMatch: { _ in try unimplemented("DatabaseClient.fetchMatch") },
    fetchMatches: { _ in try unimplemented("DatabaseClient.fetchMatches") },
    fetchPlayerByAccessToken: { _ in
      try unimplemented("DatabaseClient.fetchPlayerByAccessToken")
    },
    fetchPlayerByDeviceId: { _ in try unimplemented("DatabaseClient.fetchPlayerByDeviceId") },
    fetchSharedGame: { _ in try unimplemented("DatabaseClient.fetchSharedGame") },
    insertPlayer: { _ in try unimplemented("DatabaseClient.insertPlayer") },
    startDailyChallenge: { _, _ in try unimplemented("DatabaseClient.startDailyChallenge") },
    startMatch: { _ in try unimplemented("DatabaseClient.startMatch") },
    startRematch: { _ in try unimplemented("DatabaseClient.startRematch") },
    submitLeaderboardScore: { _ in try unimplemented("DatabaseClient.submitLeaderboardScore") }
  )
}
