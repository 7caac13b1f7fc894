// SPDX-License-Identifier: MIT

import GameOverFeature
import SharedModels
import Testing

@Suite struct PraiseTests {
  @Test(arguments: [
    (1, "Numero uno!"), (2, "Silver!"), (3, "Bronze!"), (4, "Top ten!"), (10, "Top ten!"),
    (11, "Amazing!"), (99, "Amazing!"), (100, "Great job!"), (999, "Great job!"),
    (1_000, "Not bad!"), (9_999, "Not bad!"), (10_000, "Keep it up!"), (49_999, "Keep it up!"),
    (50_000, "You can do it!"), (100_000, "You can do it!"),
  ]
  )
  func `praise depends on the rank up to the tenth place, then on the percentile`(
    rank: Int,
    praise: String
  ) {
    #expect(LeaderboardScoreResult.Rank(outOf: 100_000, rank: rank).praise == praise)
  }

  @Test
  func `praise for a rank among zero players does not trap`() {
    #expect(LeaderboardScoreResult.Rank(outOf: 0, rank: 11).praise == "You can do it!")
  }

  @Test(
    arguments: [
      (.timed, [250, 500, 1_000, 2_000, 3_000, 4_000]),
      (.unlimited, [250, 1_000, 3_000, 5_000, 7_000, 9_000]),
    ] as [(GameMode, [Int])]
  )
  func `the praise thresholds for scores depend on the game mode`(
    gameMode: GameMode,
    thresholds: [Int]
  ) {
    func praise(_ score: Int) -> String {
      var game = CompletedGame.mock
      game.gameMode = gameMode
      game.moves = [Move(playedAt: .mock, score: score, type: .playedWord([]))]
      return game.praise
    }
    let belowThresholds = thresholds.map { praise($0 - 1) }
    #expect(
      [praise(0)] + belowThresholds + [praise(1_000_000)] == [
        "You there?", "A start!", "Warming up!", "Nicely done!", "Impressive!", "Brilliant!",
        "Outstanding!", "Out of this world!",
      ]
    )
    #expect(thresholds.map(praise) == belowThresholds.dropFirst() + ["Out of this world!"])
  }

  @Test
  func `the unplayed daily challenge is the first one without a rank`() {
    func challenge(_ gameMode: GameMode, rank: Int?) -> FetchTodaysDailyChallengeResponse {
      .init(
        dailyChallenge: .init(endsAt: .mock, gameMode: gameMode, id: .deadbeef, language: .en),
        yourResult: .init(outOf: 1, rank: rank)
      )
    }
    var state = GameOverState(completedGame: .mock, isDemo: false)
    #expect(state.unplayedDaily == nil)
    state.dailyChallenges = [challenge(.timed, rank: 1), challenge(.unlimited, rank: nil)]
    #expect(state.unplayedDaily == .unlimited)
    state.dailyChallenges = [challenge(.timed, rank: 1), challenge(.unlimited, rank: 1)]
    #expect(state.unplayedDaily == nil)
  }
}
