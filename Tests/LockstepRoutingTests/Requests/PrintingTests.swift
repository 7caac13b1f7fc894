// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepRouting
import LockstepTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The addresses and requests that a router prints, and the errors for routes that it cannot print.
@Suite struct PrintingTests {
  @Test func `header fields of a URL request keep the case of their names`() throws {
    let router = Router<(String, Int, [String], String)> {
      Route {
        Path { "a" }
        Headers {
          Field("X-API-Key", .string)
          Field("x-n", .int)
          Field("X-TAG", many: .string)
        }
        Cookies { Field("c", .string) }
      }
    }
    .baseRequestData(
      URLRequestData(
        headers: [.init("X-Api-key", "theirs"), .init("x-A", "1"), .init("X-a", "2")]
      )
    )
    let request = try router.request(for: ("k", 1, ["b", "c"], "d"))
    #expect(
      request.allHTTPHeaderFields == [
        "X-API-Key": "k", "x-n": "1", "X-TAG": "b, c", "Cookie": "c=d", "x-A": "1, 2",
      ]
    )
    let read = try router.match(request: request)
    #expect("\(read)" == #"("k", 1, ["b", "c"], "d")"#)
  }

  @Test(arguments: [
    (SiteRoute.home, "/", "https://example.com", "/"),
    (.about, "about/us", "https://example.com/about/us", "/about/us"),
    (
      .files("a/b c+d%é:.", version: 3),
      "files/a%2Fb%20c%2Bd%25%C3%A9%3A.?version=3",
      "https://example.com/files/a%2Fb%20c%2Bd%25%C3%A9%3A.?version=3",
      "/files/a%2Fb%20c%2Bd%25%C3%A9%3A.?version=3"
    ),
    (
      .users(.search(text: "a b&c=d+é", page: 2)),
      "users/search?q=a%20b%26c%3Dd%2B%C3%A9&page=2",
      "https://example.com/users/search?q=a%20b%26c%3Dd%2B%C3%A9&page=2",
      "/users/search?q=a%20b%26c%3Dd%2B%C3%A9&page=2"
    ),
  ])
  func `a route is printed as a relative and as an absolute URL`(
    route: SiteRoute,
    relative: String,
    absolute: String,
    path: String
  ) throws {
    let based = siteRouter.baseURL("https://example.com/")
    #expect(try siteRouter.url(for: route).absoluteString == relative)
    #expect(try siteRouter.request(for: route).url?.absoluteString == relative)
    #expect(try siteRouter.path(for: route) == path)
    #expect(try based.url(for: route).absoluteString == absolute)
    #expect(try based.path(for: route) == path)
    #expect(try siteRouter.baseURL("/v1/").path(for: route) == (path == "/" ? "/v1" : "/v1" + path))
    #expect(try siteRouter.match(string: relative) == route)
    #expect(try siteRouter.match(string: path) == route)
  }

  @Test func `a printed request has the method, the header fields and the body of its route`()
    throws
  {
    let request = try siteRouter.request(for: .users(.create(NewUser(name: "a", bio: "b"))))
    #expect(request.httpMethod == "POST")
    #expect(request.allHTTPHeaderFields == ["Content-Type": "application/json"])
    #expect(request.httpBody == Data(#"{"bio":"b","name":"a"}"#.utf8))
    #expect(request.url?.absoluteString == "users")
  }

  @Test func `the path of a base URL is added in printing and skipped in matching`() throws {
    let router = siteRouter.baseURL("http://127.0.0.1:8080/api/v1/")
    #expect(try router.url(for: .home).absoluteString == "http://127.0.0.1:8080/api/v1")
    #expect(try router.url(for: .about).absoluteString == "http://127.0.0.1:8080/api/v1/about/us")
    #expect(try router.path(for: .about) == "/api/v1/about/us")
    #expect(try router.match(string: "/api/v1/about/us") == .about)
    #expect(try router.match(string: "http://elsewhere/api/v1/") == .home)
    #expect((try? router.match(string: "/about/us")) == nil)
  }

  @Test func `a base URL that is a single slash is the root of a site`() throws {
    let router = siteRouter.baseURL("/")
    #expect(try router.url(for: .home).absoluteString == "/")
    #expect(try router.path(for: .home) == "/")
    #expect(try router.url(for: .about).absoluteString == "/about/us")
    #expect(try router.match(string: "/") == .home)
  }

  @Test(arguments: ["", "http://exa mple.com:port", "https://example.com?x=1", "/v1#top"])
  func `an invalid base URL is reported and has no effect`(address: String) throws {
    var router = siteRouter
    let issues = withReportedIssues { router = router.baseURL(address) }
    #expect(try router.url(for: .about).absoluteString == "about/us")
    #expect(issues.count == 1)
  }

  @Test(arguments: [
    ("", #"path component 2 is """#),
    (".", #"path component 2 is ".""#),
    ("..", #"path component 2 is "..""#),
  ])
  func `a path component that would not parse to the same text is not printed`(
    name: String,
    text: String
  ) {
    #expect(
      printError(.files(name, version: nil))
        == """
        Cannot print the route: \(text); expected a path component other than an empty one, "." or "..".
        """
    )
  }

  @Test(arguments: ["a\r\nb: c", "a\u{0}", " a", "a ", "\u{7F}"])
  func `a header value that would not parse to the same text is not printed`(value: String) {
    let router = Router<String> { Route { Headers { Field("X-Name", .string) } } }
    let error = #expect(throws: RoutingError.self) { try router.request(for: value) }
    #expect(
      error
        == RoutingError(
          .unprintable,
          part: .header("X-Name"),
          expected: "text without control characters or surrounding spaces",
          found: value
        )
    )
  }

  @Test func `a value that a conversion rejects is not printed`() {
    #expect(
      printError(.flags(Flags(token: .init(rawValue: .deadbeef), ratio: .infinity)))
        == #"Cannot print the route: query item "ratio" is "inf"; expected a finite number."#
    )
  }

  @Test func `the error for a value without a route shows the value`() {
    let router = Router<SiteRoute> { Route(.case(SiteRoute.home)) }
    let error = #expect(throws: RoutingError.self) {
      try router.print(.users(.user(1, .books())))
    }
    #expect(
      error?.description == """
        Cannot print the route: no route is declared for SiteRoute.users(.user(1, \
        .books(.search(SearchOptions(sort: .name, direction: .asc, count: 10))))).
        """
    )
  }

  @Test func `the output of an alternative that fails to print is discarded`() throws {
    let refusing = Conversion<(Int, Int), Int>(
      apply: { $0.0 + $0.1 },
      unapply: { ($0, $0) }
    )
    let unprintable = Conversion<String, Int>(
      apply: { _ in throw RoutingError.badRequest("no") },
      unapply: { _ in throw RoutingError.unprintable("no") }
    )
    let router = Router<Int> {
      Route(refusing) {
        Method.post
        Path { "a" }
        Query { Field("x", .int) }
        Headers { Field("Y", unprintable) }
      }
      Route { Path { Parameter(.int) } }
    }
    #expect(try router.print(1) == URLRequestData(path: ["1"]))
  }

  private func printError(_ route: SiteRoute) -> String? {
    do throws(RoutingError) {
      _ = try siteRouter.request(for: route)
      return nil
    } catch {
      return error.description
    }
  }
}
