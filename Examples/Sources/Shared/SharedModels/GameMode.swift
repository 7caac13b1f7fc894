// SPDX-License-Identifier: MIT

/// How a game ends.
public enum GameMode: String, CaseIterable, Codable, Hashable, Sendable {
  /// When the time is up.
  case timed

  /// When the player has had enough.
  case unlimited
}

/// The language of a game's words.
public enum Language: String, CaseIterable, Codable, Hashable, Sendable {
  /// English.
  case en
}

/// The span of time over which scores are ranked.
public enum TimeScope: String, CaseIterable, Codable, Hashable, Sendable {
  /// All scores ever.
  case allTime

  /// Scores worth looking at; not a scope of solo games.
  case interesting

  /// The scores of the last 24 hours.
  case lastDay

  /// The scores of the last 7 days.
  case lastWeek

  /// The scopes in which a solo game is ranked, in the order in which they are asked for.
  public static let soloScopes: [Self] = [.allTime, .lastDay, .lastWeek]
}
