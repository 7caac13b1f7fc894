// SPDX-License-Identifier: MIT

public import DependencyClients
public import Lockstep
public import SharedModels

extension PastGameState {
  /// Creates the row of a match, or returns nil if the match does not belong in the list.
  ///
  /// The match must have ended, its data must be readable, and it must have two known players and at least one move.
  /// The player who moved first is the challenger. The challenger's score is always the score of player 0, because
  /// that player starts every match.
  ///
  /// - Parameters:
  ///   - match: The match.
  ///   - localPlayerId: The local player's identifier. The other participant is the opponent.
  public init?(match: TurnBasedMatch, localPlayerId: GameCenterPlayerId) {
    guard
      match.status == .ended,
      match.participants.count == 2,
      let moves = match.decodedMatchData?.moves,
      let firstMove = moves.first,
      let lastMove = moves.last,
      let challengerIndex = firstMove.playerIndex,
      let challenger = match.participant(at: challengerIndex)?.player,
      let challengee = match.participants[1 - challengerIndex.rawValue].player,
      let opponent = match.participants.lazy.compactMap(\.player)
        .first(where: { $0.gamePlayerId != localPlayerId })
    else { return nil }

    func score(of index: Move.PlayerIndex) -> Int {
      moves.filter { $0.playerIndex == index }.score
    }
    self.init(
      challengeeDisplayName: challengee.displayName,
      challengeeScore: score(of: 1),
      challengerDisplayName: challenger.displayName,
      challengerScore: score(of: 0),
      endDate: lastMove.playedAt,
      matchId: match.id,
      opponentDisplayName: opponent.displayName
    )
  }
}
