// SPDX-License-Identifier: MIT

public import SharedModels

/// A page of the matches of a player.
public struct FetchMatchesRequest: Equatable, Sendable {
  /// The last match of the page before; nil for the first page.
  public var before: Match.ID?

  /// The player.
  public var playerId: Player.ID

  /// A page, by default the first one.
  public init(before: Match.ID? = nil, playerId: Player.ID) {
    self.before = before
    self.playerId = playerId
  }
}

/// A match that a player wants to begin.
public struct StartMatchRequest: Equatable, Sendable {
  /// How it is to be played.
  public var gameMode: GameMode

  /// The language whose words count.
  public var language: Language

  /// The opponent; nil for any other waiting or future player.
  public var opponent: Player.ID?

  /// The player who wants to begin.
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

/// A turn of a match, which its rules allow.
public struct PlayTurnRequest: Equatable, Sendable {
  /// Whether the match is over with it.
  public var isLast: Bool

  /// The match.
  public var matchId: Match.ID

  /// The move that was played.
  public var move: Move

  /// The number of moves before it.
  public var turn: Int

  /// Proposes a turn.
  public init(isLast: Bool, matchId: Match.ID, move: Move, turn: Int) {
    self.isLast = isLast
    self.matchId = matchId
    self.move = move
    self.turn = turn
  }

  /// Plays the turn.
  ///
  /// - Parameter match: The match as it is stored; nil if there is none.
  /// - Returns: The match after the turn.
  /// - Throws: A ``DatabaseError`` if there is no such match, or if it is past the turn, or over.
  public func play(in match: Match?) throws -> Match {
    guard var match else { throw DatabaseError.notFound("a match \(matchId)") }
    guard match.moves.count == turn, match.status == .open, match.currentPlayerIndex != nil else {
      throw DatabaseError.turnPlayed
    }
    match.play(move, isLast: isLast)
    return match
  }
}

/// A match that a player wants to begin after another one.
public struct StartRematchRequest: Equatable, Sendable {
  /// How it is to be played.
  public var gameMode: GameMode

  /// The language whose words count.
  public var language: Language

  /// The match before.
  public var matchId: Match.ID

  /// Against whom.
  public var opponent: Player.ID

  /// The player who wants to begin.
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
