// SPDX-License-Identifier: MIT

public import Lockstep
public import ServerRouter
public import SharedModels

/// The client of the server's database.
///
/// Use `DatabaseClient.inMemory(_:)` for a database in memory.
public struct DatabaseClient: Sendable {
  /// Marks a player's play of a daily challenge as completed; a second call changes nothing.
  public var completeDailyChallenge:
    @Sendable (DailyChallenge.ID, Player.ID) async throws -> DailyChallengePlay

  /// Returns the day's challenge in a mode, or creates it from the request if none exists.
  public var createTodaysDailyChallenge:
    @Sendable (CreateTodaysDailyChallengeRequest) async throws -> DailyChallenge

  /// Returns the receipt for the full game, if the player has bought it.
  public var fetchAppleReceipt: @Sendable (Player.ID) async throws -> AppleReceipt?

  /// Returns a daily challenge, or throws if it does not exist.
  public var fetchDailyChallengeById: @Sendable (DailyChallenge.ID) async throws -> DailyChallenge

  /// Returns the latest daily challenges of a mode, at most ``SharedModels/Bounds/history``, newest first.
  public var fetchDailyChallengeHistory:
    @Sendable (FetchDailyChallengeHistoryRequest) async throws -> DailyChallengeHistoryResponse

  /// Returns a player's result in a daily challenge.
  public var fetchDailyChallengeResult:
    @Sendable (FetchDailyChallengeResultRequest) async throws -> DailyChallengeResult

  /// Returns the standings of a daily challenge, best first, or throws if the challenge does not exist.
  public var fetchDailyChallengeResults:
    @Sendable (FetchDailyChallengeResultsRequest) async throws -> FetchDailyChallengeResultsResponse

  /// Returns the best players of a mode, best first.
  public var fetchLeaderboard:
    @Sendable (FetchLeaderboardRequest) async throws -> FetchLeaderboardResponse

  /// Returns the rank of a score among the scores of its mode and time scope.
  public var fetchLeaderboardSummary:
    @Sendable (FetchLeaderboardSummaryRequest) async throws -> LeaderboardScoreResult.Rank

  /// Returns a match; nil if it does not exist.
  public var fetchMatch: @Sendable (Match.ID) async throws -> Match?

  /// Returns a page of at most ``SharedModels/Bounds/matchesOfPage`` matches of a player, newest first.
  ///
  /// The page is empty if the match in the request does not exist.
  public var fetchMatches: @Sendable (FetchMatchesRequest) async throws -> [Match]

  /// Returns the player with an access token.
  public var fetchPlayerByAccessToken: @Sendable (AccessToken) async throws -> Player?

  /// Returns the player of a device.
  public var fetchPlayerByDeviceId: @Sendable (DeviceId) async throws -> Player?

  /// Returns a player's record in all matches.
  public var fetchPlayerRecord: @Sendable (Player) async throws -> PlayerRecord

  /// Returns a shared game, or throws if it does not exist.
  public var fetchSharedGame: @Sendable (SharedGame.Code) async throws -> SharedGame

  /// Returns the players and moves that count for a submitted turn-based game.
  ///
  /// ``FetchTurnBasedGameRequest/game(in:)`` computes the result from stored matches.
  public var fetchTurnBasedGame: @Sendable (FetchTurnBasedGameRequest) async throws -> TurnBasedGame

  /// Returns the players with the best words, best first.
  public var fetchVocabLeaderboard:
    @Sendable (FetchVocabLeaderboardRequest) async throws -> [FetchVocabLeaderboardEntry]

  /// Returns a word and the game in which it was played, or throws if the word does not exist.
  public var fetchVocabWord: @Sendable (WordID) async throws -> FetchVocabWordResponse

  /// Returns a player's results of the last seven days.
  public var fetchWeekInReview:
    @Sendable (FetchWeekInReviewRequest) async throws -> FetchWeekInReviewResponse

  /// Stores the player of a new device, or returns the existing player of the device.
  public var insertPlayer: @Sendable (AuthenticateRequest) async throws -> Player

  /// Stores the address of a player's device and replaces the address with the same token.
  ///
  /// If the player has more than ``SharedModels/Bounds/pushTokens`` addresses, the oldest one is removed.
  public var insertPushToken: @Sendable (InsertPushTokenRequest) async throws -> Void

  /// Stores a game for others to play.
  public var insertSharedGame: @Sendable (CompletedGame) async throws -> SharedGame

  /// Stores a turn and returns the updated match, or throws if the turn was already played.
  ///
  /// If several requests play the same turn, one of them succeeds.
  public var playTurn: @Sendable (PlayTurnRequest) async throws -> Match

  /// Records that a player starts a daily challenge; a second call changes nothing.
  public var startDailyChallenge:
    @Sendable (DailyChallenge.ID, Player.ID) async throws -> DailyChallengePlay

  /// Stores a match, or adds the player to a match that waits for an opponent.
  ///
  /// Throws if the player has started ``SharedModels/Bounds/openMatches`` matches that have not ended.
  public var startMatch: @Sendable (StartMatchRequest) async throws -> Match

  /// Stores the rematch of a match, or returns the existing rematch.
  public var startRematch: @Sendable (StartRematchRequest) async throws -> Match

  /// Stores a score, unless the player already has one for the same challenge, or the same puzzle and context.
  ///
  /// Throws if the daily challenge ended more than an hour ago.
  public var submitLeaderboardScore:
    @Sendable (SubmitLeaderboardScore) async throws -> LeaderboardScore

