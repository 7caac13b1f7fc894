// SPDX-License-Identifier: MIT

import DependencyClients
import GameOverFeature
import Lockstep
import SharedModels
import Testing

@Suite struct CompletedMatchTests {
  private typealias Outcome = TurnBasedMatch.Outcome
  private typealias Side = CompletedMatch.Side

  /// A match in which Blob, at index 1, plays CAB and then removes a cube.
  private func state(
    opponent: GameCenterPlayer? = .remote,
    opponentMoves: [Move] = [],
    yours: Outcome = .none,
    theirs: Outcome = .none
  ) -> GameOverState {
    var game = CompletedGame.mock
    game.gameContext = .turnBased([0: Player.blobJr.id, 1: Player.blob.id])
    game.localPlayerIndex = 1
    game.moves = []
    for var move in [.cab, .removeCube] as [Move] {
      move.playerIndex = 1
      game.moves.append(move)
    }
    for var move in opponentMoves {
      move.playerIndex = 0
      game.moves.append(move)
    }
    return GameOverState(
      completedGame: game,
      isDemo: false,
      turnBasedContext: TurnBasedContext(
        localPlayer: .authenticated,
        match: TurnBasedMatch(
          id: "id",
          participants: [
            .init(outcome: theirs, player: opponent),
            // The id of a player differs between devices.
            .init(outcome: yours, player: .init(displayName: "Blob", gamePlayerId: "A:1")),
          ],
          status: .ended
        )
      )
    )
  }

  @Test
  func `each side has its own words, and the side with more points wins`() {
    #expect(
      state(opponentMoves: [.mock]).completedMatch
        == CompletedMatch(
          them: Side(
            name: "Blob Jr.",
            outcome: .lost,
            score: 20,
            words: [.init(score: 20, word: "ABC")]
          ),
          you: Side(name: "Blob", outcome: .won, score: 27, words: [.init(score: 27, word: "CAB")])
        )
    )
  }

  @Test(
    arguments: [
      ([.cab], .none, .none, .tied, .tied),
      ([.highScoringMove], .none, .none, .lost, .won),
      ([.highScoringMove], .none, .quit, .won, .quit),
      ([], .quit, .none, .quit, .won),
      ([.highScoringMove], .won, .lost, .won, .lost),
    ]
      as [(
        [Move], TurnBasedMatch.Outcome, TurnBasedMatch.Outcome, TurnBasedMatch.Outcome,
        TurnBasedMatch.Outcome
      )]
  )
  func `recorded outcomes take precedence over points and determine missing outcomes`(
    opponentMoves: [Move],
    yours: TurnBasedMatch.Outcome,
    theirs: TurnBasedMatch.Outcome,
    yourOutcome: TurnBasedMatch.Outcome,
    theirOutcome: TurnBasedMatch.Outcome
  ) throws {
    let match = try #require(
      state(opponentMoves: opponentMoves, yours: yours, theirs: theirs).completedMatch
    )
    #expect([match.you.outcome, match.them.outcome] == [yourOutcome, theirOutcome])
  }

  @Test
  func `an unknown opponent has a default name`() {
    #expect(state(opponent: nil).completedMatch?.them.name == "Your opponent")
  }

  @Test
  func `the completed match is nil if a player is missing`() {
    var withoutIndex = state()
    withoutIndex.completedGame.localPlayerIndex = nil
    #expect(withoutIndex.completedMatch == nil)

    var alone = state()
    alone.turnBasedContext?.match.participants = [.init(player: .local)]
    #expect(alone.completedMatch == nil)

    #expect(GameOverState(completedGame: .mock, isDemo: false).completedMatch == nil)
  }
}
