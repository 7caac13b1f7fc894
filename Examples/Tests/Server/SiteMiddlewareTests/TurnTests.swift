// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import ServerRouter
import SharedModels
import SiteMiddleware
import Testing

/// Tests which turns of a match the server accepts.
@Suite struct TurnTests {
  private let id = Match.ID.deadbeef

  private func play(
    _ move: Move,
    by player: Player = .blob,
    on server: TestServer
  ) async throws -> Answer {
    try await server.environment.answer(.matches(.play(id, move)), by: player)
  }

  @Test func `players take turns, and both see the moves`() async throws {
    let server = TestServer()
    var match = Match.mock
    server.database.insert(match)
    // The server ignores the player and the time in the move.
    for (move, player, index, next) in [
      (.cab.by(1), .blob, 0, 1), (.removeCube, .blobJr, 1, 0),
    ] as [(Move, Player, Move.PlayerIndex, Move.PlayerIndex)] {
      server.now.update { $0 += 60 }
      var stored = move.by(index)
      stored.playedAt = server.now.value
      match.moves.append(stored)
      match.currentPlayerIndex = next
      let answer = try await play(move, by: player, on: server)
      #expect(try answer.decode(Match.self) == match)
      for reader in [Player.blob, .blobJr] {
        #expect(
          try await server.environment.answer(.matches(.load(id)), by: reader) == answer
        )
      }
    }
  }

  @Test func `a move out of turn is refused, and a turn is played only once`() async throws {
    let server = TestServer()
    server.database.insert(Match.mock)
    let refusal = Refusal(400, "It is not your turn in the match \(id).")
    #expect(try await play(.cab, by: .blobJr, on: server).refusal == refusal)
    #expect(try await play(.cab, on: server).status == 200)
    #expect(try await play(.cab, on: server).refusal == refusal)
    #expect(try await play(.abc, on: server).refusal == refusal)
    #expect(try await play(.abc, by: .blobJr, on: server).status == 200)
    let match = try await server.client.fetchMatch(id)
    #expect(match?.moves.map(\.type) == [Move.cab.type, Move.abc.type])
  }

  @Test func `a turn in an unknown match or in a match of other players is refused`() async throws {
    let server = TestServer()
    server.database.insert(Player.numbered(1))
    let refusal = Refusal(400, "You have no match \(id).")
    #expect(try await play(.cab, on: server).refusal == refusal)
    server.database.insert(Match.mock)
    #expect(try await play(.cab, by: .numbered(1), on: server).refusal == refusal)
    #expect(try await server.client.fetchMatch(id) == .mock)
  }

  @Test func `a turn in a match that waits for a player or is over is refused`() async throws {
    let server = TestServer()
    var match = Match.mock
    match.participants.removeLast()
    match.status = .matching
    server.database.insert(match)
    #expect(
      try await play(.cab, on: server).refusal
        == Refusal(400, "The match \(id) has no other player.")
    )
    match = .mock
    match.status = .ended
    server.database.insert(match)
    #expect(try await play(.cab, on: server).refusal == Refusal(400, "The match \(id) is over."))
    #expect(try await server.client.fetchMatch(id) == match)
  }

  @Test func `a move that breaks the rules after the previous moves is refused`() async throws {
    let server = TestServer()
    var match = Match.mock
    match.moves = [.removeCube.by(0), .removeCube.by(1)]
    server.database.insert(match)
    let short = Move(playedAt: .mock, score: 5, type: .playedWord([.cornerTop, .cornerLeft]))
    let refusals: [(Move, String)] = [
      (.removeCube, "Move 3 is not valid: the cube at (2, 2, 2) is not in play."),
      (.cab, #"Move 3, "CAB", is not valid: the cube at (2, 2, 2) is not in play."#),
      (.mock, #"Move 3, "ABC", is not valid: it claims 20 points instead of 27."#),
      (short, #"Move 3, "CA", is not valid: it has fewer than 3 characters."#),
    ]
    for (move, message) in refusals {
      #expect(try await play(move, on: server).refusal == Refusal(400, message))
    }

    match.moves = [.cab.by(0), .abc.by(1)]
    server.database.insert(match)
    #expect(
      try await play(.cab, on: server).refusal
        == Refusal(400, #"Move 3, "CAB", is not valid: it was played before."#)
    )
    var strict = server.environment
    strict.dictionary = .english([])
    match.moves = []
    server.database.insert(match)
    #expect(
      try await strict.answer(.matches(.play(id, .cab))).refusal
        == Refusal(400, #"Move 1, "CAB", is not valid: the dictionary does not have it."#)
    )
    #expect(try await server.client.fetchMatch(id) == match)
  }

  @Test func `the match ends when the last cube is removed`() async throws {
    let server = TestServer()
    var match = Match.mock
    match.moves = Moves(
      LatticePoint.allPoints.dropLast().enumerated().map { number, point in
        Move(
          playedAt: .mock,
          playerIndex: Move.PlayerIndex(rawValue: number % 2),
          score: 0,
          type: .removedCube(point)
        )
      }
    )
    server.database.insert(match)
    match.moves.append(.removeCube.by(0))
    match.currentPlayerIndex = nil
    match.status = .ended
    #expect(try await play(.removeCube, on: server).decode(Match.self) == match)
    let record = try await server.environment.answer(.playerRecord).decode(PlayerRecord.self)
    #expect(record == PlayerRecord(player: .blob, tied: 1))
  }

  @Test func `a turn that was already played is refused`() async throws {
    let server = TestServer()
    server.database.insert(Match.mock)
    let request = PlayTurnRequest(isLast: false, matchId: id, move: .cab, turn: 0)
    let match = try await server.client.playTurn(request)
    #expect(match.moves == [.cab.by(0)])
    await #expect(throws: DatabaseError.turnPlayed) { try await server.client.playTurn(request) }
    let unknown = PlayTurnRequest(
      isLast: false,
      matchId: Match.ID(rawValue: UUID(9)),
      move: .cab,
      turn: 0
    )
    await #expect(throws: DatabaseError.notFound("a match \(unknown.matchId)")) {
      try await server.client.playTurn(unknown)
    }
    #expect(try await server.client.fetchMatch(id) == match)
  }
}
