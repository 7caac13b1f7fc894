// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
internal import SharedModels

extension InMemoryDatabase {
  func store(_ request: SubmitLeaderboardScore) throws -> LeaderboardScore {
    let score = LeaderboardScore(
      createdAt: date(),
      dailyChallengeId: request.dailyChallengeId,
      gameContext: request.gameContext,
      gameMode: request.gameMode,
      id: LeaderboardScore.ID(rawValue: uuid()),
      language: request.language,
      moves: request.moves,
      playerId: request.playerId,
      puzzle: request.puzzle,
      score: request.score
    )
    let wordIds = request.words.map { _ in WordID(rawValue: uuid()) }
    return try update { state in
      let challenge = state.dailyChallenges.first { $0.id == score.dailyChallengeId }
      let isKnown = state.scoreIndices[InMemoryDatabase.ScoreKey(score)] != nil
      guard isKnown || challenge?.takesResults(at: score.createdAt) ?? true else {
        throw DatabaseError.challengeOver
      }
      let stored = state.insert(score)
      // A score that was already stored has its words, too.
      guard stored.id == score.id else { return stored }
      state.words += zip(wordIds, request.words).map { id, word in
        StoredWord(id: id, of: score, word)
      }
      return stored
    }
  }

  /// Ranks the best score of each player: one plus the number of distinct better scores, out of the number of players.
  ///
  /// An anonymous subject counts as an additional player.
  func rank(_ request: FetchLeaderboardSummaryRequest) throws -> LeaderboardScoreResult.Rank {
    let earliest = date().addingTimeInterval(-request.timeScope.seconds)
    return try update { state in
      let scores = state.scores.lazy.filter { score in
        score.gameMode == request.gameMode && score.language == request.language
          && score.createdAt >= earliest
      }
      let best = bestScores(scores)
      switch request.subject {
      case .anonymous(let score):
        return denseRank(of: score, among: best.values, outOf: best.count + 1)
      case .player(let scoreId, let playerId):
        guard let score = best[playerId] else {
          throw DatabaseError.notFound("a score \(scoreId) of player \(playerId)")
        }
        return denseRank(of: score, among: best.values, outOf: best.count)
      }
    }
  }
}

extension InMemoryDatabase.State {
  /// Stores a score, unless the player has a score with the same key, and returns the stored score.
  mutating func insert(_ score: LeaderboardScore) -> LeaderboardScore {
    let key = InMemoryDatabase.ScoreKey(score)
    if let index = scoreIndices[key] { return scores[index] }
    scoreIndices[key] = scores.count
    scores.append(score)
    return score
  }
}

func bestScores(_ scores: some Sequence<LeaderboardScore>) -> [Player.ID: Int] {
  Dictionary(scores.map { ($0.playerId, $0.score) }, uniquingKeysWith: max)
}

func denseRank(
  of score: Int,
  among scores: some Sequence<Int>,
  outOf: Int
) -> LeaderboardScoreResult.Rank {
  LeaderboardScoreResult.Rank(outOf: outOf, rank: Set(scores.filter { $0 > score }).count + 1)
}

extension TimeScope {
  /// The duration of the scope; infinite for `allTime` and `interesting`.
  var seconds: TimeInterval {
    switch self {
    case .lastDay: 24 * 60 * 60
    case .lastWeek: 7 * 24 * 60 * 60
    case .allTime, .interesting: .infinity
    }
  }
}

struct StoredWord: Rankable {
  var createdAt: Date
  var id: WordID
  var language: Language
  var moveIndex: Int
  var moves: Moves
  var playerId: Player.ID
  var puzzle: ArchivablePuzzle
  var score: Int
  var word: String

  init(id: WordID, of game: LeaderboardScore, _ word: SubmitLeaderboardScore.Word) {
    createdAt = game.createdAt
    self.id = id
    language = game.language
    moveIndex = word.moveIndex
    moves = game.moves
    playerId = game.playerId
    puzzle = game.puzzle
    score = word.score
    self.word = word.word
  }
}
