// SPDX-License-Identifier: MIT

public import SharedModels

/// A request for a page of a player's matches.
public struct FetchMatchesRequest: Equatable, Sendable {
  /// The last match of the previous page; nil for the first page.
  public var before: Match.ID?

  /// The player.
  public var playerId: Player.ID

  /// Creates a request, by default for the first page.
  public init(before: Match.ID? = nil, playerId: Player.ID) {
    self.before = before
    self.playerId = playerId
  }
}

/// A request to start a match.
public struct StartMatchRequest: Equatable, Sendable {
  /// The mode of the match.
  public var gameMode: GameMode

  /// The language of the words.
  public var language: Language

  /// The opponent; nil for any waiting or future player.
  public var opponent: Player.ID?

  /// The player who starts the match.
  public var playerId: Player.ID

  /// The puzzle to use if the player does not join a waiting player.
  public var puzzle: ArchivablePuzzle

  /// Creates a request to start a match.
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

/// A request to play a valid turn of a match.
public struct PlayTurnRequest: Equatable, Sendable {
  /// Whether the turn ends the match.
  public var isLast: Bool

  /// The match.
  public var matchId: Match.ID

  /// The move.
  public var move: Move

  /// The number of moves before the turn.
  public var turn: Int

  /// Creates a request to play a turn.
  public init(isLast: Bool, matchId: Match.ID, move: Move, turn: Int) {
    self.isLast = isLast
    self.matchId = matchId
    self.move = move
    self.turn = turn
  }

  /// Returns a match after the turn.
  ///
  /// - Parameter match: The stored match; nil if it does not exist.
  /// - Returns: The match after the turn.
  /// - Throws: A ``DatabaseError`` if the match does not exist, is not open, or already contains the turn.
  public func play(in match: Match?) throws -> Match {
    guard var match else { throw DatabaseError.notFound("a match \(matchId)") }
    guard match.moves.count == turn, match.status == .open, match.currentPlayerIndex != nil else {
      throw DatabaseError.turnPlayed
    }
    match.play(move, isLast: isLast)
    return match
  }
}

/// A request to start a rematch.
public struct StartRematchRequest: Equatable, Sendable {
  /// The mode of the match.
  public var gameMode: GameMode

  /// The language of the words.
  public var language: Language

  /// The finished match.
  public var matchId: Match.ID

  /// The opponent.
  public var opponent: Player.ID

  /// The player who requests the rematch.
  public var playerId: Player.ID

  /// The puzzle to use if no rematch exists.
  public var puzzle: ArchivablePuzzle

  /// Creates a request to start a rematch.
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
