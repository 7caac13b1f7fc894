// SPDX-License-Identifier: MIT

import Foundation
import LockstepRouting
import Testing

/// Components with a fixed text, which add no value to the route.
@Suite struct LiteralFieldTests {
  private enum Page: Equatable, Sendable {
    case user(Int, Bool)
    case old(Int)
    case plain
  }

  private let router = Router<Page> {
    Route(.case(Page.user)) {
      Path {
        "users"
        Parameter("id", .int)
      }
      Headers {
        Field("X-Version", .literal("2"))
        Field("X-Debug", .bool)
        Field("X-Client", .literal("web app"))
      }
    }
    Route(.case(Page.old)) {
      Path {
        "users"
        Parameter("id", .int)
      }
      Headers { Field("X-Version", .literal("1")) }
    }
    Route(.case(Page.plain)) {
      Path { Parameter(.literal("plain")) }
      Query { Field("format", aliases: ["f"], .literal("json")) }
      Cookies { Field("theme", .literal("dark")) }
    }
  }

  private func request(_ path: String..., headers: [(String, String)]) -> URLRequestData {
    URLRequestData(path: path, headers: headers.map { .init($0, $1) })
  }

  @Test func `a fixed text is printed and adds no value`() throws {
    #expect(
      try router.print(.user(7, true))
        == request(
          "users",
          "7",
          headers: [("X-Version", "2"), ("X-Debug", "true"), ("X-Client", "web app")]
        )
    )
    #expect(
      try router.print(.plain)
        == URLRequestData(
          path: ["plain"],
          query: [.init("format", "json")],
          headers: [.init("Cookie", "theme=dark")]
        )
    )
  }

  @Test func `a route only matches a request with its fixed text`() throws {
    for page in [Page.user(7, false), .old(3), .plain] {
      #expect(try router.match(router.print(page)) == page)
    }
    #expect(
      try router.match(
        URLRequestData(target: "/plain?f=json", headers: [.init("Cookie", "a=b; theme=dark")])
      ) == .plain
    )
    let headers = [("x-version", "2"), ("x-debug", "0"), ("x-client", "web app")]
    #expect(try router.match(request("users", "1", headers: headers)) == .user(1, false))
  }

  @Test func `the error of a different or missing fixed text shows the expected text`() {
    func error(_ request: URLRequestData) -> String? {
      #expect(throws: RoutingError.self) { try router.match(request) }?.debugDescription
    }
    #expect(
      error(request("users", "1", headers: [("x-version", "3")])) == """
        Bad request: header "X-Version" is "3"; expected "2".

          x-version: 3
                     ^
          in the route "user"
        """
    )
    #expect(
      error(request("users", "1", headers: [])) == """
        Bad request: header "X-Version" is missing; expected "2".

          in the route "user"
        """
    )
    #expect(
      error(URLRequestData(path: ["plain"], query: [.init("f", "Json")])) == """
        Bad request: query item "format" is "Json"; expected "json".

          GET /plain?f=Json
                       ^^^^
          in the route "plain"
        """
    )
    #expect(
      error(URLRequestData(path: ["plane"])) == """
        Not found: path component 1 is "plane"; expected "plain".

          GET /plane
               ^^^^^
          in the route "plain"
        """
    )
  }

  @Test func `routes with different fixed texts do not conflict`() {
    #expect(router.validate() == [])
    let doubled = Router<Page> {
      Route(.case(Page.old)) {
        Path { Parameter("id", .int) }
        Headers { Field("X-Version", .string.map(.literal("1"))) }
      }
      Route(.case(Page.old)) {
        Path { Parameter("id", .int) }
        Headers { Field("X-Version", .literal("1")) }
      }
    }
    #expect(
      doubled.validate().map(\.description) == [
        "GET /{id} (old) is never reached: GET /{id} (old) reads all of its requests."
      ]
    )
  }

  @Test func `the route list and the API document contain the fixed texts`() throws {
    let route = router.routes[0]
    #expect(route.fields.map(\.name) == ["id", "X-Version", "X-Debug", "X-Client"])
    #expect(route.fields[1].expected == #""2""#)
    let document = try router.openAPI(info: .init(title: "Pages", version: "1"))
    let text = String(decoding: document, as: UTF8.self).filter { !$0.isWhitespace }
    #expect(text.contains(#""schema":{"enum":["webapp"],"title":"String","type":"string"}"#))
  }

  /// A group of components without a value.
  private struct Version: RouteComponent {
    var route: Route<Void> {
      Route {
        Path { "v2" }
        Headers { Field("X-Version", .literal("2")) }
      }
    }
  }

  @Test func `groups and conversions without a value add no value to a route`() throws {
    let signed = Conversion<String, Void>(
      expected: "a signature",
      apply: { guard $0.hasPrefix("s") else { throw RoutingError.unauthorized("not signed") } },
      unapply: { "signed" }
    )
    let router = Router<Page> {
      Route(.case(Page.user)) {
        Version()
        Path { Parameter(.int) }
        Route { Path { "flags" } }
        Headers { Field("X-Signature", signed) }
        OneOf {
          Route { Path { "all" } }
          Route { Path { "each" } }
        }
        Path { Parameter(.bool) }
      }
      Route(.case(Page.plain)) { Version() }
    }
    let headers = [("X-Version", "2"), ("X-Signature", "signed")]
    let printed = request("v2", "7", "flags", "all", "true", headers: headers)
    #expect(try router.print(.user(7, true)) == printed)
    #expect(try router.match(printed) == .user(7, true))
    let other = request("v2", "7", "flags", "each", "0", headers: headers)
    #expect(try router.match(other) == .user(7, false))
    #expect(try router.match(router.print(.plain)) == .plain)
    let error = #expect(throws: RoutingError.self) {
      try router.match(
        request("v2", "7", "flags", "all", "0", headers: [headers[0], ("X-Signature", "x")])
      )
    }
    #expect(
      error?.description
        == #"Unauthorized: header "X-Signature" is "x"; expected a signature: not signed."#
    )
  }

  @Test func `a route with one value and components without a value has that value`() throws {
    let router = Router<Page> {
      OneOf {
        Route {
          Version()
          Route(.case(Page.old)) { Path { Parameter(.int) } }
        }
        Route {
          Version()
          Route(.case(Page.plain)) { Path { "plain" } }
        }
      }
    }
    #expect(try router.path(for: .plain) == "/v2/plain")
    #expect(try router.match(router.print(.old(3))) == .old(3))
    #expect(try router.match(router.print(.plain)) == .plain)
  }
}
