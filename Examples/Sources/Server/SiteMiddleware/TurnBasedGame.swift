// SPDX-License-Identifier: MIT

internal import Foundation
public import Lockstep
public import SharedModels

/// A turn-based game that a player submits.
public struct FetchTurnBasedGameRequest: Equatable, Sendable {
  /// The mode of the game.
  public var gameMode: GameMode

  /// The language of the words.
  public var language: Language

  /// The moves that the sender claims.
  public var moves: Moves

  /// The players that the sender claims.
  public var playerIndexToId: [Move.PlayerIndex: Player.ID]

  /// The initial puzzle.
  public var puzzle: ArchivablePuzzle

  /// The authenticated player who submits the game.
  public var senderId: Player.ID

  /// Creates a request for a submitted game.
  public init(
    gameMode: GameMode,
    language: Language,
    moves: Moves,
    playerIndexToId: [Move.PlayerIndex: Player.ID],
    puzzle: ArchivablePuzzle,
    senderId: Player.ID
  ) {
    self.gameMode = gameMode
    self.language = language
    self.moves = moves
    self.playerIndexToId = playerIndexToId
    self.puzzle = puzzle
    self.senderId = senderId
  }
}

/// The players and moves that count for a turn-based game.
public struct TurnBasedGame: Equatable, Sendable {
  /// All moves of all players.
  public var moves: Moves

  /// The players by the index of their moves.
  public var players: [Move.PlayerIndex: Player.ID]

  /// Creates a turn-based game.
  public init(moves: Moves, players: [Move.PlayerIndex: Player.ID]) {
    self.moves = moves
    self.players = players
  }
}

extension FetchTurnBasedGameRequest {
  func isPlayed(in match: Match) -> Bool {
    match.gameMode == gameMode && match.language == language && match.puzzle == puzzle
      && match.index(of: senderId) != nil
  }

  /// Returns the players and moves that count.
  ///
  /// Only finished matches of the sender with this mode, language and puzzle count. A match with the claimed moves wins
  /// over other matches, and a later match wins over an earlier one. The result contains the match's own moves and all
  /// of its players. If the server has no match of the sender with this puzzle, the game counts only for the sender.
  ///
  /// - Parameter matches: The stored matches, latest last.
  /// - Returns: The players and moves that count.
  /// - Throws: An error if the match is not finished, or the sender is not one of the claimed players.
  public func game(in matches: [Match]) throws -> TurnBasedGame {
    let played = matches.filter(isPlayed)
    let over = played.filter { $0.status == .ended }
    let claims = moves.map { Claim($0) }
    if let match = over.last(where: { $0.moves.map { Claim($0) } == claims }) ?? over.last {
      let players = match.participants.enumerated().compactMap { index, participant in
        participant.player.map { (Move.PlayerIndex(rawValue: index), $0.id) }
      }
      return TurnBasedGame(
        moves: match.moves,
        players: Dictionary(players, uniquingKeysWith: { first, _ in first })
      )
    }
    if let match = played.last { throw MatchError.notOver(match.id) }
    guard let index = playerIndexToId.filter({ $0.value == senderId }).keys.min() else {
      throw NotYourGame()
    }
    return TurnBasedGame(moves: moves, players: [index: senderId])
  }
}

private struct Claim: Equatable {
  var playerIndex: Move.PlayerIndex?
  var type: Move.MoveType

  init(_ move: Move) {
    playerIndex = move.playerIndex
    type = move.type
  }
}

struct NotYourGame: Error, LocalizedError {
  var errorDescription: String? { "You are not one of the players of the game." }
}
