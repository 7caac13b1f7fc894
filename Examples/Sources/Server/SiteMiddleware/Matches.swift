// SPDX-License-Identifier: MIT

internal import Foundation
internal import SharedModels

/// A match, for somebody who takes part in it.
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

/// The match that follows one that is over.
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

/// How a player has done in all matches.
func record(of player: Player, _ environment: ServerEnvironment) async throws -> PlayerRecord {
  var record = PlayerRecord(player: MatchPlayer(player))
  for match in try await environment.database.fetchMatches(player.id) {
    guard match.status == .ended, let index = match.index(of: player.id) else {
      record.open += 1
      continue
    }
    switch match.outcome(of: index) {
    case .lost, .quit: record.lost += 1
    case .none, .tied: record.tied += 1
    case .won: record.won += 1
    }
  }
  return record
}

/// What is wrong with a request for a match.
enum MatchError: Error, LocalizedError {
  case noOpponent(Match.ID)
  /// Nobody may tell a match of others from one that does not exist.
  case notFound(Match.ID)
  case notOver(Match.ID)

  var errorDescription: String? {
    switch self {
    case .noOpponent(let id): "The match \(id) has no other player."
    case .notFound(let id): "You have no match \(id)."
    case .notOver(let id): "The match \(id) is not over."
    }
  }
}
