// SPDX-License-Identifier: MIT

internal import Foundation
internal import ServerRouter
internal import SharedModels

func submit(
  _ request: ServerRoute.Api.Route.Games.SubmitRequest,
  by player: Player,
  _ environment: ServerEnvironment
) async throws -> SubmitGameResponse {
  let game = try await UnverifiedGame(request, by: player, environment)
  let scores = try game?.verifiedScores(environment.dictionary) ?? []
  let stored = try await store(scores, environment)

  switch request.gameContext {
  case .dailyChallenge(let id):
    _ = try await environment.database.completeDailyChallenge(id, player.id)
    let result = try await environment.database.fetchDailyChallengeResult(
      FetchDailyChallengeResultRequest(dailyChallengeId: id, playerId: player.id)
    )
    return .dailyChallenge(result)

  case .shared(let code):
    return .shared(try await environment.database.fetchSharedGame(code))

  case .solo(let solo):
    guard let score = stored.first(where: { $0.playerId == player.id }) else {
      throw ScoreNotStored()
    }
    let result = try await ranks(environment) { timeScope in
      FetchLeaderboardSummaryRequest(
        gameMode: solo.gameMode,
        language: solo.language,
        subject: .player(scoreId: score.id, playerId: player.id),
        timeScope: timeScope
      )
    }
    return .solo(result)

  case .turnBased:
    return .turnBased
  }
}

private func store(
  _ scores: [SubmitLeaderboardScore],
  _ environment: ServerEnvironment
) async throws -> [LeaderboardScore] {
  try await withThrowingTaskGroup(of: (Int, LeaderboardScore).self) { group in
    for (index, score) in scores.enumerated() {
      group.addTask { (index, try await environment.database.submitLeaderboardScore(score)) }
    }
    var stored: [(Int, LeaderboardScore)] = []
    for try await result in group { stored.append(result) }
    return stored.sorted { $0.0 < $1.0 }.map(\.1)
  }
}

private struct UnverifiedGame {
  var dailyChallengeId: DailyChallenge.ID?
  var gameContext: LeaderboardScore.GameContext
  var gameMode: GameMode
  var language: Language
  var moves: Moves
  var puzzle: ArchivablePuzzle
  /// The players to score; with a nil index, all moves belong to the player.
  var players: [(index: Move.PlayerIndex?, id: Player.ID)]

  /// Returns nil if the server stores no score for the game.
  init?(
    _ request: ServerRoute.Api.Route.Games.SubmitRequest,
    by player: Player,
    _ environment: ServerEnvironment
  ) async throws {
    moves = request.moves
    switch request.gameContext {
    case .dailyChallenge(let id):
      let challenge = try await environment.database.fetchDailyChallengeById(id)
      dailyChallengeId = id
      gameContext = .dailyChallenge
      gameMode = challenge.gameMode
      language = challenge.language
      puzzle = challenge.puzzle
      players = [(nil, player.id)]

    case .shared:
      return nil

    case .solo(let solo):
      gameContext = .solo
      gameMode = solo.gameMode
      language = solo.language
      puzzle = solo.puzzle
      players = [(nil, player.id)]

    case .turnBased(let match):
      gameContext = .turnBased
      gameMode = match.gameMode
      language = match.language
      puzzle = match.puzzle
      let game = try await environment.database.fetchTurnBasedGame(
        FetchTurnBasedGameRequest(
          gameMode: match.gameMode,
          language: match.language,
          moves: request.moves,
          playerIndexToId: match.playerIndexToId,
          puzzle: match.puzzle,
          senderId: player.id
        )
      )
      moves = game.moves
      players = game.players.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
  }

  func verifiedScores(
    _ dictionary: DictionaryClient
  ) throws -> [SubmitLeaderboardScore] {
    let verified = try verify(moves: moves, playedOn: puzzle) { word in
      dictionary.contains(word, language)
    }
    return players.map { player in
      let isOwn = { (moveIndex: Int) in
        player.index == nil || moves[moveIndex].playerIndex == player.index
      }
      return SubmitLeaderboardScore(
        dailyChallengeId: dailyChallengeId,
        gameContext: gameContext,
        gameMode: gameMode,
        language: language,
        moves: moves,
        playerId: player.id,
        puzzle: puzzle,
        score: Moves(moves.indices.filter(isOwn).map { moves[$0] }).score,
        words: verified.words.filter { isOwn($0.moveIndex) }.map {
          SubmitLeaderboardScore.Word(moveIndex: $0.moveIndex, score: $0.score, word: $0.word)
        }
      )
    }
  }
}

struct ScoreNotStored: Error, LocalizedError {
  var errorDescription: String? { "The score was not stored." }
}
