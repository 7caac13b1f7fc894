// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepRouting
import Testing

@Suite struct InvertedConversionTests {
  private struct Draft: Codable, Equatable, Sendable {
    var text: String
    var isPinned: Bool
  }

  private enum Amount: Codable, Equatable, Sendable {
    case all
    case some(Int)
  }

  private enum NoteRoute: Equatable, Sendable {
    case edit(String, Bool)
    case keep(Int)
  }

  private static let router = Router<NoteRoute> {
    Route(.case(NoteRoute.edit)) {
      Method.post
      Path { "edit" }
      Body(.json(Draft.self).map(.inverted(.memberwise(Draft.init) { ($0.text, $0.isPinned) })))
    }
    Route(.case(NoteRoute.keep)) {
      Method.post
      Body(.json(Amount.self).map(.inverted(.case(Amount.some))))
    }
  }

  private static func request(_ path: [String], _ body: String) -> URLRequestData {
    URLRequestData(
      method: .post,
      path: path,
      headers: [.init("Content-Type", "application/json")],
      body: Data(body.utf8)
    )
  }

  @Test func `an inverted conversion splits a body into the values of a route`() throws {
    let request = Self.request(["edit"], #"{"isPinned":true,"text":"Milk"}"#)
    #expect(try Self.router.match(request) == .edit("Milk", true))
    #expect(try Self.router.print(.edit("Milk", true)) == request)
  }

  @Test func `a value for which unapply returns nil is a bad request`() throws {
    #expect(try Self.router.match(Self.request([], #"{"some":{"_0":3}}"#)) == .keep(3))
    let error = #expect(throws: RoutingError.self) {
      try Self.router.match(Self.request([], #"{"all":{}}"#))
    }
    #expect(error?.kind == .badRequest)
    #expect(
      error?.description
        == "Bad request: the body; expected JSON of Amount: the conversion's 'unapply' returned 'nil'."
    )
  }

  @Test func `a conversion inverted twice behaves like the original`() throws {
    let number: Conversion<String, Int> = .inverted(.inverted(.int))
    let router = Router<Int> {
      Route { Path { Parameter("number", number) } }
    }
    #expect(try router.match(string: "/7") == 7)
    #expect(try router.path(for: 7) == "/7")
    let error = #expect(throws: RoutingError.self) { try router.match(string: "/x") }
    #expect(error?.kind == .notFound)
  }
}
