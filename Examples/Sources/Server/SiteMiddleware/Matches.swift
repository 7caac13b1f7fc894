// SPDX-License-Identifier: MIT

internal import Foundation
internal import SharedModels

func match(
  _ id: Match.ID,
  of player: Player,
  _ environment: ServerEnvironment
) async throws -> Match {
  guard
    let match = try await environment.database.fetchMatch(id),
    match.index(of: player.id) != nil
  else { throw MatchError.notFound(id) }
  return match
}

/// Plays a valid turn of a match, and ignores the player and the date in the move.
func play(
  _ move: Move,
  in id: Match.ID,
  by player: Player,
  _ environment: ServerEnvironment
) async throws -> Match {
  let match = try await match(id, of: player, environment)
  switch match.status {
  case .ended: throw MatchError.over(id)
  case .matching: throw MatchError.noOpponent(id)
  case .open: break
  }
  guard let index = match.currentPlayerIndex, index == match.index(of: player.id) else {
    throw MatchError.notYourTurn(id)
  }
  let move = Move(
    playedAt: environment.date(),
    playerIndex: index,
    score: move.score,
    type: move.type
  )
  let turn = match.moves.count
  // Verification tolerates a cube that is removed twice by two quick taps. They do not count as two turns.
  if case .removedCube(let point) = move.type, match.moves.last?.type == move.type {
    throw VerificationFailed(moveIndex: turn, reason: .cubeNotInPlay(point))
  }
  let game = try verify(moves: match.moves + [move], playedOn: match.puzzle) { word in
    environment.dictionary.contains(word, match.language)
  }
  return try await environment.database.playTurn(
    PlayTurnRequest(
      isLast: game.puzzle.isUsedUp,
      matchId: id,
      move: move,
      turn: turn
    )
  )
}

func rematch(
  _ id: Match.ID,
  by player: Player,
  _ environment: ServerEnvironment
) async throws -> Match {
  let match = try await match(id, of: player, environment)
  guard match.status == .ended else { throw MatchError.notOver(id) }
  let players = match.participants.compactMap { $0.player?.id }
  guard let opponent = players.first(where: { $0 != player.id }) else {
    throw MatchError.noOpponent(id)
  }
  return try await environment.database.startRematch(
    StartRematchRequest(
      gameMode: match.gameMode,
      language: match.language,
      matchId: id,
      opponent: opponent,
      playerId: player.id,
      puzzle: environment.randomCubes()
    )
  )
}

enum MatchError: Error, LocalizedError {
  case noOpponent(Match.ID)
  /// The player does not take part in the match, or the match does not exist. The error does not reveal which.
  case notFound(Match.ID)
  case notOver(Match.ID)
  case notYourTurn(Match.ID)
  case over(Match.ID)

  var errorDescription: String? {
    switch self {
    case .noOpponent(let id): "The match \(id) has no other player."
    case .notFound(let id): "You have no match \(id)."
    case .notOver(let id): "The match \(id) is not over."
    case .notYourTurn(let id): "It is not your turn in the match \(id)."
    case .over(let id): "The match \(id) is over."
    }
  }
}
