// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import SharedModels
import SiteMiddleware

/// A naive model of the ranks in the database: it sorts and counts for each question.
struct RankingModel {
  private(set) var scores: [LeaderboardScore] = []
  private var started: Set<[UUID]> = []

  /// Stores a score, unless the player already has one for the daily challenge or for the puzzle in this context.
  mutating func insert(_ score: LeaderboardScore) -> LeaderboardScore {
    for known in scores where known.playerId == score.playerId {
      guard known.gameContext == score.gameContext,
        known.dailyChallengeId == score.dailyChallengeId,
        score.dailyChallengeId != nil || known.puzzle == score.puzzle
      else { continue }
      return known
    }
    scores.append(score)
    return score
  }

  mutating func start(_ challengeId: DailyChallenge.ID, _ playerId: Player.ID) {
    started.insert([challengeId.rawValue, playerId.rawValue])
  }

  /// The rank, or `nil` if the player has no score in the time scope.
  func rank(
    _ request: FetchLeaderboardSummaryRequest,
    now: Date
  ) -> LeaderboardScoreResult.Rank? {
    let rows = scores.filter { score in
      guard score.gameMode == request.gameMode, score.language == request.language
      else { return false }
      let age = now.timeIntervalSince(score.createdAt)
      return switch request.timeScope {
      case .lastDay: age <= 86_400
      case .lastWeek: age <= 604_800
      case .allTime, .interesting: true
      }
    }
    var table = Table(rows)
    switch request.subject {
    case .anonymous(let score):
      let nobody = Player.ID(rawValue: UUID(0))
      table.entries.append((nobody, score))
      return table.rank(of: nobody)
    case .player(_, let playerId):
      return table.rank(of: playerId)
    }
  }

  func result(_ request: FetchDailyChallengeResultRequest) -> DailyChallengeResult {
    let table = Table(scores.filter { $0.dailyChallengeId == request.dailyChallengeId })
    return DailyChallengeResult(
      outOf: table.entries.count,
      rank: table.rank(of: request.playerId)?.rank,
      score: table.entries.first { $0.playerId == request.playerId }?.score,
      started: started.contains([request.dailyChallengeId.rawValue, request.playerId.rawValue])
    )
  }
}

/// The best score of each player.
private struct Table {
  var entries: [(playerId: Player.ID, score: Int)] = []

  init(_ rows: [LeaderboardScore]) {
    for row in rows.sorted(by: { $0.score > $1.score }) {
      if !entries.contains(where: { $0.playerId == row.playerId }) {
        entries.append((row.playerId, row.score))
      }
    }
  }

  /// Walks down the sorted table.
  ///
  /// The rank increases with each new score.
  func rank(of playerId: Player.ID) -> LeaderboardScoreResult.Rank? {
    var (place, last) = (0, Int?.none)
    for entry in entries.sorted(by: { $0.score > $1.score }) {
      if entry.score != last { place += 1 }
      last = entry.score
      let isTie = entries.contains { $0.playerId == playerId && $0.score == entry.score }
      if isTie { return .init(outOf: entries.count, rank: place) }
    }
    return nil
  }
}
