// SPDX-License-Identifier: MIT

public import DependencyClients
public import Lockstep
public import SharedModels

extension PastGameState {
  /// The row of a match in the list; nil if the match does not belong there.
  ///
  /// It is one if it is over, if its data can be read, and if two players took its places, of whom
  /// the one who moved first is known. Who moved first is the challenger, but the challenger's points
  /// are always those of the player with index 0: matches are started from that place.
  ///
  /// - Parameters:
  ///   - match: The match.
  ///   - localPlayerId: The player at this device; the other is the opponent.
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
