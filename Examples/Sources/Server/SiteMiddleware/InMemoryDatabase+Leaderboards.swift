// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
internal import SharedModels

extension InMemoryDatabase {
  func leaderboard(_ request: FetchLeaderboardRequest) -> FetchLeaderboardResponse {
    let earliest = date().addingTimeInterval(-request.timeScope.seconds)
    return update { state in
      let standings = standings(
        state.scores.lazy.filter { score in
          score.gameMode == request.gameMode && score.language == request.language
            && score.createdAt >= earliest
        }
      )
      return FetchLeaderboardResponse(
        entries: standings.top(with: request.playerId).map { standing in
          FetchLeaderboardResponse.Entry(
            id: standing.row.id,
            isSupporter: state.receipts[standing.row.playerId] != nil,
            isYourScore: standing.row.playerId == request.playerId,
            outOf: standing.outOf,
            playerDisplayName: state.players[standing.row.playerId]?.displayName,
            rank: standing.rank,
            score: standing.row.score
          )
        }
      )
    }
  }

  func vocabLeaderboard(_ request: FetchVocabLeaderboardRequest) -> [FetchVocabLeaderboardEntry] {
    let earliest = date().addingTimeInterval(-request.timeScope.seconds)
    return update { state in
      let standings = standings(
        state.words.lazy.filter { $0.language == request.language && $0.createdAt >= earliest }
      )
      return standings.top(with: request.playerId).map { standing in
        FetchVocabLeaderboardEntry(
          isSupporter: state.receipts[standing.row.playerId] != nil,
          isYourScore: standing.row.playerId == request.playerId,
          outOf: standing.outOf,
          playerDisplayName: state.players[standing.row.playerId]?.displayName,
          playerId: standing.row.playerId,
          rank: standing.rank,
          score: standing.row.score,
          word: standing.row.word,
          wordId: standing.row.id
        )
      }
    }
  }

  func word(_ id: WordID) throws -> FetchVocabWordResponse {
    try update { state in
      guard let word = state.words.first(where: { $0.id == id }) else {
        throw DatabaseError.notFound("a word \(id)")
      }
      return FetchVocabWordResponse(
        moveIndex: word.moveIndex,
        moves: word.moves,
        playerDisplayName: state.players[word.playerId]?.displayName,
        playerId: word.playerId,
        puzzle: word.puzzle,
        word: word.word
      )
    }
  }

  func weekInReview(_ request: FetchWeekInReviewRequest) -> FetchWeekInReviewResponse {
    let earliest = date().addingTimeInterval(-TimeScope.lastWeek.seconds)
    return update { state in
      let scores = state.scores.filter {
        $0.language == request.language && $0.createdAt >= earliest
      }
      let words = state.words.lazy.filter { word in
        word.playerId == request.playerId && word.language == request.language
          && word.createdAt >= earliest
      }
      return FetchWeekInReviewResponse(
        ranks: GameMode.allCases.compactMap { gameMode in
          let best = bestScores(scores.lazy.filter { $0.gameMode == gameMode })
          return best[request.playerId].map { score in
            let rank = denseRank(of: score, among: best.values, outOf: best.count)
            return FetchWeekInReviewResponse.Rank(
              gameMode: gameMode,
              outOf: rank.outOf,
              rank: rank.rank
            )
          }
        },
        word: standings(words).first.map { standing in
          FetchWeekInReviewResponse.Word(letters: standing.row.word, score: standing.row.score)
        }
      )
    }
  }
}
