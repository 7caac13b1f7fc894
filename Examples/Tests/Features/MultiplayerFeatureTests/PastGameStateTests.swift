// SPDX-License-Identifier: MIT

import DependencyClients
import Foundation
import Lockstep
import MultiplayerFeature
import SharedModels
import Testing

@Suite struct PastGameStateTests {
  private func row(
    _ match: TurnBasedMatch,
    localPlayerId: GameCenterPlayerId = GameCenterPlayer.local.gamePlayerId
  ) -> PastGameState? {
    PastGameState(match: match, localPlayerId: localPlayerId)
  }

  @Test func `a finished match becomes a row`() {
    #expect(row(.mock) == .mock)
  }

  @Test func `the first move determines the challenger, regardless of points`() {
    let match = TurnBasedMatch.match(
      moves: [.cab.by(1), .mock.by(0), .cab.by(1).after(seconds: 60)]
    )
    #expect(
      row(match)
        == PastGameState(
          challengeeDisplayName: "Blob",
          challengeeScore: 54,
          challengerDisplayName: "Blob Jr.",
          challengerScore: 20,
          endDate: .mock.addingTimeInterval(60),
          matchId: "id",
          opponentDisplayName: "Blob Jr."
        )
    )
    #expect(
      row(match, localPlayerId: GameCenterPlayer.remote.gamePlayerId)?.opponentDisplayName == "Blob"
    )
  }

  @Test func `the first player is a spectator's opponent`() {
    #expect(row(.mock, localPlayerId: "somebody else")?.opponentDisplayName == "Blob")
  }

  @Test(
    arguments: [
      (status: TurnBasedMatch.Status.open, moves: [.cab.by(0)], participants: .both),
      (status: .matching, moves: [.cab.by(0)], participants: .both),
      (status: .ended, moves: [], participants: .both),
      (status: .ended, moves: [.cab], participants: .both),
      (status: .ended, moves: [.cab.by(2)], participants: .both),
      (status: .ended, moves: [.cab.by(-1)], participants: .both),
      (status: .ended, moves: [.cab.by(.init(rawValue: .max))], participants: .both),
      (status: .ended, moves: [.cab.by(0)], participants: []),
      (status: .ended, moves: [.cab.by(0)], participants: [.init(player: .local)]),
      (status: .ended, moves: [.cab.by(0)], participants: .both + .both),
      (status: .ended, moves: [.cab.by(0)], participants: [.init(player: .local), .init()]),
      (status: .ended, moves: [.cab.by(0)], participants: [.init(), .init(player: .remote)]),
      (
        status: .ended, moves: [.cab.by(0)],
        participants: [.init(player: .local), .init(player: .local)]
      ),
    ] as [(status: TurnBasedMatch.Status, moves: Moves, participants: [TurnBasedMatch.Participant])]
  )
  func `an ineligible match does not become a row`(
    status: TurnBasedMatch.Status,
    moves: Moves,
    participants: [TurnBasedMatch.Participant]
  ) {
    #expect(row(.match(moves: moves, participants: participants, status: status)) == nil)
  }

  @Test(arguments: [nil, Data(), Data("{}".utf8), Data("[1]".utf8)])
  func `a match with unreadable data does not become a row`(matchData: Data?) {
    var match = TurnBasedMatch.mock
    match.matchData = matchData
    #expect(row(match) == nil)
  }

  @Test(
    arguments: [(2, 1, .challengee), (1, 2, .challenger), (1, 1, .tied)]
      as [(Int, Int, PastGameState.Outcome)]
  )
  func `the player with more points wins`(
    challengee: Int,
    challenger: Int,
    outcome: PastGameState.Outcome
  ) {
    var row = PastGameState.mock
    row.challengeeScore = challengee
    row.challengerScore = challenger
    #expect(row.outcome == outcome)
  }
}

extension [TurnBasedMatch.Participant] {
  fileprivate static let both: Self = [.init(player: .local), .init(player: .remote)]
}
