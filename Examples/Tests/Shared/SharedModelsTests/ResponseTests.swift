// SPDX-License-Identifier: MIT

import Foundation
import SharedModels
import Testing

@Suite struct ResponseTests {
  @Test(
    arguments: [
      (
        .dailyChallenge(DailyChallengeResult(outOf: 100, rank: 2, score: 1000, started: true)),
        #"{"dailyChallenge":{"outOf":100,"rank":2,"score":1000,"started":true}}"#
      ),
      (
        .solo(LeaderboardScoreResult(ranks: [.lastDay: .init(outOf: 100, rank: 1)])),
        #"{"solo":{"ranks":{"lastDay":{"outOf":100,"rank":1}}}}"#
      ),
      (.turnBased, #"{"turnBased":true}"#),
    ] as [(SubmitGameResponse, String)]
  )
  func answersToASubmission(response: SubmitGameResponse, text: String) throws {
    #expect(try json(response) == text)
    #expect(try decode(SubmitGameResponse.self, text) == response)
  }

  @Test func `the answer to a shared game is coded as JSON`() throws {
    let response = SubmitGameResponse.shared(.mock)
    let text = """
      {"shared":{"code":"deadbeef","gameMode":"timed","id":"DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF",\
      "language":"en","moves":[\(try json(Move.cab))],"puzzle":\(try json(ArchivablePuzzle.mock))}}
      """

    #expect(try json(response) == text)
    #expect(try decode(SubmitGameResponse.self, text) == response)
  }

  @Test(arguments: [
    (#"{"turnBased":false}"#, "At turnBased: expected true, found false."),
    (
      "{}",
      """
      Expected one of the keys "dailyChallenge", "shared", "solo", "turnBased", found none.
      """
    ),
    (
      #"{"dailyChallenge":{"outOf":1}}"#,
      #"At dailyChallenge: missing key "started"."#
    ),
  ])
  func `decoding an invalid answer throws`(text: String, line: String) throws {
    #expect(try decodingErrorLine(SubmitGameResponse.self, text) == line)
  }

  @Test func `an unknown time scope is decoded but not shown`() throws {
    let result = try decode(
      LeaderboardScoreResult.self,
      """
      {"ranks":{"allTime":{"outOf":10000,"rank":1000},"lastYear":{"outOf":5000,"rank":500}}}
      """
    )

    #expect(
      result
        == LeaderboardScoreResult(
          ranks: [
            "allTime": .init(outOf: 10_000, rank: 1_000),
            "lastYear": .init(outOf: 5_000, rank: 500),
          ]
        )
    )
    #expect(result.knownRanks == [.allTime: .init(outOf: 10_000, rank: 1_000)])
  }

  @Test func `the solo time scopes are all time, last day and last week`() {
    #expect(TimeScope.soloScopes == [.allTime, .lastDay, .lastWeek])
  }

  @Test func `the daily challenge of today is coded as JSON`() throws {
    let response = FetchTodaysDailyChallengeResponse(
      dailyChallenge: .init(.mock),
      yourResult: DailyChallengeResult(outOf: 42)
    )
    let text = """
      {"dailyChallenge":{"endsAt":1234567890,"gameMode":"timed",\
      "id":"DEADBEEF-DEAD-BEEF-DEAD-DA117C4A1132","language":"en"},\
      "yourResult":{"outOf":42,"started":false}}
      """

    #expect(try json(response) == text)
    #expect(try decode(FetchTodaysDailyChallengeResponse.self, text) == response)
  }

  @Test func `the permission to play a daily challenge is coded as JSON`() throws {
    let response = StartDailyChallengeResponse(
      dailyChallenge: .mock,
      dailyChallengePlayId: .deadbeef
    )
    let text = """
      {"dailyChallenge":{"createdAt":1234567890,"endsAt":1234567890,"gameMode":"timed",\
      "gameNumber":42,"id":"DEADBEEF-DEAD-BEEF-DEAD-DA117C4A1132","language":"en",\
      "puzzle":\(try json(ArchivablePuzzle.mock))},\
      "dailyChallengePlayId":"DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF"}
      """

    #expect(try json(response) == text)
    #expect(try decode(StartDailyChallengeResponse.self, text) == response)
  }

  @Test func `the current player is coded as JSON`() throws {
    let text = """
      {"appleReceipt":{"environment":"Sandbox","is-retryable":false,\
      "receipt":{"bundle_id":"com.example.cubes","in_app":[\
      {"original_purchase_date_ms":"2212875090000","product_id":"com.example.cubes.full_game",\
      "quantity":"1","transaction_id":"deadbeef"}]},"status":0},\
      "player":{"accessToken":"ACCE5500-DEAD-BEEF-DEAD-BEEFDEADBEEF","createdAt":1234567890,\
      "deviceId":"DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF","displayName":"Blob",\
      "gameCenterLocalPlayerId":"A:_deadbeefdeadbeefdeadbeefdeadbeef",\
      "id":"B10BB10B-DEAD-BEEF-DEAD-BEEFDEADBEEF","timeZone":"America/New_York"}}
      """

    #expect(try json(CurrentPlayerEnvelope.purchased) == text)
    #expect(try decode(CurrentPlayerEnvelope.self, text) == .purchased)
    #expect(CurrentPlayerEnvelope.purchased.isFullGamePurchased)
    #expect(!CurrentPlayerEnvelope.mock.isFullGamePurchased)
  }

  @Test func `an error is coded as JSON`() throws {
    let error = ApiError(
      error: VerificationFailed(moveIndex: 0, reason: .cubeNotInPlay(.corner)),
      file: "Server/Submit.swift",
      line: 42
    )

    #expect(error.message == "Move 1 is not valid: the cube at (2, 2, 2) is not in play.")
    #expect(error.localizedDescription == error.message)
    #expect(error.file == "Server/Submit.swift")
    #expect(error.line == 42)
    #expect(error.errorDump.contains("moveIndex: 0"))
    #expect(try decode(ApiError.self, json(error)) == error)
  }

  @Test func `the mock date is coded with the default strategy`() throws {
    #expect(try json(Date.mock) == "1234567890")
    #expect(Date.mock.ISO8601Format() == "2040-02-14T23:31:30Z")
  }
}
