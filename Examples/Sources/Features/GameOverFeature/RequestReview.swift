// SPDX-License-Identifier: MIT

internal import DependencyClients
internal import Foundation
internal import Lockstep

extension GameOverEnvironment {
  /// An effect that asks the player for a review, if they have played some games and were not asked
  /// in the last week.
  ///
  /// It belongs to the screen, and ends with it. A parent that takes the screen away before the games
  /// are counted has no review asked for: the question would interrupt the player's next
  /// step. Nothing was remembered by then, so the next screen asks.
  var requestReview: Effect<GameOverAction, Never> {
    let hasRequestedReviewBefore = userDefaults.lastReviewRequestTimeInterval != 0
    let now = mainRunLoop.now.date.timeIntervalSince1970
    let timeSinceLastReviewRequest = now - userDefaults.lastReviewRequestTimeInterval

    return database.fetchStats
      .ignoreFailure()
      .flatMap { stats in
        guard
          stats.gamesPlayed >= 3,
          !hasRequestedReviewBefore || timeSinceLastReviewRequest >= week
        else { return .none }
        return .merge(
          userDefaults.setLastReviewRequestTimeInterval(now).fireAndForget(),
          storeKit.requestReview().fireAndForget()
        )
      }
  }
}

private let week: TimeInterval = 60 * 60 * 24 * 7

extension UserDefaultsClient {
  private static let lastReviewRequestKey = "last-review-request-timeinterval"

  /// When the player was last asked for a review, in seconds since 1970; 0 if never.
  fileprivate var lastReviewRequestTimeInterval: Double {
    doubleForKey(Self.lastReviewRequestKey)
  }

  fileprivate func setLastReviewRequestTimeInterval(_ timeInterval: Double) -> Effect<Never, Never>
  {
    setDouble(timeInterval, Self.lastReviewRequestKey)
  }
}
