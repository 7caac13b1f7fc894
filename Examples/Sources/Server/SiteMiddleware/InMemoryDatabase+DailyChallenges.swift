// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
internal import SharedModels

extension InMemoryDatabase {
  func challenge(_ id: DailyChallenge.ID) throws -> DailyChallenge {
    let challenge = update { $0.dailyChallenges.first { $0.id == id } }
    guard let challenge else { throw DatabaseError.notFound("a daily challenge \(id)") }
    return challenge
  }

  func todaysChallenge(_ request: CreateTodaysDailyChallengeRequest) -> DailyChallenge {
    let (date, id) = (date(), DailyChallenge.ID(rawValue: uuid()))
    return update { state in
      let sameKind = state.dailyChallenges.filter { challenge in
        challenge.gameMode == request.gameMode && challenge.language == request.language
      }
      if let challenge = sameKind.first(where: { $0.endsAt == request.endsAt }) {
        return challenge
      }
      let challenge = DailyChallenge(
        createdAt: date,
        endsAt: request.endsAt,
        gameMode: request.gameMode,
        gameNumber: DailyChallenge.GameNumber(rawValue: sameKind.count + 1),
        id: id,
        language: request.language,
        puzzle: request.puzzle
      )
      state.dailyChallenges.append(challenge)
      return challenge
    }
  }

  func start(_ challengeId: DailyChallenge.ID, _ playerId: Player.ID) -> DailyChallengePlay {
    updatePlay(challengeId, playerId) { _ in }
  }

  func complete(_ challengeId: DailyChallenge.ID, _ playerId: Player.ID) -> DailyChallengePlay {
    let date = date()
    return updatePlay(challengeId, playerId) { $0.completedAt = $0.completedAt ?? date }
  }

  private func updatePlay(
    _ challengeId: DailyChallenge.ID,
    _ playerId: Player.ID,
    _ change: (inout DailyChallengePlay) -> Void
  ) -> DailyChallengePlay {
    let (date, id) = (date(), DailyChallengePlay.ID(rawValue: uuid()))
    let key = PlayKey(dailyChallengeId: challengeId, playerId: playerId)
    return update { state in
      var play =
        state.plays[key]
        ?? DailyChallengePlay(
          completedAt: nil,
          createdAt: date,
          dailyChallengeId: challengeId,
          id: id,
          playerId: playerId
        )
      change(&play)
      state.plays[key] = play
      return play
    }
  }

  func result(_ request: FetchDailyChallengeResultRequest) -> DailyChallengeResult {
    update { state in
      let best = bestScores(
        state.scores.lazy.filter { $0.dailyChallengeId == request.dailyChallengeId }
      )
      let key = PlayKey(dailyChallengeId: request.dailyChallengeId, playerId: request.playerId)
      let score = best[request.playerId]
      return DailyChallengeResult(
        outOf: best.count,
        rank: score.map { denseRank(of: $0, among: best.values, outOf: best.count).rank },
        score: score,
        started: state.plays[key] != nil
      )
    }
  }

  func results(
    _ request: FetchDailyChallengeResultsRequest
  ) throws -> FetchDailyChallengeResultsResponse {
    try update { state in
      let challenges = state.challenges(request.gameMode, request.language)
      let challenge =
        if let number = request.gameNumber { challenges.first { $0.gameNumber == number } } else {
          challenges.first
        }
      guard let challenge else {
        let number = request.gameNumber.map { " with number \($0)" } ?? ""
        throw DatabaseError.notFound("a daily challenge in mode \(request.gameMode)\(number)")
      }
      let standings = standings(
        state.scores.lazy.filter { $0.dailyChallengeId == challenge.id }
      )
      return FetchDailyChallengeResultsResponse(
        results: standings.top(with: request.playerId).map { standing in
          FetchDailyChallengeResultsResponse.Result(
            isYourScore: standing.row.playerId == request.playerId,
            outOf: standing.outOf,
            playerDisplayName: state.players[standing.row.playerId]?.displayName,
            playerId: standing.row.playerId,
            rank: standing.rank,
            score: standing.row.score
          )
        }
      )
    }
  }

  func history(_ request: FetchDailyChallengeHistoryRequest) -> DailyChallengeHistoryResponse {
    let date = date()
    return update { state in
      let scores = Dictionary(grouping: state.scores, by: \.dailyChallengeId)
      return DailyChallengeHistoryResponse(
        results: state.challenges(request.gameMode, request.language).prefix(Bounds.history).map {
          challenge in
          let best = bestScores(scores[challenge.id] ?? [])
          return DailyChallengeHistoryResponse.Result(
            createdAt: challenge.createdAt,
            gameNumber: challenge.gameNumber,
            isToday: challenge.endsAt > date,
            rank: best[request.playerId].map {
              denseRank(of: $0, among: best.values, outOf: best.count).rank
            }
          )
        }
      )
    }
  }
}

extension InMemoryDatabase.State {
  fileprivate func challenges(_ gameMode: GameMode, _ language: Language) -> [DailyChallenge] {
    dailyChallenges.filter { $0.gameMode == gameMode && $0.language == language }
      .stablySorted { $0.gameNumber > $1.gameNumber }
  }
}