  /// Stores the receipt of a player and replaces an earlier one.
  public var updateAppleReceipt: @Sendable (Player.ID, AppleReceipt) async throws -> Void

  /// Stores a notification setting of a player and replaces an earlier one.
  public var updatePushSetting: @Sendable (Player.ID, PushSetting) async throws -> Void

  /// Creates a client from its endpoints.
  public init(
    completeDailyChallenge:
      @escaping @Sendable (DailyChallenge.ID, Player.ID) async throws -> DailyChallengePlay,
    createTodaysDailyChallenge:
      @escaping @Sendable (CreateTodaysDailyChallengeRequest) async throws -> DailyChallenge,
    fetchAppleReceipt: @escaping @Sendable (Player.ID) async throws -> AppleReceipt?,
    fetchDailyChallengeById: @escaping @Sendable (DailyChallenge.ID) async throws -> DailyChallenge,
    fetchDailyChallengeHistory:
      @escaping @Sendable (FetchDailyChallengeHistoryRequest) async throws ->
      DailyChallengeHistoryResponse,
    fetchDailyChallengeResult:
      @escaping @Sendable (FetchDailyChallengeResultRequest) async throws -> DailyChallengeResult,
    fetchDailyChallengeResults:
      @escaping @Sendable (FetchDailyChallengeResultsRequest) async throws ->
      FetchDailyChallengeResultsResponse,
    fetchLeaderboard:
      @escaping @Sendable (FetchLeaderboardRequest) async throws -> FetchLeaderboardResponse,
    fetchLeaderboardSummary:
      @escaping @Sendable (FetchLeaderboardSummaryRequest) async throws ->
      LeaderboardScoreResult.Rank,
    fetchMatch: @escaping @Sendable (Match.ID) async throws -> Match?,
    fetchMatches: @escaping @Sendable (FetchMatchesRequest) async throws -> [Match],
    fetchPlayerByAccessToken: @escaping @Sendable (AccessToken) async throws -> Player?,
    fetchPlayerByDeviceId: @escaping @Sendable (DeviceId) async throws -> Player?,
    fetchPlayerRecord: @escaping @Sendable (Player) async throws -> PlayerRecord,
    fetchSharedGame: @escaping @Sendable (SharedGame.Code) async throws -> SharedGame,
    fetchTurnBasedGame:
      @escaping @Sendable (FetchTurnBasedGameRequest) async throws -> TurnBasedGame,
    fetchVocabLeaderboard:
      @escaping @Sendable (FetchVocabLeaderboardRequest) async throws ->
      [FetchVocabLeaderboardEntry],
    fetchVocabWord: @escaping @Sendable (WordID) async throws -> FetchVocabWordResponse,
    fetchWeekInReview:
      @escaping @Sendable (FetchWeekInReviewRequest) async throws -> FetchWeekInReviewResponse,
    insertPlayer: @escaping @Sendable (AuthenticateRequest) async throws -> Player,
    insertPushToken: @escaping @Sendable (InsertPushTokenRequest) async throws -> Void,
    insertSharedGame: @escaping @Sendable (CompletedGame) async throws -> SharedGame,
    playTurn: @escaping @Sendable (PlayTurnRequest) async throws -> Match,
    startDailyChallenge:
      @escaping @Sendable (DailyChallenge.ID, Player.ID) async throws -> DailyChallengePlay,
    startMatch: @escaping @Sendable (StartMatchRequest) async throws -> Match,
    startRematch: @escaping @Sendable (StartRematchRequest) async throws -> Match,
    submitLeaderboardScore:
      @escaping @Sendable (SubmitLeaderboardScore) async throws -> LeaderboardScore,
    updateAppleReceipt: @escaping @Sendable (Player.ID, AppleReceipt) async throws -> Void,
    updatePushSetting: @escaping @Sendable (Player.ID, PushSetting) async throws -> Void
  ) {
    self.completeDailyChallenge = completeDailyChallenge
    self.createTodaysDailyChallenge = createTodaysDailyChallenge
    self.fetchAppleReceipt = fetchAppleReceipt
    self.fetchDailyChallengeById = fetchDailyChallengeById
    self.fetchDailyChallengeHistory = fetchDailyChallengeHistory
    self.fetchDailyChallengeResult = fetchDailyChallengeResult
    self.fetchDailyChallengeResults = fetchDailyChallengeResults
    self.fetchLeaderboard = fetchLeaderboard
    self.fetchLeaderboardSummary = fetchLeaderboardSummary
    self.fetchMatch = fetchMatch
    self.fetchMatches = fetchMatches
    self.fetchPlayerByAccessToken = fetchPlayerByAccessToken
    self.fetchPlayerByDeviceId = fetchPlayerByDeviceId
    self.fetchPlayerRecord = fetchPlayerRecord
    self.fetchSharedGame = fetchSharedGame
    self.fetchTurnBasedGame = fetchTurnBasedGame
    self.fetchVocabLeaderboard = fetchVocabLeaderboard
    self.fetchVocabWord = fetchVocabWord
    self.fetchWeekInReview = fetchWeekInReview
    self.insertPlayer = insertPlayer
    self.insertPushToken = insertPushToken
    self.insertSharedGame = insertSharedGame
    self.playTurn = playTurn
    self.startDailyChallenge = startDailyChallenge
    self.startMatch = startMatch
    self.startRematch = startRematch
    self.submitLeaderboardScore = submitLeaderboardScore
    self.updateAppleReceipt = updateAppleReceipt
    self.updatePushSetting = updatePushSetting
  }
}
