// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import SharedModels
import Testing

@Suite struct MatchTests {
  @Test func `a match is coded as JSON`() throws {
    var match = Match.mock
    match.moves = [.cab]
    match.participants[1] = MatchParticipant(outcome: .quit)
    let text = """
      {"createdAt":1234567890,"currentPlayerIndex":0,"gameMode":"unlimited",\
      "id":"DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF","language":"en",\
      "moves":[\(try json(Move.cab))],\
      "participants":[{"outcome":"none","player":\(try json(MatchPlayer.blob))},\
      {"outcome":"quit"}],\
      "puzzle":\(try json(ArchivablePuzzle.mock)),"status":"open"}
      """
    #expect(try json(match) == text)
    #expect(try decode(Match.self, text) == match)
  }

  @Test func `the public data of a player is coded as JSON`() throws {
    let text = """
      {"displayName":"Blob Jr.","gameCenterLocalPlayerId":"123456789123456789",\
      "id":"B10B2000-DEAD-BEEF-DEAD-BEEFDEADBEEF"}
      """
    #expect(try json(MatchPlayer(Player.blobJr)) == text)
    #expect(try decode(MatchPlayer.self, text) == .blobJr)
  }

  @Test func `a player record is coded as JSON`() throws {
    let record = PlayerRecord(player: MatchPlayer(id: .deadbeef), lost: 1, open: 2, tied: 3, won: 4)
    let text = """
      {"lost":1,"open":2,"player":{"id":"DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF"},"tied":3,"won":4}
      """
    #expect(try json(record) == text)
    #expect(try decode(PlayerRecord.self, text) == record)
  }

  @Test func `the decoding error names an unknown status or outcome`() throws {
    let status = try decodingErrorLine([Match.Status].self, #"["over"]"#)
    #expect(status == "At [0]: expected one of ended, matching, open, found over.")
    let outcome = try decodingErrorLine(MatchParticipant.self, #"{"outcome":"fled"}"#)
    #expect(outcome == "At outcome: expected one of lost, none, quit, tied, won, found fled.")
  }

  /// Arguments: the recorded outcomes, the points and the expected outcomes of both players.
  @Test(
    arguments: [
      ((.none, .none), (2, 1), (.won, .lost)),
      ((.none, .none), (1, 2), (.lost, .won)),
      ((.none, .none), (1, 1), (.tied, .tied)),
      ((.none, .none), (.max, .max), (.tied, .tied)),
      ((.quit, .none), (2, 1), (.quit, .won)),
      ((.none, .quit), (1, 2), (.won, .quit)),
      ((.lost, .won), (2, 1), (.lost, .won)),
      ((.tied, .tied), (2, 1), (.tied, .tied)),
      ((.quit, .quit), (2, 1), (.quit, .quit)),
      ((.none, .lost), (1, 2), (.none, .lost)),
    ] as [((Outcome, Outcome), (Int, Int), (Outcome, Outcome))]
  )
  func `the outcomes of a match depend on its recorded outcomes and its points`(
    recorded: (Outcome, Outcome),
    points: (Int, Int),
    expected: (Outcome, Outcome)
  ) {
    var match = Match.mock
    match.status = .ended
    match.participants[0].outcome = recorded.0
    match.participants[1].outcome = recorded.1
    match.moves = [
      Move(playedAt: .mock, playerIndex: 0, score: points.0, type: .removedCube(.corner)),
      Move(playedAt: .mock, playerIndex: 1, score: points.1, type: .removedCube(.corner)),
    ]
    #expect(match.outcome(of: 0) == expected.0)
    #expect(match.outcome(of: 1) == expected.1)
    #expect([match.outcome(of: 2), match.outcome(of: -1)] == [.none, .none])
    match.status = .open
    #expect([match.outcome(of: 0), match.outcome(of: 1)] == [.none, .none])
  }

  @Test func `a match without an opponent has no outcome`() {
    var match = Match.mock
    match.status = .ended
    match.participants.removeLast()
    #expect(match.outcome(of: 0) == .none)
    match.participants = []
    #expect(match.outcome(of: 0) == .none)
    #expect(match.index(of: Player.blob.id) == nil)
  }

  @Test(arguments: [(0, 0, 0, false), (1, 0, 0, true), (0, 1, 0, true), (0, 0, 1, true)])
  func `a player with a lost, tied or won match has past games`(
    lost: Int,
    tied: Int,
    won: Int,
    hasPastGames: Bool
  ) {
    let record = PlayerRecord(player: .blob, lost: lost, open: 9, tied: tied, won: won)
    #expect(record.hasPastGames == hasPastGames)
  }

  typealias Outcome = MatchParticipant.Outcome
}
