// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepRouting
import Testing

/// The routes that a router matches.
@Suite struct MatchingTests {
  @Test(
    arguments: [
      // The whole path must match.
      ("/", SiteRoute.home),
      ("", .home),
      ("https://www.example.com", .home),
      ("https://www.example.com/#top", .home),
      ("/about/us", .about),
      ("about/us", .about),
      ("/about", nil),
      ("/about/us/now", nil),
      ("/About/us", nil),
      // One trailing slash is ignored. Other empty components are not.
      ("/about/us/", .about),
      ("/about/us//", nil),
      ("/about//us", nil),
      ("//about/us", nil),
      ("//", nil),
      // The scheme and the host are ignored.
      ("site:///files/deadbeef", .files("deadbeef", version: nil)),
      ("site:/files/deadbeef", .files("deadbeef", version: nil)),
      ("https://user@host:8080/files/x?version=1#part?version=2", .files("x", version: 1)),
      // The path is split at slashes before percent-decoding.
      ("/files/a%2Fb", .files("a/b", version: nil)),
      ("/files/a%20b+c", .files("a b+c", version: nil)),
      ("/files/%E2%82%AC", .files("€", version: nil)),
      ("/files/€", .files("€", version: nil)),
      ("/files/a:b;c=d,e", .files("a:b;c=d,e", version: nil)),
      ("/%66iles/x", .files("x", version: nil)),
      ("/files/..", nil),
      ("/files/%2E", nil),
      ("/files/%", nil),
      ("/files/%2", nil),
      ("/files/%zz", nil),
      ("/files/%FF", nil),
      ("/files/a\u{0}b", nil),
      ("/files/a%00b", .files("a\u{0}b", version: nil)),
      // Queries: other items are ignored, the first value wins, and a plus sign is a space.
      ("/users/search?q=a+b%2Bc", .users(.search(text: "a b+c", page: 1))),
      ("/users/search?x=1&page=3&q=a&q=b&y", .users(.search(text: "a", page: 3))),
      ("/users/search?q", .users(.search(text: "", page: 1))),
      ("/users/search?q=", .users(.search(text: "", page: 1))),
      ("/users/search?&&q=a=b&", .users(.search(text: "a=b", page: 1))),
      ("/users/search?q=%zz%", .users(.search(text: "%zz%", page: 1))),
      ("/users/search?q=%FF", .users(.search(text: "\u{FFFD}", page: 1))),
      ("/users/search?Q=a", nil),
      ("/users/search", nil),
      // A value must parse completely. Optional and default values apply only to absent items.
      ("/users/search?q=a&page=2x", nil),
      ("/users/search?q=a&page=", nil),
      ("/users/search?q=a&page=+2", nil),
      ("/users/search?q=a&page=%2B2", nil),
      ("/users/search?q=a&page=٣", nil),
      ("/users/search?q=a&page=99999999999999999999", nil),
      ("/users/search?q=a&page=007", .users(.search(text: "a", page: 7))),
      ("/files/x?version=1.5", nil),
      ("/files/x?version=", nil),
      // Aliases: every spelling is accepted, and the first one wins.
      ("/files/x?v=2", .files("x", version: 2)),
      ("/files/x?v=2&version=1", .files("x", version: 1)),
      // Typed components.
      ("/users/007", .users(.user(7, .profile))),
      ("/users/7up", nil),
      (
        "/users/1/books/deadbeef-dead-BEEF-dead-beefdeadbeef",
        .users(.user(1, .books(.book(.deadbeef))))
      ),
      ("/users/1/books/{deadbeef-dead-beef-dead-beefdeadbeef}", nil),
      (
        "/users/1/books/search?count=1&sort=category",
        .users(
          .user(1, .books(.search(SearchOptions(sort: .category, count: 1))))
        )
      ),
      ("/users/1/books/search?sort=title", nil),
    ] as [(String, SiteRoute?)]
  )
  func addresses(address: String, route: SiteRoute?) {
    #expect((try? siteRouter.match(string: address)) == route)
  }

  @Test(arguments: [
    ("/", SiteRoute.home),
    ("//", .home),
    ("/about/us//", .about),
    ("//about///us", .about),
    ("/files//x", .files("x", version: nil)),
    ("/files/", nil),
  ])
  func `a lenient router ignores all empty components`(address: String, route: SiteRoute?) {
    #expect((try? siteRouter.lenient().match(string: address)) == route)
    #expect((try? siteRouter.lenient().lenient(false).match(string: "/about//us")) == nil)
  }

