// SPDX-License-Identifier: MIT

internal import Foundation
internal import GRDB
internal import Lockstep
internal import SharedModels
internal import SiteMiddleware

/// A leaderboard of players, ordered by their best score and updated with each new score.
///
/// Three tables store the boards, so that neither adding a score nor finding a rank slows down as a board grows:
///
/// - `entry` contains the scores of each player that are, or can become, the best one. With a window, these are the
///   scores that no later score of the player has beaten. A beaten score can never become the best one again.
/// - `tally` contains counts. Level 0 counts the players for each best score. Level *n* counts the distinct scores that
///   share the bits above the lowest 8 × *n*. A rank reads at most 255 rows on each of the 8 levels.
/// - `board` contains the number of players.
enum Board: Hashable {
  case dailyChallenge(DailyChallenge.ID)
  case scores(GameMode, Language, Window)
  case words(Language, Window)

  enum Window: String, CaseIterable {
    case ever, day, week

    init(_ timeScope: TimeScope) {
      switch timeScope {
      case .allTime, .interesting: self = .ever
      case .lastDay: self = .day
      case .lastWeek: self = .week
      }
    }

    var seconds: TimeInterval? {
      switch self {
      case .ever: nil
      case .day: 24 * 60 * 60
      case .week: 7 * 24 * 60 * 60
      }
    }

    /// The date before which a score no longer counts.
    func earliest(_ now: Date) -> Double? {
      seconds.map { now.addingTimeInterval(-$0).timeIntervalSinceReferenceDate }
    }
  }

  var name: String {
    switch self {
    case .dailyChallenge(let id): "dailyChallenge \(id.rawValue.uuidString)"
    case .scores(let mode, let language, let window):
      "scores \(mode.rawValue) \(language.rawValue) \(window.rawValue)"
    case .words(let language, let window): "words \(language.rawValue) \(window.rawValue)"
    }
  }

  private var window: Window {
    switch self {
    case .dailyChallenge: .ever
    case .scores(_, _, let window), .words(_, let window): window
    }
  }

  var isWindowed: Bool { window != .ever }

  func earliest(_ now: Date) -> Double? { window.earliest(now) }

  static let windowed: [Board] = Language.allCases.flatMap { language in
    [Window.day, .week].flatMap { window in
      GameMode.allCases.map { .scores($0, language, window) } + [.words(language, window)]
    }
  }
}

struct Entry: Equatable {
  var playerId: Player.ID
  var score: Int
  var createdAt: Double
  /// The row number of the score or the word, which increases with each one.
  var source: Int64

  func isBetter(than other: Self) -> Bool {
    if score != other.score { return score > other.score }
    if createdAt != other.createdAt { return createdAt < other.createdAt }
    return source < other.source
  }

  init(_ row: Row) {
    playerId = Player.ID(rawValue: row["playerId"])
    score = row["score"]
    createdAt = row["createdAt"]
    source = row["source"]
  }

  init(playerId: Player.ID, score: Int, createdAt: Double, source: Int64) {
    self.playerId = playerId
    self.score = score
    self.createdAt = createdAt
    self.source = source
  }
}
