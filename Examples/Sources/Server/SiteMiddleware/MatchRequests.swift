// SPDX-License-Identifier: MIT

public import SharedModels

/// A match that a player wants to begin.
public struct StartMatchRequest: Equatable, Sendable {
  /// How it is to be played.
  public var gameMode: GameMode

  /// Whose words count.
  public var language: Language

  /// Against whom; nil for anybody who waits, or will come.
  public var opponent: Player.ID?

  /// Who wants to begin.
  public var playerId: Player.ID

  /// The cubes, should the match be a new one.
  public var puzzle: ArchivablePuzzle

  /// Proposes a match.
  public init(
    gameMode: GameMode,
    language: Language,
    opponent: Player.ID?,
    playerId: Player.ID,
    puzzle: ArchivablePuzzle
  ) {
    self.gameMode = gameMode
    self.language = language
    self.opponent = opponent
    self.playerId = playerId
    self.puzzle = puzzle
  }
}

/// A match that a player wants to begin after another one.
public struct StartRematchRequest: Equatable, Sendable {
  /// How it is to be played.
  public var gameMode: GameMode

  /// Whose words count.
  public var language: Language

  /// The match before.
  public var matchId: Match.ID

  /// Against whom.
  public var opponent: Player.ID

  /// Who wants to begin.
  public var playerId: Player.ID

  /// The cubes, should there be no rematch yet.
  public var puzzle: ArchivablePuzzle

  /// Proposes a rematch.
  public init(
    gameMode: GameMode,
    language: Language,
    matchId: Match.ID,
    opponent: Player.ID,
    playerId: Player.ID,
    puzzle: ArchivablePuzzle
  ) {
    self.gameMode = gameMode
    self.language = language
    self.matchId = matchId
    self.opponent = opponent
    self.playerId = playerId
    self.puzzle = puzzle
  }
}
