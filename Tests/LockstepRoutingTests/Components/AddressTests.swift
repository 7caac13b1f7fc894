// SPDX-License-Identifier: MIT

import Foundation
import LockstepRouting
import Testing

/// Schemes, hosts, and defaults that a router adds to the requests that it prints.
@Suite struct AddressTests {
  enum Page: Equatable, Sendable {
    case admin(Int)
    case secure
    case home(Int)
  }

  let router = Router<Page> {
    Route(.case(Page.admin)) {
      Scheme("https")
      Host("admin.example.com")
      Path { Parameter(.int) }
    }
    Route(.case(Page.secure)) {
      Scheme("https")
      Path { "secure" }
    }
    Route(.case(Page.home)) { Path { Parameter(.int) } }
  }

  @Test(arguments: [
    ("https://admin.example.com/1", Page.admin(1)),
    ("HTTPS://user@Admin.Example.COM:8080/1", .admin(1)),
    ("http://admin.example.com/1", .home(1)),
    ("https://www.example.com/1", .home(1)),
    ("https://[::1]:80/1", .home(1)),
    ("/1", .home(1)),
    ("https:/secure", .secure),
    ("https://a/secure", .secure),
    ("http://a/secure", nil),
    ("/secure", nil),
  ])
  func `the scheme and the host are matched without regard to case`(target: String, page: Page?) {
    #expect((try? router.match(string: target)) == page)
  }

  @Test func `the Host header field is matched if the target has no host`() throws {
    var request = try URLRequestData(
      target: "/1",
      headers: [.init("host", "ADMIN.example.com:443")]
    )
    #expect(try router.match(request) == .home(1))
    request.scheme = "https"
    #expect(try router.match(request) == .admin(1))
    request.headers = [.init("host", "example.com")]
    #expect(try router.match(request) == .home(1))
  }

  @Test func `a route with a host has an absolute URL`() throws {
    #expect(try router.url(for: .admin(1)).absoluteString == "https://admin.example.com/1")
    #expect(try router.url(for: .home(1)).absoluteString == "1")
    let based = router.baseURL("http://localhost:8080/v1")
    #expect(try based.url(for: .admin(1)).absoluteString == "https://admin.example.com/v1/1")
    #expect(try based.url(for: .secure).absoluteString == "https://localhost:8080/v1/secure")
    #expect(try based.url(for: .home(1)).absoluteString == "http://localhost:8080/v1/1")
    #expect(try based.match(url: based.url(for: .admin(1))) == .admin(1))
    let error = #expect(throws: RoutingError.self) { try router.url(for: .secure) }
    #expect(
      error?.description == """
        Cannot print the route: the route has a scheme, but neither the route nor the base has a host.
        """
    )
  }

  @Test(arguments: ["https://admin.example.com", "HTTPS://Admin.Example.com:8080/v1"])
  func `a URL is not printed if a route with that host would match it`(base: String) throws {
    let based = router.baseURL(base)
    let error = #expect(throws: RoutingError.self) { try based.url(for: .home(1)) }
    #expect(
      error?.debugDescription == """
        Cannot print the route: the request would be read as "GET /{parameter1}".

          GET /1
                ^
        """
    )
    #expect(throws: RoutingError.self) { try based.request(for: .home(1)) }
    #expect(throws: RoutingError.self) { try based.path(for: .home(1)) }
    #expect(try based.match(url: based.url(for: .admin(1))) == .admin(1))
    #expect(try based.print(.home(1)) == URLRequestData(path: ["1"]))
  }

  @Test(arguments: [
    "http://admin.example.com", "https://www.example.com", "https://example.com:443/v1", "/v1",
  ])
  func `a URL is printed if no other route matches its scheme and host`(base: String) throws {
    let based = router.baseURL(base)
    #expect(try based.match(url: based.url(for: .home(1))) == .home(1))
    #expect(try based.match(string: based.path(for: .home(1))) == .home(1))
  }

  @Test func `a URL is not printed if its scheme would match another route`() throws {
    let router = Router<Page> {
      Route(.case(Page.admin)) {
        Scheme("https")
        Path { Parameter(.int) }
      }
      Route(.case(Page.home)) {
        Host("www.example.com")
        Path { Parameter(.int) }
      }
    }
    #expect(try router.match(router.print(.home(1))) == .home(1))
    #expect(throws: RoutingError.self) { try router.url(for: .home(1)) }
    let based = router.baseURL("http://example.com")
    #expect(try based.url(for: .home(1)).absoluteString == "http://www.example.com/1")
    #expect(try based.match(url: based.url(for: .home(1))) == .home(1))
  }

  @Test func `defaults are added to printed requests except for fields of the route`() throws {
    let router = Router<Int?> {
      Route(Conversion<(Int?, String), Int?>(apply: { $0.0 }, unapply: { ($0, "mine") })) {
        Path { "a" }
        Query { Field("page", optional: .int) }
        Headers { Field("X-Name", .string) }
      }
    }
    .baseRequestData(
      URLRequestData(
        query: [.init("page", "9"), .init("key", "k")],
        headers: [.init("x-name", "theirs"), .init("X-Version", "2")]
      )
    )
    #expect(
      try router.print(nil)
        == URLRequestData(
          path: ["a"],
          query: [.init("key", "k")],
          headers: [.init("X-Name", "mine"), .init("X-Version", "2")]
        )
    )
    #expect(try router.match(router.print(nil)) == .some(nil))
    #expect(try router.print(3).query == [.init("page", "3"), .init("key", "k")])
    let plain = URLRequestData(path: ["a"], headers: [.init("X-Name", "")])
    #expect(try router.match(plain) == .some(nil))
  }

  @Test func `a request is not printed if a default would make it match another route`() throws {
    let router = Router<Page> {
      Route(.case(Page.admin)) {
        Path { "a" }
        Query { Field("n", .int) }
      }
      Route(.case(Page.secure)) { Path { "a" } }
    }
    #expect(try router.path(for: .secure) == "/a")
    let error = #expect(throws: RoutingError.self) {
      try router.baseRequestData(URLRequestData(query: [.init("n", "1")])).print(.secure)
    }
    #expect(
      error?.description == #"Cannot print the route: the request would be read as "GET /a"."#
    )
  }
}