  @Test(arguments: [
    ("GET", "/", SiteRoute.home),
    ("HEAD", "/", .home),
    ("POST", "/", nil),
    ("get", "/", nil),
    ("DELETE", "/users/1", .users(.user(1, .delete))),
    ("HEAD", "/users/1", .users(.user(1, .profile))),
    ("OPTIONS", "/users/1", nil),
  ])
  func `a route only matches requests with its method`(
    method: String,
    path: String,
    route: SiteRoute?
  ) throws {
    let request = try URLRequestData(target: path, method: Method(rawValue: method))
    #expect((try? siteRouter.match(request)) == route)
  }

  @Test func `a URL that Foundation cannot decode is not matched`() throws {
    let url = try #require(URL(string: "https://example.com/files/a%FFb"))
    #expect(throws: RoutingError.self) { try siteRouter.match(url: url) }
    let relative = try #require(
      URL(string: "files/x?v=1", relativeTo: URL(string: "https://example.com/"))
    )
    #expect(try siteRouter.match(url: relative) == .files("x", version: 1))
  }

  @Test(arguments: [
    ([URLRequestData.Item("x-debug", "1"), .init("X-KEY", "")], true),
    ([.init("X-Debug", "0"), .init("x-key", "")], false),
    ([.init("X-DEBUG", "true"), .init("X-Other", "x"), .init("x-key", "")], true),
    ([.init("x-key", "")], false),
    ([.init("X-Debug", "TRUE"), .init("x-key", "")], nil),
    ([.init("X-Debug", "yes"), .init("x-key", "")], nil),
    ([.init("X-Debug", ""), .init("x-key", "")], nil),
    ([.init("X-Debug", "1")], nil),
    ([.init("x-key", "not base64!")], nil),
    ([.init("x-key", ""), .init("X-Level", "high")], nil),
  ])
  func `header names ignore case, values do not`(
    headers: [URLRequestData.Item],
    isDebug: Bool?
  ) {
    let request = URLRequestData(
      path: ["flags"],
      query: [.init("token", "deadbeef-dead-beef-dead-beefdeadbeef")],
      headers: headers
    )
    let route = isDebug.map {
      SiteRoute.flags(Flags(token: .init(rawValue: .deadbeef), isDebug: $0))
    }
    #expect((try? siteRouter.match(request)) == route)
  }

  @Test func `a body is parsed by its route`() throws {
    func match(_ body: String?) -> SiteRoute? {
      try? siteRouter.match(
        URLRequestData(method: .post, path: ["users"], body: body.map { Data($0.utf8) })
      )
    }
    #expect(match(#"{"name":"a","bio":"b"}"#) == .users(.create(NewUser(name: "a", bio: "b"))))
    #expect(match(#"{"name":"a"}"#) == nil)
    #expect(match("") == nil)
    #expect(match(nil) == nil)
    let empty = URLRequestData(method: .put, path: ["users", "1", "books"], body: Data())
    #expect(try siteRouter.match(empty) == .users(.user(1, .books(.scan(Data())))))
  }

  @Test func `the first suitable route wins in matching and in printing`() throws {
    let router = Router<String> {
      Route(Conversion(apply: { "short \($0)" }, unapply: { $0 == "short 1" ? 1 : nil })) {
        Path { Parameter(.int) }
      }
      Route { Path { Parameter(.string) } }
      Route(.case("long")) { Path { "1" } }
      Route(.case("deep")) { Path { "1/2" } }
    }
    #expect(try router.match(string: "/1") == "short 1")
    #expect(try router.match(string: "/x") == "x")
    #expect(try router.match(string: "/1/2") == "deep")
    #expect(try router.print("short 1").path == ["1"])
    #expect(try router.print("long").path == ["long"])
  }

  @Test func `a literal matches only the same bytes`() throws {
    let composed = Router<Int> { Route(.case(1)) { Path { "caf\u{E9}" } } }
    #expect(try composed.match(string: "/caf%C3%A9") == 1)
    #expect((try? composed.match(string: "/cafe%CC%81")) == nil)
  }
}
