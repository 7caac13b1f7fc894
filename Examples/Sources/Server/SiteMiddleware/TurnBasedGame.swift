// SPDX-License-Identifier: MIT

internal import Foundation
public import Lockstep
public import SharedModels

/// A turn-based game as a player sends it in.
public struct FetchTurnBasedGameRequest: Equatable, Sendable {
  /// The mode of the game.
  public var gameMode: GameMode

  /// The language of the words.
  public var language: Language

  /// The moves that the sender claims.
  public var moves: Moves

  /// The players that the sender names.
  public var playerIndexToId: [Move.PlayerIndex: Player.ID]

  /// The cubes at the beginning.
  public var puzzle: ArchivablePuzzle

  /// The player who has shown their token.
  public var senderId: Player.ID

  /// A game that a player sends in.
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

/// The players for whom a turn-based game counts, and the moves that count.
public struct TurnBasedGame: Equatable, Sendable {
  /// All moves, of all players.
  public var moves: Moves

  /// The players for whom it counts, by the index of their moves.
  public var players: [Move.PlayerIndex: Player.ID]

  /// A game that counts for some players.
  public init(moves: Moves, players: [Move.PlayerIndex: Player.ID]) {
    self.moves = moves
    self.players = players
  }
}

extension FetchTurnBasedGameRequest {
  /// Whether a match may be the one that was played.
  func isPlayed(in match: Match) -> Bool {
    match.gameMode == gameMode && match.language == language && match.puzzle == puzzle
      && match.index(of: senderId) != nil
  }

  /// The game that counts.
  ///
  /// Of the matches with this puzzle in which the sender takes part, one with the claimed moves counts before
  /// others, and a later one before an earlier one. It counts for its players, with its own moves, once it is
  /// over. Without such a match nobody but the sender can have played the game, as far as this server knows.
  ///
  /// - Parameter matches: The matches of the sender with this puzzle, the latest last.
  /// - Returns: The game.
  /// - Throws: An error for a match that is not over, or a game of which the sender is not a player.
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

/// The parts of a move that the rules are about.
private struct Claim: Equatable {
  var playerIndex: Move.PlayerIndex?
  var type: Move.MoveType

  init(_ move: Move) {
    playerIndex = move.playerIndex
    type = move.type
  }
}

/// A turn-based game that names others than its sender only.
struct NotYourGame: Error, LocalizedError {
  var errorDescription: String? { "You are not one of the players of the game." }
}
