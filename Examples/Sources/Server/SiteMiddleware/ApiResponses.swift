// SPDX-License-Identifier: MIT

internal import Foundation
internal import ServerRouter
internal import SharedModels

func respond(
  to api: ServerRoute.Api,
  of player: Player,
  _ environment: ServerEnvironment
) async throws -> Response {
  func json(_ value: some Encodable) -> Response { .json(value, environment.envVars) }
  let database = environment.database

  switch api.route {
  case .changelog(let build):
    return json(environment.changelog().changes(since: build))

  case .config:
    return json(environment.envVars.config)

  case .currentPlayer:
    return json(try await currentPlayer(player, environment))

  case .dailyChallenge(let route):
    return try await respond(to: route, of: player, environment)

  case .games(.submit(let game)):
    return json(try await submit(game, by: player, environment))

  case .leaderboard(let route):
    return try await respond(to: route, of: player, environment)

  case .matches(let route):
    return try await respond(to: route, of: player, environment)

  case .playerRecord:
    return json(try await database.fetchPlayerRecord(player))

  case .push(.register(let token)):
    let device = SnsClient.Device(isSandbox: api.isDebug, token: token.token)
    let arn = try await environment.sns.createPlatformEndpoint(device)
    try await database.insertPushToken(
      InsertPushTokenRequest(arn: arn, playerId: player.id, token: token)
    )
    return json(Nothing())

  case .push(.updateSetting(let setting)):
    try await database.updatePushSetting(player.id, setting)
    return json(Nothing())

  case .sharedGame(.fetch(let code)):
    return json(try await database.fetchSharedGame(code))

  case .sharedGame(.share(let game)):
    return json(try await database.insertSharedGame(game))

  case .verifyReceipt(let data):
    return json(try await verifyReceipt(data, of: player, environment))
  }
}

private struct Nothing: Encodable {}

private func respond(
  to route: ServerRoute.Api.Route.DailyChallenge,
  of player: Player,
  _ environment: ServerEnvironment
) async throws -> Response {
  func json(_ value: some Encodable) -> Response { .json(value, environment.envVars) }
  let database = environment.database

  switch route {
  case .results(.fetch(let gameMode, let gameNumber, let language)):
    let request = FetchDailyChallengeResultsRequest(
      gameMode: gameMode,
      gameNumber: gameNumber,
      language: language,
      playerId: player.id
    )
    return json(try await database.fetchDailyChallengeResults(request))

  case .results(.history(let gameMode, let language)):
    let request = FetchDailyChallengeHistoryRequest(
      gameMode: gameMode,
      language: language,
      playerId: player.id
    )
    return json(try await database.fetchDailyChallengeHistory(request))

  case .start(let gameMode, let language):
    return json(try await startDailyChallenge(gameMode, language, player, environment))

  case .today(let language):
    return json(try await todaysDailyChallenges(language, player, environment))
  }
}

private func respond(
  to route: ServerRoute.Api.Route.Leaderboard,
  of player: Player,
  _ environment: ServerEnvironment
) async throws -> Response {
  func json(_ value: some Encodable) -> Response { .json(value, environment.envVars) }
  let database = environment.database

  switch route {
  case .fetch(let gameMode, let language, let timeScope):
    let request = FetchLeaderboardRequest(
      gameMode: gameMode,
      language: language,
      playerId: player.id,
      timeScope: timeScope
    )
    return json(try await database.fetchLeaderboard(request))

  case .vocab(.fetch(let language, let timeScope)):
    let request = FetchVocabLeaderboardRequest(
      language: language,
      playerId: player.id,
      timeScope: timeScope
    )
    return json(try await database.fetchVocabLeaderboard(request))

  case .vocab(.fetchWord(let id)):
    return json(try await database.fetchVocabWord(id))

  case .weekInReview(let language):
    let request = FetchWeekInReviewRequest(language: language, playerId: player.id)
    return json(try await database.fetchWeekInReview(request))
  }
}

private func respond(
  to route: ServerRoute.Api.Route.Matches,
  of player: Player,
  _ environment: ServerEnvironment
) async throws -> Response {
  func json(_ value: some Encodable) -> Response { .json(value, environment.envVars) }

  switch route {
  case .list(let before):
    let request = FetchMatchesRequest(before: before, playerId: player.id)
    return json(try await environment.database.fetchMatches(request))

  case .load(let id):
    return json(try await match(id, of: player, environment))

  case .play(let id, let move):
    return json(try await play(move, in: id, by: player, environment))

  case .rematch(let id):
    return json(try await rematch(id, by: player, environment))

  case .start(let gameMode, let language, let opponent):
    let request = StartMatchRequest(
      gameMode: gameMode,
      language: language,
      opponent: opponent,
      playerId: player.id,
      puzzle: environment.randomCubes()
    )
    return json(try await environment.database.startMatch(request))
  }
}
