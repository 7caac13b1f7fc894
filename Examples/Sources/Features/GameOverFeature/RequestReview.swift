// SPDX-License-Identifier: MIT

internal import DependencyClients
internal import Foundation
internal import Lockstep

extension GameOverEnvironment {
  /// An effect that requests a review after three games, at most once a week.
  ///
  /// If the parent dismisses the screen before the games are counted, no review is requested, because the prompt would
  /// interrupt the player's next step. The next screen then requests it.
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

  /// The time of the last review request, in seconds since 1970; 0 if there was none.
  fileprivate var lastReviewRequestTimeInterval: Double {
    doubleForKey(Self.lastReviewRequestKey)
  }

  fileprivate func setLastReviewRequestTimeInterval(_ timeInterval: Double) -> Effect<Never, Never>
  {
    setDouble(timeInterval, Self.lastReviewRequestKey)
  }
}
