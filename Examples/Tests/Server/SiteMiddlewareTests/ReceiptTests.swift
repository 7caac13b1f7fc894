// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import ServerRouter
import SharedModels
import SiteMiddleware
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Tests the verification of purchases.
@Suite struct ReceiptTests {
  @Test func `a valid receipt is stored and unlocks the full game`() async throws {
    var server = TestServer()
    let asked = Recorder<[Question]>([])
    server.environment.itunes = ItunesClient { data, environment in
      asked.update { $0.append(Question(data, environment)) }
      return .valid(.mock)
    }
    let answer = try await server.environment.answer(.verifyReceipt(Data("receipt".utf8)))
    #expect(
      try answer.decode(VerifyReceiptEnvelope.self)
        == VerifyReceiptEnvelope(verifiedProductIds: ["com.example.cubes.full_game"])
    )
    #expect(asked.value == [Question(Data("receipt".utf8), .production)])
    let player = try await server.environment.answer(.currentPlayer)
    #expect(try player.decode(CurrentPlayerEnvelope.self) == .purchased)
    let other = try await server.environment.answer(.currentPlayer, by: .blobJr)
    #expect(try other.decode(CurrentPlayerEnvelope.self) == .init(player: .blobJr))
  }

  @Test func `a sandbox receipt is verified again in the sandbox`() async throws {
    var server = TestServer()
    let asked = Recorder<[Question]>([])
    server.environment.itunes = ItunesClient { data, environment in
      asked.update { $0.append(Question(data, environment)) }
      return environment == .production ? .isOfSandbox : .valid(.mock)
    }
    let answer = try await server.environment.answer(.verifyReceipt(Data([1])))
    #expect(answer.status == 200)
    #expect(asked.value == [Question(Data([1]), .production), Question(Data([1]), .sandbox)])
  }

  @Test(arguments: [
    (
      Data(), ItunesClient.Verdict.valid(.mock), "The body is empty; expected a receipt."
    ),
    (
      Data([1]), .invalid(status: 21_002),
      "The store does not accept the receipt; its status is 21002."
    ),
    (
      Data([1]), .isOfSandbox, "The store does not accept the receipt; its status is 21007."
    ),
    (
      Data([1]), .valid(receipt(bundleId: "com.example.other", isEmpty: false)),
      #"The receipt is for another app, "com.example.other"."#
    ),
    (
      Data([1]), .valid(receipt(bundleId: "com.example.cubes", isEmpty: true)),
      "The receipt contains no purchases."
    ),
  ])
  func `an invalid receipt is refused and not stored`(
    data: Data,
    verdict: ItunesClient.Verdict,
    message: String
  ) async throws {
    var server = TestServer()
    server.environment.itunes = ItunesClient { _, _ in verdict }
    let answer = try await server.environment.answer(.verifyReceipt(data))
    #expect(answer.refusal == Refusal(400, message))
    #expect(try await server.client.fetchAppleReceipt(Player.blob.id) == nil)
  }

  @Test func `a request without a body is refused`() async throws {
    let server = TestServer()
    let request = try URLRequest(
      "POST",
      "/api/verify-receipt?accessToken=\(Player.blob.accessToken)"
    )
    let answer = await server.environment.answer(request)
    #expect(answer.refusal == Refusal(400, "Bad request: the body is missing; expected bytes."))
  }

  struct Question: Equatable {
    var data: Data
    var environment: ItunesClient.Environment

    init(_ data: Data, _ environment: ItunesClient.Environment) {
      self.data = data
      self.environment = environment
    }
  }
}

private func receipt(bundleId: String, isEmpty: Bool) -> AppleReceipt {
  var receipt = AppleReceipt.mock
  receipt.receipt.bundleId = bundleId
  if isEmpty { receipt.receipt.inApp = [] }
  return receipt
}
