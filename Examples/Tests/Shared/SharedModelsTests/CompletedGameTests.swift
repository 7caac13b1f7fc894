// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import SharedModels
import Testing

@Suite struct CompletedGameTests {
  @Test func `a completed game is coded as JSON`() throws {
    let text = """
      {"cubes":\(try json(ArchivablePuzzle.mock)),"gameContext":{"solo":true},"gameMode":"timed",\
      "gameStartTime":1234567890,"language":"en","moves":[\(try json(Move.cab))],"secondsPlayed":10}
      """

    #expect(try json(CompletedGame.mock) == text)
    #expect(try decode(CompletedGame.self, text) == .mock)
  }

  @Test func `a game without a language is decoded as English`() throws {
    let text = try json(CompletedGame.mock).replacing(#""language":"en","#, with: "")

    #expect(try decode(CompletedGame.self, text) == .mock)
  }

  @Test func `the index of the local player is coded as JSON`() throws {
    var game = CompletedGame.mock
    game.localPlayerIndex = 1

    #expect(try json(game).contains(#""localPlayerIndex":1"#))
    #expect(try decode(CompletedGame.self, json(game)) == game)
  }

  @Test func `the current score is the sum of all moves`() {
    var game = CompletedGame.mock
    game.moves = [.cab, .removeCube, .highScoringMove]

    #expect(game.currentScore == 1261)
  }

  @Test(
    arguments: [
      (
        .dailyChallenge(DailyChallenge.mock.id),
        #"{"dailyChallengeId":"DEADBEEF-DEAD-BEEF-DEAD-DA117C4A1132"}"#
      ),
      (.shared("cafe"), #"{"sharedGameCode":"cafe"}"#),
      (.solo, #"{"solo":true}"#),
      (
        .turnBased([0: Player.blob.id, 1: Player.blobJr.id]),
        """
        {"turnBased":{"0":"B10BB10B-DEAD-BEEF-DEAD-BEEFDEADBEEF",\
        "1":"B10B2000-DEAD-BEEF-DEAD-BEEFDEADBEEF"}}
        """
      ),
    ] as [(GameContext, String)]
  )
  func `each context is coded as JSON`(context: GameContext, text: String) throws {
    #expect(try json(context) == text)
    #expect(try decode(GameContext.self, text) == context)
  }

  @Test func `an unknown context is decoded as solo`() throws {
    #expect(try decode(GameContext.self, "{}") == .solo)
    #expect(try decode(GameContext.self, #"{"tournament":1}"#) == .solo)
  }

  @Test func `starting a daily challenge creates a game without moves`() {
    var challenge = DailyChallenge.mock
    challenge.gameMode = .unlimited

    let game = InProgressGame(
      response: StartDailyChallengeResponse(
        dailyChallenge: challenge,
        dailyChallengePlayId: .deadbeef
      ),
      date: Date(timeIntervalSince1970: 7)
    )

    #expect(
      game
        == InProgressGame(
          cubes: .mock,
          gameContext: .dailyChallenge(challenge.id),
          gameMode: .unlimited,
          gameStartTime: Date(timeIntervalSince1970: 7),
          language: .en,
          moves: [],
          secondsPlayed: 0
        )
    )
  }

  @Test func `encoding and decoding a saved game returns the same game`() throws {
    var game = InProgressGame.mock
    game.moves = [.cab, .removeCube]
    for move in game.moves { game.cubes.apply(move) }
    game.secondsPlayed = 30

    #expect(try decode(InProgressGame.self, json(game)) == game)
  }
}
