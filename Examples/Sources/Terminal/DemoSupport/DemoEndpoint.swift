// SPDX-License-Identifier: MIT

package import ServerRouter

/// An endpoint of the demos' servers.
package enum DemoEndpoint: String, CaseIterable, Sendable {
  case books
  case createPost = "posts.create"
  case currentPlayer
  case playerRecord
  case dailyChallengeStart = "dailyChallenge.start"
  case dailyChallengeToday = "dailyChallenge.today"
  case gamesSubmit = "games.submit"
  case matchesList = "matches.list"
  case matchesLoad = "matches.load"
  case matchesPlay = "matches.play"
  case matchesRematch = "matches.rematch"
  case matchesStart = "matches.start"
  case posts

  /// Creates the endpoint of a route; nil if no demo uses the route.
  package init?(_ route: ServerRoute) {
    guard case .api(let api) = route else { return nil }
    switch api.route {
    case .currentPlayer: self = .currentPlayer
    case .playerRecord: self = .playerRecord
    case .dailyChallenge(.start): self = .dailyChallengeStart
    case .dailyChallenge(.today): self = .dailyChallengeToday
    case .games(.submit): self = .gamesSubmit
    case .matches(.list): self = .matchesList
    case .matches(.load): self = .matchesLoad
    case .matches(.play): self = .matchesPlay
    case .matches(.rematch): self = .matchesRematch
    case .matches(.start): self = .matchesStart
    case .changelog, .config, .dailyChallenge(.results), .leaderboard, .push, .sharedGame,
      .verifyReceipt:
      return nil
    }
  }
}
