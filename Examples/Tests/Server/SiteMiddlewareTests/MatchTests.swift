// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import ServerRouter
import SharedModels
import SiteMiddleware
import Testing

/// Tests how players start, join, load and list matches.
@Suite struct MatchTests {
  /// An ended match with the points of Blob and of Blob Jr.
  private func ended(_ number: Int, _ blob: Int, _ blobJr: Int) -> Match {
    var match = Match.mock
    match.id = Match.ID(rawValue: UUID(100 + number))
    match.currentPlayerIndex = nil
    match.status = .ended
    match.moves = [
      Move(playedAt: .mock, playerIndex: 0, score: blob, type: .removedCube(.corner)),
      Move(playedAt: .mock, playerIndex: 1, score: blobJr, type: .removedCube(.corner)),
    ]
    return match
  }

  @Test func `a match with an opponent is open and visible to both players`() async throws {
    let server = TestServer()
    let answer = try await server.environment.answer(
      .matches(.start(gameMode: .timed, language: .en, opponent: Player.blobJr.id))
    )
    let match = Match(
      createdAt: .mock,
      gameMode: .timed,
      id: Match.ID(rawValue: UUID(1)),
      participants: [MatchParticipant(player: .blob), MatchParticipant(player: .blobJr)],
      puzzle: .mock
    )
    #expect(answer.status == 200)
    #expect(try answer.decode(Match.self) == match)
    for player in [Player.blob, .blobJr] {
      let list = try await server.environment.answer(.matches(.list()), by: player)
      #expect(try list.decode([Match].self) == [match])
      let loaded = try await server.environment.answer(.matches(.load(match.id)), by: player)
      #expect(loaded == answer)
    }
  }

  @Test func `a player without an opponent waits until the next player joins`() async throws {
    let server = TestServer()
    let start = ServerRoute.Api.Route.matches(
      .start(gameMode: .unlimited, language: .en, opponent: nil)
    )
    var match = Match.mock
    match.id = Match.ID(rawValue: UUID(1))
    match.participants = [MatchParticipant(player: .blob)]
    match.status = .matching
    let waiting = try await server.environment.answer(start)
    #expect(try waiting.decode(Match.self) == match)

    let timed = try await server.environment.answer(
      .matches(.start(gameMode: .timed, language: .en, opponent: nil)),
      by: .blobJr
    )
    #expect(try timed.decode(Match.self).status == .matching)

    match.participants.append(MatchParticipant(player: .blobJr))
    match.status = .open
    let joined = try await server.environment.answer(start, by: .blobJr)
    #expect(try joined.decode(Match.self) == match)

    let another = try await server.environment.answer(start)
    #expect(try another.decode(Match.self).status == .matching)
  }

  @Test func `the list of matches starts with the newest match`() async throws {
    let server = TestServer()
    var old = ended(1, 0, 0)
    old.createdAt -= 60
    for match in [ended(2, 0, 0), old, ended(3, 0, 0)] { server.database.insert(match) }
    let list = try await server.environment.answer(.matches(.list()))
    #expect(try list.decode([Match].self) == [ended(3, 0, 0), ended(2, 0, 0), old])
  }

  @Test func `the first player to ask starts the rematch, and the second player gets the same one`()
    async throws
  {
    let server = TestServer()
    let match = ended(1, 2, 1)
    server.database.insert(match)
    let answer = try await server.environment.answer(.matches(.rematch(match.id)), by: .blobJr)
    var rematch = Match.mock
    rematch.id = Match.ID(rawValue: UUID(1))
    rematch.participants.reverse()
    #expect(try answer.decode(Match.self) == rematch)

    let again = try await server.environment.answer(.matches(.rematch(match.id)))
    #expect(again == answer)
    let list = try await server.environment.answer(.matches(.list()))
    #expect(try list.decode([Match].self) == [rematch, match])
  }

  @Test func `an invalid match request is refused with its reason`() async throws {
    let server = TestServer()
    let unknown = Match.ID(rawValue: UUID(7))
    server.database.insert(Match.mock)
    var lonely = ended(8, 0, 0)
    lonely.participants.removeLast()
    server.database.insert(lonely)
    let refusals: [(ServerRoute.Api.Route.Matches, String)] = [
      (.load(unknown), "You have no match 00000000-0000-0000-0000-000000000007."),
      (.rematch(unknown), "You have no match 00000000-0000-0000-0000-000000000007."),
      (.rematch(.deadbeef), "The match DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF is not over."),
      (.rematch(lonely.id), "The match \(lonely.id) has no other player."),
      (
        .start(gameMode: .timed, language: .en, opponent: Player.blob.id),
        "Nobody can play a match against themselves."
      ),
      (
        .start(gameMode: .timed, language: .en, opponent: .deadbeef),
        "There is no such record: a player DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF."
      ),
    ]
    for (route, message) in refusals {
      let answer = try await server.environment.answer(.matches(route))
      #expect(answer.refusal == Refusal(400, message))
    }
  }

  @Test func `a match of other players is refused as unknown`() async throws {
    let server = TestServer()
    server.database.insert(Player.numbered(1))
    server.database.insert(ended(1, 1, 2))
    let id = ended(1, 1, 2).id
    for route in [ServerRoute.Api.Route.Matches.load(id), .rematch(id)] {
      let answer = try await server.environment.answer(.matches(route), by: .numbered(1))
      #expect(answer.refusal == Refusal(400, "You have no match \(id)."))
    }
    let list = try await server.environment.answer(.matches(.list()), by: .numbered(1))
    #expect(list == Answer(status: 200, body: "[\n\n]"))
  }

  @Test func `the player record counts ended matches by their outcome`() async throws {
    let server = TestServer()
    var quit = ended(5, 9, 0)
    quit.participants[0].outcome = .quit
    let matches = [
      ended(1, 2, 1), ended(2, 3, 1), ended(3, 1, 2), ended(4, 1, 1), quit, ended(6, 2, 1), .mock,
    ]
    for match in matches { server.database.insert(match) }
    let blob = try await server.environment.answer(.playerRecord)
    #expect(
      try blob.decode(PlayerRecord.self)
        == PlayerRecord(player: .blob, lost: 2, open: 1, tied: 1, won: 3)
    )
    let blobJr = try await server.environment.answer(.playerRecord, by: .blobJr)
    #expect(
      try blobJr.decode(PlayerRecord.self)
        == PlayerRecord(player: .blobJr, lost: 3, open: 1, tied: 1, won: 2)
    )
  }
}
