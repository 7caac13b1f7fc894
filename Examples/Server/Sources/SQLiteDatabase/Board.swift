// SPDX-License-Identifier: MIT

internal import Foundation
internal import GRDB
internal import Lockstep
internal import SharedModels
internal import SiteMiddleware

/// A list of players by their best score, which is kept in order while scores come in.
///
/// Three tables hold it, so that neither a score nor a rank costs more as the list grows:
///
/// - `entry` has the scores of each player that are, or can become, the best one. With a window, those
///   are the ones after which nothing better came: the others can never be the best again.
/// - `tally` counts. At level 0 stands how many players have a score as their best, at level *n* how
///   many distinct scores have the same bits above the lowest 8 × *n*. The scores above a given one
///   are counted with at most 255 lines of each of the 8 levels.
/// - `board` has the number of players.
enum Board: Hashable {
  case dailyChallenge(DailyChallenge.ID)
  case scores(GameMode, Language, Window)
  case words(Language, Window)

  /// How far back a list reaches.
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

  /// The date before which a score no longer counts.
  func earliest(_ now: Date) -> Double? { window.earliest(now) }

  /// The lists from which scores go after a time.
  static let windowed: [Board] = Language.allCases.flatMap { language in
    [Window.day, .week].flatMap { window in
      GameMode.allCases.map { .scores($0, language, window) } + [.words(language, window)]
    }
  }
}

/// A score in a list.
struct Entry: Equatable {
  var playerId: Player.ID
  var score: Int
  var createdAt: Double
  /// The number of the score or of the word, which grows with each.
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
