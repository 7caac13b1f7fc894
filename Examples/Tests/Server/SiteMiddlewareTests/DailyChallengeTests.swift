// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import ServerRouter
import SharedModels
import SiteMiddleware
import Testing

/// Tests today's daily challenges: which ones exist, who can play them, and how often.
@Suite struct DailyChallengeTests {
  private let day: TimeInterval = 24 * 60 * 60

  /// The midnight after the mock date.
  private let midnight = Date(timeIntervalSinceReferenceDate: 1_234_569_600)

  @Test func `the server offers one daily challenge for each game mode`() async throws {
    let server = TestServer()
    let answer = try await server.today()
    #expect(
      answer == [
        entry(.timed, id: 1, endsAt: midnight), entry(.unlimited, id: 2, endsAt: midnight),
      ]
    )
  }

  @Test func `daily challenges last until midnight and are created once a day`() async throws {
    let server = TestServer()
    let first = try await server.today()
    server.now.set(midnight.addingTimeInterval(-1))
    #expect(try await server.today() == first)
    #expect(try await server.today(by: .blobJr) == first)

    server.now.set(midnight)
    let next = try await server.today()
    #expect(next.map(\.dailyChallenge.endsAt) == [midnight + day, midnight + day])
    #expect(
      Set(next.map(\.dailyChallenge.id)).isDisjoint(with: first.map(\.dailyChallenge.id))
    )
    #expect(try await server.today() == next)
  }

  @Test
  func `both daily challenges belong to the same day, even if midnight passes during the request`()
    async throws
  {
    var server = TestServer()
    let now = Recorder(midnight.addingTimeInterval(-1))
    server.environment.date = {
      let date = now.value
      now.update { $0.addTimeInterval(1) }
      return date
    }
    #expect(try await server.today().map(\.dailyChallenge.endsAt) == [midnight, midnight])
  }

  @Test func `simultaneous requests return the same daily challenges`() async throws {
    let server = TestServer()
    let answers = try await withThrowingTaskGroup(
      of: [FetchTodaysDailyChallengeResponse].self
    ) { group in
      for _ in 0..<50 { group.addTask { try await server.today() } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(answers.count == 1)
  }

  @Test func `starting a daily challenge again returns the same puzzle and the same play`()
    async throws
  {
    let server = TestServer()
    let puzzles = Recorder(0)
    var environment = server.environment
    environment.randomCubes = {
      puzzles.update { $0 += 1 }
      return .numbered(puzzles.value)
    }
    let first = try await environment.answer(start(.timed))
    #expect(first.status == 200)
    #expect(
      try first.decode(StartDailyChallengeResponse.self)
        == StartDailyChallengeResponse(
          dailyChallenge: DailyChallenge(
            createdAt: .mock,
            endsAt: midnight,
            gameMode: .timed,
            gameNumber: 1,
            id: DailyChallenge.ID(rawValue: UUID(1)),
            language: .en,
            puzzle: .numbered(1)
          ),
          dailyChallengePlayId: DailyChallengePlay.ID(rawValue: UUID(2))
        )
    )
    #expect(try await environment.answer(start(.timed)) == first)

    let other = try await environment.answer(start(.timed), by: .blobJr)
      .decode(StartDailyChallengeResponse.self)
    let own = try first.decode(StartDailyChallengeResponse.self)
    #expect(other.dailyChallenge == own.dailyChallenge)
    #expect(other.dailyChallengePlayId != own.dailyChallengePlayId)
  }

  @Test func `a completed daily challenge cannot be started again until the next day`() async throws
  {
    let server = TestServer()
    let started = try await server.environment.answer(start(.timed))
      .decode(StartDailyChallengeResponse.self)
    #expect(
      try await server.today().map(\.yourResult) == [
        DailyChallengeResult(outOf: 0, started: true), DailyChallengeResult(outOf: 0),
      ]
    )

    let submission = try await server.environment.answer(
      submitting: .dailyChallenge(started.dailyChallenge.id),
      [.cab]
    )
    let result = DailyChallengeResult(outOf: 1, rank: 1, score: 27, started: true)
    #expect(try submission.decode(SubmitGameResponse.self) == .dailyChallenge(result))
    #expect(
      try await server.today().map(\.yourResult) == [result, DailyChallengeResult(outOf: 0)]
    )

    let refused = try await server.environment.answer(start(.timed))
    #expect(
      refused.refusal
        == Refusal(400, "You have already played today's challenge in this mode.")
    )
    #expect(server.mails.value.map(\.subject) == ["A request failed with 400"])

    #expect(try await server.environment.answer(start(.unlimited)).status == 200)
    #expect(try await server.environment.answer(start(.timed), by: .blobJr).status == 200)
    server.now.set(midnight)
    let tomorrow = try await server.environment.answer(start(.timed))
      .decode(StartDailyChallengeResponse.self)
    #expect(tomorrow.dailyChallenge.gameNumber == 2)
  }

  @Test func `a second submission does not change the result of the first`() async throws {
    let server = TestServer()
    server.database.insert(DailyChallenge.mock)
    let context = ServerRoute.Api.Route.Games.SubmitRequest.GameContext.dailyChallenge(
      DailyChallenge.mock.id
    )
    let first = try await server.environment.answer(submitting: context, [.cab])
    let second = try await server.environment.answer(submitting: context, [.cab, .abc])
    #expect(second == first)

    let better = try await server.environment.answer(
      submitting: context,
      [.cab, .abc],
      by: .blobJr
    )
    #expect(
      try better.decode(SubmitGameResponse.self)
        == .dailyChallenge(DailyChallengeResult(outOf: 2, rank: 1, score: 54, started: true))
    )
    let third = try await server.environment.answer(submitting: context, [.cab])
    #expect(
      try third.decode(SubmitGameResponse.self)
        == .dailyChallenge(DailyChallengeResult(outOf: 2, rank: 2, score: 27, started: true))
    )
  }

  private func start(_ gameMode: GameMode) -> ServerRoute.Api.Route {
    .dailyChallenge(.start(gameMode: gameMode, language: .en))
  }

  private func entry(
    _ gameMode: GameMode,
    id: Int,
    endsAt: Date
  ) -> FetchTodaysDailyChallengeResponse {
    FetchTodaysDailyChallengeResponse(
      dailyChallenge: .init(
        endsAt: endsAt,
        gameMode: gameMode,
        id: DailyChallenge.ID(rawValue: UUID(id)),
        language: .en
      ),
      yourResult: DailyChallengeResult(outOf: 0)
    )
  }
}

extension TestServer {
  fileprivate func today(
    by player: Player = .blob
  ) async throws -> [FetchTodaysDailyChallengeResponse] {
    let answer = try await environment.answer(
      .dailyChallenge(.today(language: .en)),
      by: player
    )
    #expect(answer.status == 200)
    return try answer.decode([FetchTodaysDailyChallengeResponse].self)
  }
}
