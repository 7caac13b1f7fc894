// SPDX-License-Identifier: MIT

public import SharedModels

extension GameOverState {
  /// The mode of the first of today's challenges that the player has not played.
  public var unplayedDaily: GameMode? {
    dailyChallenges.first { $0.yourResult.rank == nil }?.dailyChallenge.gameMode
  }
}

extension LeaderboardScoreResult.Rank {
  /// The praise for the rank, which depends on the place in the top ten, and on the percentile below.
  public var praise: String {
    switch rank {
    case 1: return "Numero uno!"
    case 2: return "Silver!"
    case 3: return "Bronze!"
    case ...10: return "Top ten!"
    default: break
    }
    switch Double(rank) / Double(outOf) {
    case ..<0.001: return "Amazing!"
    case ..<0.01: return "Great job!"
    case ..<0.1: return "Not bad!"
    case ..<0.5: return "Keep it up!"
    default: return "You can do it!"
    }
  }
}

extension CompletedGame {
  /// The praise for the score, whose thresholds depend on the game mode.
  public var praise: String {
    guard currentScore > 0 else { return "You there?" }
    let thresholds =
      switch gameMode {
      case .timed: [250, 500, 1_000, 2_000, 3_000, 4_000]
      case .unlimited: [250, 1_000, 3_000, 5_000, 7_000, 9_000]
      }
    let texts = [
      "A start!", "Warming up!", "Nicely done!", "Impressive!", "Brilliant!", "Outstanding!",
    ]
    return zip(thresholds, texts).first { threshold, _ in currentScore < threshold }?.1
      ?? "Out of this world!"
  }
}
