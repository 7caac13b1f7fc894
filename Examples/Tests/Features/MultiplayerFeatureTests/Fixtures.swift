// SPDX-License-Identifier: MIT

import DependencyClients
import Foundation
import Lockstep
import MultiplayerFeature
import SharedModels

extension TurnBasedMatch {
  /// A finished match.
  ///
  /// Blob scores 1234 points in the first move. The other moves have no player index.
  static let mock = match()

  /// A new match between the same players.
  static let rematch = match(id: "rematch", moves: [], status: .open)

  /// A match between Blob, at index 0, and Blob Jr., at index 1.
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
  /// The list row of the mock match.
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
  /// A copy of the move with the given player index.
  func by(_ playerIndex: PlayerIndex) -> Self {
    var move = self
    move.playerIndex = playerIndex
    return move
  }

  /// A copy of the move, played the given number of seconds after the mock date.
  func after(seconds: Double) -> Self {
    var move = self
    move.playedAt = .mock.addingTimeInterval(seconds)
    return move
  }
}
