// SPDX-License-Identifier: MIT

import Foundation
import LockstepRouting
import Testing

/// The error that a router reports if no route matches, for any order of the routes.
@Suite struct MostUsefulErrorTests {
  private let missing = Route<Int> {
    Path { "a" }
    Query { Field("n", .int) }
  }
  private let malformed = Route<Int> {
    Path { "a" }
    Query { Field("m", .int) }
  }

  @Test(arguments: [false, true])
  func `the error of a malformed value wins over that of a missing value`(isReversed: Bool) {
    let error = error("/a?m=x", isReversed ? [malformed, missing] : [missing, malformed])
    #expect(error?.description == #"Bad request: query item "m" is "x"; expected an integer."#)
  }

  @Test(arguments: [false, true])
  func `the error of the route that parsed more fields wins`(isReversed: Bool) {
    let further = Route(Conversion<(Int, Int), Int>(apply: { $0.0 }, unapply: { ($0, $0) })) {
      Path { "a" }
      Query {
        Field("k", .int)
        Field("l", .int)
      }
    }
    let error = error("/a?k=1", isReversed ? [further, missing] : [missing, further])
    #expect(error?.description == #"Bad request: query item "l" is missing; expected an integer."#)
  }

  @Test(arguments: [false, true])
  func `the error of a route with the right content type wins`(isReversed: Bool) {
    let json = Route<Int> {
      Method.post
      Path { "a" }
      Body(.json(Int.self))
    }
    let form = Route<Int> {
      Method.post
      Path { "a" }
      Form { Field("n", .int) }
    }
    let routes = isReversed ? [form, json] : [json, form]
    #expect(
      error("/a", routes, contentType: "application/problem+json", body: "{")?.part == .body
    )
    #expect(
      error("/a", routes, contentType: "application/x-www-form-urlencoded", body: "n=x")?.part
        == .form("n")
    )
    let types = ["application/json", "application/x-www-form-urlencoded"]
    let neither = error("/a", routes, contentType: "text/html", body: "n=x")
    #expect(
      neither?.kind == .unsupportedMediaType(accepted: isReversed ? types.reversed() : types)
    )
    #expect(neither?.statusCode == 415)
  }

  @Test(arguments: [false, true])
  func `the error of a rejected value wins over that of a malformed value`(isReversed: Bool) {
    let refusing = Route(
      Conversion<String, Int> { _ in
        throw RoutingError.unauthorized("no")
      } unapply: { _ in
        nil
      }
    ) {
      Path { "a" }
      Query { Field("m", .string) }
    }
    let error = error("/a?m=x", isReversed ? [refusing, malformed] : [malformed, refusing])
    #expect(error?.description == "Unauthorized: no.")
  }

  private func error(
    _ target: String,
    _ routes: [Route<Int>],
    contentType: String? = nil,
    body: String? = nil
  ) -> RoutingError? {
    let router = Router<Int> { for route in routes { route } }
    return #expect(throws: RoutingError.self) {
      try router.match(
        URLRequestData(
          target: target,
          method: body == nil ? .get : .post,
          headers: contentType.map { [.init("Content-Type", $0)] } ?? [],
          body: body.map { Data($0.utf8) }
        )
      )
    }
  }
}
