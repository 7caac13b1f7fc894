// SPDX-License-Identifier: MIT

public import DependencyClients
public import Foundation
internal import GameOverFeature
internal import Lockstep
internal import SharedModels

extension WordGameState {
  /// Creates the game of a match, or returns nil if the match data cannot be decoded.
  ///
  /// If the match has ended, the state presents the game over screen.
  public init?(_ match: TurnBasedMatch, localPlayer: LocalPlayer, now: Date) {
    guard let data = match.decodedMatchData else { return nil }
    var cubes = Puzzle(data.cubes)
    for move in data.moves { cubes.apply(move) }
    self.init(
      cubes: cubes,
      gameContext: .turnBased(match.playerIds),
      gameMode: data.gameMode,
      gameStartTime: data.moves.first?.playedAt ?? now,
      moves: data.moves,
      turnBasedContext: TurnBasedContext(localPlayer: localPlayer, match: match)
    )
    if match.status == .ended {
      gameOver = GameOverState(
        completedGame: completedGame,
        isDemo: false,
        turnBasedContext: turnBasedContext
      )
    }
  }
}

extension TurnBasedMatch {
  /// The players by index, for players whose Game Center identifier is a UUID.
  fileprivate var playerIds: [Move.PlayerIndex: Player.ID] {
    var playerIds: [Move.PlayerIndex: Player.ID] = [:]
    for (index, participant) in participants.enumerated() {
      playerIds[Move.PlayerIndex(rawValue: index)] = participant.player
        .flatMap { UUID(uuidString: $0.gamePlayerId.rawValue) }
        .map(Player.ID.init(rawValue:))
    }
    return playerIds
  }
}
