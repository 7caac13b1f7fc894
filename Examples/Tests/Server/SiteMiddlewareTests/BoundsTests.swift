// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepRouting
import LockstepTesting
import ServerRouter
import SharedModels
import SiteMiddleware
import Testing

/// Tests the largest texts and lists that the server accepts, stores and returns.
@Suite struct BoundsTests {
  private func text(_ count: Int) -> String { String(repeating: "é", count: count / 2) }

  @Test func `a display name, Game Center id or time zone that is too long is refused`()
    async throws
  {
    let server = TestServer()
    func request(_ name: Int, _ gameCenter: Int, _ timeZone: Int) -> ServerRoute {
      .authenticate(
        AuthenticateRequest(
          deviceId: DeviceId(rawValue: UUID(5)),
          displayName: text(name),
          gameCenterLocalPlayerId: GameCenterPlayerId(rawValue: text(gameCenter)),
          timeZone: text(timeZone)
        )
      )
    }
    for (route, place, limit) in [
      (request(258, 128, 64), "displayName", 256),
      (request(256, 130, 64), "gameCenterLocalPlayerId", 128),
      (request(256, 128, 66), "timeZone", 64), (request(1_000_000, 2, 2), "displayName", 256),
    ] {
      let answer = try await server.environment.answer(route)
      #expect(answer.status == 400)
      #expect(answer.refusal.message.contains("at most \(limit) bytes"), "\(answer)")
      #expect(answer.refusal.message.contains(place), "\(answer)")
      #expect(answer.body.utf8.count < 2_000)
    }
    let player = try await server.environment.answer(request(256, 128, 64))
      .decode(CurrentPlayerEnvelope.self).player
    #expect(player.displayName == text(256))
  }

  @Test func `a face with too many letters is refused`() async throws {
    for (count, status) in [(16, 200), (18, 400)] {
      var puzzle = ArchivablePuzzle.mock
      puzzle[.corner].left.letters = text(count)
      let answer = try await TestServer().environment.answer(
        submitting: .solo(.init(gameMode: .timed, language: .en, puzzle: puzzle)),
        []
      )
      #expect(answer.status == status)
    }
  }

  @Test func `too many moves in a game, faces in a word or players in a match are refused`()
    async throws
  {
    let removal = Move.removeCube
    for (count, message) in [(300, ""), (301, "at most 300 moves, found 301")] {
      let answer = try await TestServer().environment.answer(
        submitting: .solo(.mock),
        Moves(repeatElement(removal, count: count))
      )
      #expect(answer.status == (message.isEmpty ? 200 : 400))
      if message != "" { #expect(answer.refusal.message.contains(message)) }
    }
    let word = Move(
      playedAt: .mock,
      score: 0,
      type: .playedWord(Array(repeating: .cornerTop, count: 82))
    )
    let long = try await TestServer().environment.answer(submitting: .solo(.mock), [word])
    #expect(long.refusal.message.contains("at most 81 faces, found 82"))
    let players = (0..<1_500).map {
      (Move.PlayerIndex(rawValue: $0), $0 == 0 ? Player.blob.id : Player.numbered($0).id)
    }
    let crowd = try await TestServer().environment.answer(
      submitting: .turnBased(
        .init(
          gameMode: .timed,
          language: .en,
          playerIndexToId: Dictionary(uniqueKeysWithValues: players),
          puzzle: .mock
        )
      ),
      [.cab]
    )
    #expect(crowd.refusal.message.contains("at most 16 players, found 1500"))
  }

  @Test
  func `a long device address is refused, and a new device replaces the oldest beyond the limit`()
    async throws
  {
    let server = TestServer()
    let long = try await server.environment.answer(
      .push(.register(RegisterPushToken(token: text(514))))
    )
    #expect(long.refusal.message.contains("at most 512 bytes"))
    for number in 10..<30 {
      let answer = try await server.environment.answer(
        .push(.register(RegisterPushToken(token: "device \(number)")))
      )
      #expect(answer.status == 200)
    }
    // Registering a known device again makes it the newest.
    for number in [14, 30] {
      _ = try await server.environment.answer(
        .push(.register(RegisterPushToken(token: "device \(number)")))
      )
    }
    let tokens = server.database.pushTokens(of: Player.blob.id).map(\.token.token)
    #expect(tokens == ([14] + Array(16...30)).map { "device \($0)" })
  }

  @Test func `the list of matches is returned in pages`() async throws {
    let server = TestServer()
    var all: [Match] = []
    for number in 0..<45 {
      var match = Match.over([], id: Match.ID(rawValue: UUID(100 + number)))
      // Three matches share each start time.
      match.createdAt += TimeInterval(number / 3)
      server.database.insert(match)
      all.insert(match, at: 0)
    }
    var pages: [[Match]] = []
    while pages.last?.isEmpty != true {
      let before = pages.last?.last?.id
      pages.append(
        try await server.environment.answer(.matches(.list(before: before))).decode([Match].self)
      )
    }
    #expect(pages.map(\.count) == [20, 20, 5, 0])
    #expect(pages.flatMap { $0 } == all)
    let unknown = try await server.environment.answer(.matches(.list(before: .deadbeef)))
    #expect(try unknown.decode([Match].self) == [])
    let others = try await server.environment.answer(.matches(.list()), by: .blobJr)
    #expect(try others.decode([Match].self) == pages[0])
  }

  @Test func `a player with 50 unfinished matches cannot start another match`() async throws {
    let server = TestServer()
    let start = ServerRoute.Api.Route.matches(
      .start(gameMode: .timed, language: .en, opponent: Player.blobJr.id)
    )
    var last: Match?
    for _ in 0..<50 {
      last = try await server.environment.answer(start).decode(Match.self)
    }
    #expect(
      try await server.environment.answer(start).refusal
        == Refusal(400, "You have started 50 matches that are not over; finish one of them first.")
    )
    // The opponent started none of these matches.
    let back = ServerRoute.Api.Route.matches(
      .start(gameMode: .timed, language: .en, opponent: Player.blob.id)
    )
    #expect(try await server.environment.answer(back, by: .blobJr).status == 200)
    var over = try #require(last)
    over.currentPlayerIndex = nil
    over.status = .ended
    server.database.insert(over)
    #expect(try await server.environment.answer(start).status == 200)
  }

  @Test func `the history returns the latest 100 daily challenges`() async throws {
    let server = TestServer()
    for number in 1...103 { server.database.insert(DailyChallenge.numbered(number)) }
    let history = try await server.environment.answer(
      .dailyChallenge(.results(.history(gameMode: .timed, language: .en)))
    )
    .decode(DailyChallengeHistoryResponse.self)
    #expect(history.results.map(\.gameNumber.rawValue) == Array((4...103).reversed()))
  }
}
