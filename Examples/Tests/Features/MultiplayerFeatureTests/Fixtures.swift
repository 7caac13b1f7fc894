// SPDX-License-Identifier: MIT

import DependencyClients
import Foundation
import Lockstep
import MultiplayerFeature
import SharedModels

extension TurnBasedMatch {
  /// A match that is over; Blob began it with 1234 points, and nobody knows who made the other moves.
  static let mock = match()

  /// Another match of the same two, which has just begun.
  static let rematch = match(id: "rematch", moves: [], status: .open)

  /// A match of Blob, with index 0, and Blob Jr., with index 1.
  static func match(
    id: ID = "id",
    moves: Moves = [.highScoringMove.by(0), .mock, .playedWord(length: 10)],
    participants: [Participant] = [.init(player: .local), .init(player: .remote)],
    status: Status = .ended
  ) -> Self {
    Self(
      id: id,
      matchData: try? TurnBasedMatchData(cubes: .mock, gameMode: .unlimited, moves: moves)
        .encoded(),
      participants: participants,
      status: status
    )
  }
}

extension PastGameState {
  /// The row of the mock match in the list.
  static let mock = Self(
    challengeeDisplayName: "Blob Jr.",
    challengeeScore: 0,
    challengerDisplayName: "Blob",
    challengerScore: 1234,
    endDate: .mock,
    matchId: "id",
    opponentDisplayName: "Blob Jr."
  )
}

extension Move {
  /// The move as one that a player has made.
  func by(_ playerIndex: PlayerIndex) -> Self {
    var move = self
    move.playerIndex = playerIndex
    return move
  }

  /// The move as one that was made some seconds after the mock date.
  func after(seconds: Double) -> Self {
    var move = self
    move.playedAt = .mock.addingTimeInterval(seconds)
    return move
  }
}
