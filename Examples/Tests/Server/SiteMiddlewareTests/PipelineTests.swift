// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepRouting
import LockstepTesting
import ServerRouter
import SharedModels
import SiteMiddleware
import Testing

/// Submits a game to a server without endpoints, and supplies one endpoint after another until the server answers.
@Suite struct PipelineTests {
  @Test func `a server without endpoints reports the missing player lookup`() async throws {
    try await expect(
      .unsupplied,
      answers: Refusal(500, "DatabaseClient.fetchPlayerByAccessToken is unimplemented"),
      reporting: ["DatabaseClient.fetchPlayerByAccessToken is unimplemented"]
    )
  }

  @Test func `a server with a player reports the missing dictionary`() async throws {
    try await expect(
      .withPlayer,
      answers: Refusal(400, "Move 1, \"CAB\", is not valid: the dictionary does not have it."),
      reporting: [
        "DictionaryClient.contains is unimplemented",
        "MailgunClient.sendEmail is unimplemented",
      ]
    )
  }

  @Test func `a server with a dictionary reports the missing score storage`() async throws {
    try await expect(
      .withDictionary,
      answers: Refusal(500, "DatabaseClient.submitLeaderboardScore is unimplemented"),
      reporting: [
        "DatabaseClient.submitLeaderboardScore is unimplemented",
        "MailgunClient.sendEmail is unimplemented",
      ]
    )
  }

  @Test func `a server with score storage reports the missing ranks`() async throws {
    try await expect(
      .withScores,
      answers: Refusal(500, "DatabaseClient.fetchLeaderboardSummary is unimplemented"),
      reporting: [
        "DatabaseClient.fetchLeaderboardSummary is unimplemented",
        "MailgunClient.sendEmail is unimplemented",
      ]
    )
  }

  @Test func `a server with all endpoints answers with the ranks`() async throws {
    let asked = Recorder<[FetchLeaderboardSummaryRequest]>([])
    var environment = ServerEnvironment.withScores
    environment.database.fetchLeaderboardSummary = { request in
      asked.update { $0.append(request) }
      switch request.timeScope {
      case .allTime: return .init(outOf: 10_000, rank: 1_000)
      case .lastDay: return .init(outOf: 100, rank: 10)
      case .interesting, .lastWeek: return .init(outOf: 1_000, rank: 100)
      }
    }
    var answer: Answer?
    let issues = try await withReportedIssues {
      answer = try await environment.answer(.soloGame)
    }
    #expect(issues == [])
    #expect(
      answer
        == Answer(
          status: 200,
          body: """
            {
              "solo" : {
                "ranks" : {
                  "allTime" : {
                    "outOf" : 10000,
                    "rank" : 1000
                  },
                  "lastDay" : {
                    "outOf" : 100,
                    "rank" : 10
                  },
                  "lastWeek" : {
                    "outOf" : 1000,
                    "rank" : 100
                  }
                }
              }
            }
            """
        )
    )
    let requests = [TimeScope.allTime, .lastDay, .lastWeek].map { timeScope in
      FetchLeaderboardSummaryRequest(
        gameMode: .timed,
        language: .en,
        subject: .player(scoreId: .deadbeef, playerId: Player.blob.id),
        timeScope: timeScope
      )
    }
    #expect(asked.value == requests)
  }

  @Test func `a failing router matches unsigned requests and reports its issues for signed ones`()
    async throws
  {
    var environment = ServerEnvironment.withPlayer
    environment.router = .failing
    environment.database.fetchAppleReceipt = { _ in nil }
    #expect(try await environment.answer(.currentPlayer).status == 200)

    var answer: Answer?
    let issues = try await withReportedIssues {
      answer = try await environment.answer(.soloGame)
    }
    #expect(
      issues.map(\.message) == [
        "ServerRouter.date is unimplemented", "ServerRouter.sha256 is unimplemented",
      ]
    )
    #expect(answer?.status == 401)
  }

  private func expect(
    _ environment: ServerEnvironment,
    answers refusal: Refusal,
    reporting messages: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    var answer: Answer?
    let issues = try await withReportedIssues {
      answer = try await environment.answer(.soloGame)
    }
    #expect(issues.map(\.message) == messages, sourceLocation: sourceLocation)
    let given = try #require(answer, sourceLocation: sourceLocation)
    #expect(given.refusal == refusal, sourceLocation: sourceLocation)
  }
}

extension ServerEnvironment {
  fileprivate static var withPlayer: Self {
    var environment = unsupplied
    environment.database.fetchPlayerByAccessToken = { $0 == Player.blob.accessToken ? .blob : nil }
    return environment
  }

  fileprivate static var withDictionary: Self {
    var environment = withPlayer
    environment.dictionary = .everyString
    return environment
  }

  fileprivate static var withScores: Self {
    var environment = withDictionary
    environment.database.submitLeaderboardScore = { request in
      LeaderboardScore(request, createdAt: .mock, id: .deadbeef)
    }
    return environment
  }
}
