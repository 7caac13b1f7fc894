// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepRouting
import LockstepTesting
import ServerRouter
import SharedModels
import SiteMiddleware
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Tests random and extreme requests: the server answers each of them, and every refusal has a reason.
@Suite struct StrangerTests {
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `randomly changed requests are answered`(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let server = TestServer()
    for number in 1...6 {
      let route = random.pick(SampleRoutes.all)
      var request = try Router.test.print(route)
      for _ in 0..<Int.random(in: 1...3, using: &random) { mutate(&request, &random) }
      let answer = await server.environment.answer(try urlRequest(request))
      expectAnswer(answer, "seed \(seed), number \(number): \(request)")
    }
  }

  /// Signs the changed body, so that it passes the signature check.
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `randomly changed games with valid signatures are answered`(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let server = TestServer()
    server.database.insert(DailyChallenge.mock)
    server.database.insert(SharedGame.mock)
    for number in 1...5 {
      var request = try Router.test.print(random.pick(SampleRoutes.submissions))
      let body = mutated(String(decoding: request.body ?? Data(), as: UTF8.self), &random)
      let signed = "\(body)----SECRET_DEADBEEF----1234567890"
      request.body = Data(body.utf8)
      request.headers = [
        .init("X-Signature", Data(signed.utf8).base64EncodedString())
      ]
      let answer = await server.environment.answer(try urlRequest(request))
      expectAnswer(answer, "seed \(seed), number \(number): \(body)")
    }
  }

  @Test(arguments: [
    #"{"playedAt":0,"score":9223372036854775807,"type":{"removedCube":{"x":0,"y":0,"z":0}}}"#,
    #"{"playedAt":0,"score":-9223372036854775808,"type":{"removedCube":{"x":0,"y":0,"z":0}}}"#,
    #"{"playedAt":1e308,"score":0,"type":{"removedCube":{"x":2,"y":2,"z":2}}}"#,
    #"{"playedAt":0,"playerIndex":-1,"score":0,"type":{"removedCube":{"x":2,"y":2,"z":2}}}"#,
    #"{"playedAt":0,"score":0,"type":{"playedWord":[]}}"#,
    #"{"playedAt":0,"score":0,"reactions":{"-9":"x"},"type":{"playedWord":[]}}"#,
  ])
  func `extreme moves are answered`(move: String) async throws {
    let server = TestServer()
    var request = try Router.test.print(.soloGame)
    let body = String(decoding: request.body ?? Data(), as: UTF8.self)
    let start = try #require(body.range(of: #""moves":["#))
    let changed = body[..<start.upperBound] + "\(move),\(move)]}"
    request.body = Data(changed.utf8)
    request.headers = [
      .init(
        "X-Signature",
        Data("\(changed)----SECRET_DEADBEEF----1234567890".utf8).base64EncodedString()
      )
    ]
    let answer = await server.environment.answer(try urlRequest(request))
    expectAnswer(answer, "\(move)")
  }

  /// Expects a page, a value, or an error with a message.
  private func expectAnswer(
    _ answer: Answer,
    _ comment: Comment,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    switch answer.status {
    case 200, 301, 302:
      break
    case 404:
      #expect(answer.body == "{}", comment, sourceLocation: sourceLocation)
    case 400, 401, 405, 415:
      let message = (try? answer.decode(ApiError.self))?.message ?? ""
      #expect(message != "", comment, sourceLocation: sourceLocation)
    default:
      Issue.record("\(answer)\n\(comment)", sourceLocation: sourceLocation)
    }
  }

  private func urlRequest(_ data: URLRequestData) throws -> URLRequest {
    var components = URLComponents()
    components.scheme = "https"
    components.host = "www.example.com"
    components.path = "/" + data.path.joined(separator: "/")
    components.queryItems = data.query.map { URLQueryItem(name: $0.name, value: $0.value) }
    var request = URLRequest(url: try #require(components.url))
    request.httpMethod = data.method.rawValue
    for header in data.headers {
      request.setValue(header.value, forHTTPHeaderField: header.name)
    }
    request.httpBody = data.body
    return request
  }

  private func mutate(_ request: inout URLRequestData, _ random: inout SplitMix64) {
    switch Int.random(in: 0..<7, using: &random) {
    case 0:
      request.method = random.pick([.get, .post, .put, .delete, .init(rawValue: "X")])
    case 1:
      request.path.append(random.pick(junk))
    case 2 where !request.path.isEmpty:
      request.path[Int.random(in: request.path.indices, using: &random)] = random.pick(junk)
    case 3 where !request.query.isEmpty:
      let index = Int.random(in: request.query.indices, using: &random)
      request.query[index] = .init(request.query[index].name, random.pick(junk))
    case 4 where !request.query.isEmpty:
      request.query.remove(at: Int.random(in: request.query.indices, using: &random))
    case 5:
      request.headers = request.headers.map { .init($0.name, random.pick(headerJunk)) }
    default:
      request.body = request.body.map { body in
        Data(mutated(String(decoding: body, as: UTF8.self), &random).utf8)
      }
    }
  }

  /// Returns the text with a random range removed, duplicated or replaced.
  private func mutated(_ text: String, _ random: inout SplitMix64) -> String {
    var characters = Array(text)
    guard !characters.isEmpty else { return random.pick(junk) }
    let start = Int.random(in: characters.indices, using: &random)
    let end = min(characters.count, start + Int.random(in: 0...6, using: &random))
    switch Int.random(in: 0..<4, using: &random) {
    case 0: characters.removeSubrange(start..<end)
    case 1: characters.insert(contentsOf: characters[start..<end], at: start)
    case 2: characters.replaceSubrange(start..<end, with: random.pick(junk))
    default:
      // Replaces a digit with a number, so that the JSON stays valid.
      guard let digit = characters.lastIndex(where: \.isNumber) else { break }
      let index =
        characters.indices.filter { characters[$0].isNumber }
        .randomElement(using: &random) ?? digit
      characters.replaceSubrange(index...index, with: random.pick(numbers))
    }
    return String(characters)
  }

  private let junk = [
    "", "0", "-1", "..", "%", "%00", "\u{0}", "💥", "null", "{}", "[[", "\"", "/", " ", "+", "&=",
    "9223372036854775808", "1e999", "NaN", "true", String(repeating: "x", count: 5_000),
  ]

  private let headerJunk = ["", "0", "true", "x", "%", "deadbeef", "ÿ"]

  private let numbers = ["0", "3", "-1", "99999999999999999999", "1e308", "0.5", "1e-400"]
}
