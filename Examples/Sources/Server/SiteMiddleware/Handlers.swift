// SPDX-License-Identifier: MIT

internal import Foundation
internal import ServerRouter
internal import SharedModels

// MARK: Players

func currentPlayer(
  _ player: Player,
  _ environment: ServerEnvironment
) async throws -> CurrentPlayerEnvelope {
  CurrentPlayerEnvelope(
    appleReceipt: try await environment.database.fetchAppleReceipt(player.id),
    player: player
  )
}

func authenticate(
  _ request: AuthenticateRequest,
  from address: String,
  _ environment: ServerEnvironment
) async throws -> Response {
  let known = try await environment.database.fetchPlayerByDeviceId(request.deviceId)
  var player = known
  if player == nil {
    if let seconds = environment.limiter.newPlayer(address) {
      throw TooManyRequests(limit: "new players from this address", seconds: seconds)
    }
    player = try await environment.database.insertPlayer(request)
  }
  guard let player else { throw AccessDenied() }
  return .json(try await currentPlayer(player, environment), environment.envVars)
}

// MARK: Daily challenges

func todaysDailyChallenges(
  _ language: Language,
  _ player: Player,
  _ environment: ServerEnvironment
) async throws -> [FetchTodaysDailyChallengeResponse] {
  let date = environment.date()
  var responses: [FetchTodaysDailyChallengeResponse] = []
  for gameMode in GameMode.allCases {
    let challenge = try await todaysChallenge(gameMode, language, date, environment)
    let result = try await environment.database.fetchDailyChallengeResult(
      FetchDailyChallengeResultRequest(dailyChallengeId: challenge.id, playerId: player.id)
    )
    responses.append(
      FetchTodaysDailyChallengeResponse(
        dailyChallenge: FetchTodaysDailyChallengeResponse.DailyChallenge(challenge),
        yourResult: result
      )
    )
  }
  return responses
}

func startDailyChallenge(
  _ gameMode: GameMode,
  _ language: Language,
  _ player: Player,
  _ environment: ServerEnvironment
) async throws -> StartDailyChallengeResponse {
  let challenge = try await todaysChallenge(
    gameMode,
    language,
    environment.date(),
    environment
  )
  let play = try await environment.database.startDailyChallenge(challenge.id, player.id)
  guard play.completedAt == nil else { throw DailyChallengeAlreadyPlayed() }
  return StartDailyChallengeResponse(
    dailyChallenge: challenge,
    dailyChallengePlayId: play.id
  )
}

private func todaysChallenge(
  _ gameMode: GameMode,
  _ language: Language,
  _ date: Date,
  _ environment: ServerEnvironment
) async throws -> DailyChallenge {
  try await environment.database.createTodaysDailyChallenge(
    CreateTodaysDailyChallengeRequest(
      endsAt: endOfDay(date),
      gameMode: gameMode,
      language: language,
      puzzle: environment.randomCubes()
    )
  )
}

/// Returns the next midnight in UTC.
private func endOfDay(_ date: Date) -> Date {
  let day: TimeInterval = 24 * 60 * 60
  return Date(timeIntervalSince1970: (date.timeIntervalSince1970 / day).rounded(.down) * day + day)
}

struct DailyChallengeAlreadyPlayed: Error, LocalizedError {
  var errorDescription: String? { "You have already played today's challenge in this mode." }
}

// MARK: Demo

func rankDemoGame(
  _ game: ServerRoute.Demo.SubmitRequest,
  _ environment: ServerEnvironment
) async throws -> LeaderboardScoreResult {
  try await ranks(environment) { timeScope in
    FetchLeaderboardSummaryRequest(
      gameMode: game.gameMode,
      language: .en,
      subject: .anonymous(score: game.score),
      timeScope: timeScope
    )
  }
}

func ranks(
  _ environment: ServerEnvironment,
  _ request: (TimeScope) -> FetchLeaderboardSummaryRequest
) async throws -> LeaderboardScoreResult {
  var ranks: [TimeScope: LeaderboardScoreResult.Rank] = [:]
  for timeScope in TimeScope.soloScopes {
    ranks[timeScope] = try await environment.database.fetchLeaderboardSummary(request(timeScope))
  }
  return LeaderboardScoreResult(ranks: ranks)
}
