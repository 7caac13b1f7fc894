// SPDX-License-Identifier: MIT

/// The rule that determines when a game ends.
public enum GameMode: String, CaseIterable, Codable, Hashable, Sendable {
  /// The game ends when its time is up.
  case timed

  /// The game ends when the player ends it.
  case unlimited
}

/// The language of the words in a game.
public enum Language: String, CaseIterable, Codable, Hashable, Sendable {
  /// English.
  case en
}

/// A time span for ranking scores.
public enum TimeScope: String, CaseIterable, Codable, Hashable, Sendable {
  /// All scores.
  case allTime

  /// The interesting scores; solo games are not ranked in this scope.
  case interesting

  /// The scores of the last 24 hours.
  case lastDay

  /// The scores of the last 7 days.
  case lastWeek

  /// The scopes that rank solo games, in the order in which clients request them.
  public static let soloScopes: [Self] = [.allTime, .lastDay, .lastWeek]
}
