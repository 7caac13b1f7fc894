// SPDX-License-Identifier: MIT

import Foundation
import LockstepRouting
import Testing

/// An error marks the part of the original request that caused it.
@Suite struct CaretTests {
  @Test func `an error shows percent escapes unchanged`() throws {
    try expect(
      siteRouter,
      request("/%75sers/%62l%6fb?x=%41"),
      position: 9,
      """
      Not found: path component 2 is "blob"; expected an integer.

        GET /%75sers/%62l%6fb?x=%41
                     ^^^^^^^^
        in the route "users.user.profile"
      """
    )
    try expect(
      siteRouter,
      request("/users/search?q=a+b&&p%61ge=%78&y"),
      position: 28,
      """
      Bad request: query item "page" is "x"; expected an integer.

        GET /users/search?q=a+b&&p%61ge=%78&y
                                        ^^^
        in the route "users.search"
      """
    )
  }

  @Test func `an error shows the scheme, the host and the fragment of a URL`() throws {
    try expect(
      siteRouter,
      request("https://me@example.com:80/users/blob?x#top"),
      position: 32,
      """
      Not found: path component 2 is "blob"; expected an integer.

        GET https://me@example.com:80/users/blob?x#top
                                            ^^^^
        in the route "users.user.profile"
      """
    )
    try expect(
      siteRouter,
      request("site:/users/search?page=1#top"),
      position: 25,
      """
      Bad request: query item "q" is missing; expected text.

        GET site:/users/search?page=1#top
                                     ^
        in the route "users.search"
      """
    )
    let error = #expect(throws: RoutingError.self) { try request("http://%zz/%zz") }
    #expect(error?.position == 11)
  }

  @Test func `an error of a lenient router shows empty components but does not number them`() throws
  {
    try expect(
      siteRouter.lenient(),
      request("//users///blob//?x=1"),
      position: 10,
      """
      Not found: path component 2 is "blob"; expected an integer.

        GET //users///blob//?x=1
                      ^^^^
        in the route "users.user.profile"
      """
    )
    try expect(
      siteRouter.lenient().baseURL("/v1"),
      request("/v1///users/1//friends"),
      position: 15,
      """
      Not found: no route has the path "/users/1/friends".

        GET /v1///users/1//friends
                           ^^^^^^^
      """
    )
  }

  @Test func `the mark is below the value of an alias`() throws {
    try expect(
      siteRouter,
      request("/files/x?w=1&v=y&v=1"),
      position: 15,
      """
      Bad request: query item "version" is "y"; expected an integer.

        GET /files/x?w=1&v=y&v=1
                           ^
        in the route "files"
      """
    )
  }

  @Test func `the mark is as wide as escaped non-ASCII characters`() throws {
    try expect(
      siteRouter,
      request("/users/é👩🏽?x=e\u{301}"),
      position: 7,
      #"""
      Not found: path component 2 is "é👩🏽"; expected an integer.

        GET /users/\u{00E9}\u{0001F469}\u{0001F3FD}?x=e\u{0301}
                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        in the route "users.user.profile"
      """#
    )
  }

  @Test func `an error shows a modified request in its printed form`() throws {
    var changed = try request("/%75sers/1?x")
    changed.path[1] = "blob b"
    expect(
      siteRouter,
      changed,
      position: 7,
      """
      Not found: path component 2 is "blob b"; expected an integer.

        GET /users/blob%20b?x=
                   ^^^^^^^^
        in the route "users.user.profile"
      """
    )
    #expect(try request("/%75sers/1") == request("/users/1"))
    #expect(try Set([request("/%75sers/1"), request("/users/1")]).count == 1)
  }

  private enum Values: Equatable, Sendable {
    case query([Int], [Int])
    case headers([Int], [Int])
    case cookies([Int])
    case form([Int], [Int])
  }

  private let lists = Router<Values> {
    Route(.case(Values.query)) {
      Path { "q" }
      Query {
        Field("n", aliases: ["m"], many: .int)
        Field("l", list: .int)
      }
    }
    Route(.case(Values.headers)) {
      Path { "h" }
      Headers {
        Field("X-Many", many: .int)
        Field("X-List", list: .int)
      }
    }
    Route(.case(Values.cookies)) {
      Path { "c" }
      Cookies { Field("l", list: .int) }
    }
    Route(.case(Values.form)) {
      Method.post
      Path { "f" }
      Form {
        Field("n", many: .int)
        Field("l", list: .int)
      }
    }
  }

  @Test(arguments: [
    ("/q?n=1&x=2&n=y&n=y", "n", 13, "GET /q?n=1&x=2&n=y&n=y", "                 ^"),
    ("/q?m=1&m=y", "n", 9, "GET /q?m=1&m=y", "             ^"),
    ("/q?l=1,2%2C%79%2cy", "l", 11, "GET /q?l=1,2%2C%79%2cy", "               ^^^"),
    ("/q?l=1,,2", "l", 7, "GET /q?l=1,,2", "           ^"),
  ])
  func `a malformed element of a query item is marked`(
    target: String,
    name: String,
    position: Int,
    line: String,
    mark: String
  ) throws {
    let error = try #require(
      #expect(throws: RoutingError.self) { try lists.match(request(target)) }
    )
    #expect(error.part == .query(name))
    #expect(error.position == position)
    #expect(error.debugDescription.hasSuffix("\n\n  \(line)\n  \(mark)"))
  }

  @Test func `a malformed element of a header field is marked`() throws {
    func expect(_ headers: [URLRequestData.Item], _ line: String, _ mark: String) {
      let error = #expect(throws: RoutingError.self) {
        try lists.match(URLRequestData(path: ["h"], headers: headers))
      }
      #expect(
        error?.debugDescription.hasSuffix("\n\n  \(line)\n  \(mark)") == true
      )
      #expect(error?.position == nil)
    }
    expect([.init("x-list", "1, ,\ty z ,y")], #"x-list: 1, ,\ty z ,y"#, "              ^^^")
    expect(
      [.init("x-many", "1, ,2"), .init("X-MANY", "3,y")],
      "X-MANY: 3,y",
      "          ^"
    )
    let cookie = #expect(throws: RoutingError.self) {
      try lists.match(URLRequestData(path: ["c"], headers: [.init("Cookie", "k=1; l=1,y")]))
    }
    #expect(cookie?.debugDescription.contains("\n  Cookie: l=1,y\n              ^\n") == true)
  }

  @Test func `a malformed element of a form is marked`() throws {
    func expect(_ body: String, _ line: String, _ mark: String) {
      let error = #expect(throws: RoutingError.self) {
        try lists.match(URLRequestData(method: .post, path: ["f"], body: Data(body.utf8)))
      }
      #expect(
        error?.debugDescription.hasSuffix("\n\n  \(line)\n  \(mark)") == true
      )
    }
    expect("n=1&&%6E=%79&n=y", "%6E=%79", "    ^^^")
    expect("n=1&l=2%2Cy+y,3", "l=2%2Cy+y,3", "      ^^^")
  }

  private func request(_ target: String) throws -> URLRequestData {
    try URLRequestData(target: target)
  }

  private func expect(
    _ router: Router<SiteRoute>,
    _ request: URLRequestData,
    position: Int?,
    _ text: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: RoutingError.self, sourceLocation: sourceLocation) {
      try router.match(request)
    }
    #expect(error?.debugDescription == text, sourceLocation: sourceLocation)
    #expect(error?.position == position, sourceLocation: sourceLocation)
  }
}
