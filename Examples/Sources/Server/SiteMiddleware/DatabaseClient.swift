// SPDX-License-Identifier: MIT

public import Lockstep
public import ServerRouter
public import SharedModels

/// The database of the server.
///
/// `DatabaseClient.inMemory(_:)` is a database in the memory of the process.
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

  /// The latest daily challenges of a mode, at most ``SharedModels/Bounds/history``, the newest first.
  public var fetchDailyChallengeHistory:
    @Sendable (FetchDailyChallengeHistoryRequest) async throws -> DailyChallengeHistoryResponse

  /// How a player stands in a daily challenge.
  public var fetchDailyChallengeResult:
    @Sendable (FetchDailyChallengeResultRequest) async throws -> DailyChallengeResult

  /// How the players stand in a daily challenge, the best first; throws if there is no such one.
  public var fetchDailyChallengeResults:
    @Sendable (FetchDailyChallengeResultsRequest) async throws -> FetchDailyChallengeResultsResponse

  /// The best players of a mode, the best first.
  public var fetchLeaderboard:
    @Sendable (FetchLeaderboardRequest) async throws -> FetchLeaderboardResponse

  /// The rank of a score among those of its mode and time.
  public var fetchLeaderboardSummary:
    @Sendable (FetchLeaderboardSummaryRequest) async throws -> LeaderboardScoreResult.Rank

  /// A match; nil if there is none.
  public var fetchMatch: @Sendable (Match.ID) async throws -> Match?

  /// A page of the matches of a player, the newest first, of at most ``SharedModels/Bounds/matchesOfPage``;
  /// empty after a match that there is not.
  public var fetchMatches: @Sendable (FetchMatchesRequest) async throws -> [Match]

  /// The player behind an access token.
  public var fetchPlayerByAccessToken: @Sendable (AccessToken) async throws -> Player?

  /// The player of a device.
  public var fetchPlayerByDeviceId: @Sendable (DeviceId) async throws -> Player?

  /// How a player has done in all matches.
  public var fetchPlayerRecord: @Sendable (Player) async throws -> PlayerRecord

  /// A shared game; throws if there is none.
  public var fetchSharedGame: @Sendable (SharedGame.Code) async throws -> SharedGame

  /// The players for whom a turn-based game that somebody sends in counts, and the moves that count;
  /// ``FetchTurnBasedGameRequest/game(in:)`` answers it from stored matches.
  public var fetchTurnBasedGame: @Sendable (FetchTurnBasedGameRequest) async throws -> TurnBasedGame

  /// The players with the best words, the best first.
  public var fetchVocabLeaderboard:
    @Sendable (FetchVocabLeaderboardRequest) async throws -> [FetchVocabLeaderboardEntry]

  /// A word, and the game in which it was played; throws if there is none.
  public var fetchVocabWord: @Sendable (WordID) async throws -> FetchVocabWordResponse

  /// How a player did in the last seven days.
  public var fetchWeekInReview:
    @Sendable (FetchWeekInReviewRequest) async throws -> FetchWeekInReviewResponse

  /// Stores the player of a new device; of one that has a player, returns that one.
  public var insertPlayer: @Sendable (AuthenticateRequest) async throws -> Player

  /// Stores the address of a player's device, in place of the one stored for its token, and, beyond
  /// ``SharedModels/Bounds/pushTokens``, of the player's oldest one.
  public var insertPushToken: @Sendable (InsertPushTokenRequest) async throws -> Void

  /// Stores a game for others to play.
  public var insertSharedGame: @Sendable (CompletedGame) async throws -> SharedGame

  /// Stores a turn of a match, and returns the match after it; throws if the turn was played already, so
  /// that of several who play the same one, one does.
  public var playTurn: @Sendable (PlayTurnRequest) async throws -> Match

  /// Notes that a player plays a daily challenge; starting it again changes nothing.
  public var startDailyChallenge:
    @Sendable (DailyChallenge.ID, Player.ID) async throws -> DailyChallengePlay

  /// Stores a match, or lets the player join one that waits for a player; throws if the player has started
  /// ``SharedModels/Bounds/openMatches`` that are not over.
  public var startMatch: @Sendable (StartMatchRequest) async throws -> Match

  /// Stores the rematch of a match; of one that has a rematch, returns that one.
  public var startRematch: @Sendable (StartRematchRequest) async throws -> Match

  /// Stores a score; a second one of a player for the same daily challenge, or for the same puzzle in the same
  /// context, changes nothing.
  ///
  /// Throws for a daily challenge that ended more than an hour ago.
  public var submitLeaderboardScore:
    @Sendable (SubmitLeaderboardScore) async throws -> LeaderboardScore

  /// Stores the receipt of a player, in place of an earlier one.
  public var updateAppleReceipt: @Sendable (Player.ID, AppleReceipt) async throws -> Void

  /// Stores a setting of a player, in place of an earlier one.
  public var updatePushSetting: @Sendable (Player.ID, PushSetting) async throws -> Void

  /// Puts the endpoints together.
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
