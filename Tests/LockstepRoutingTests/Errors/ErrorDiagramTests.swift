// SPDX-License-Identifier: MIT

import Foundation
import LockstepRouting
import Testing

/// The part of a request that an error marks.
@Suite struct ErrorDiagramTests {
  @Test func `the first component that matches no route is marked`() {
    expect(
      "/users/1/friends/2",
      position: 9,
      """
      Not found: no route has the path "/users/1/friends/2".

        GET /users/1/friends/2
                     ^^^^^^^
      """
    )
  }

  @Test func `the end of a path that is too short is marked`() {
    expect(
      "/about?x=1",
      position: 6,
      """
      Not found: no route has the path "/about".

        GET /about?x=1
                  ^
      """
    )
  }

  @Test func `a malformed path component is marked`() {
    expect(
      "/users/blob%20b?x=1",
      position: 7,
      """
      Not found: path component 2 is "blob b"; expected an integer.

        GET /users/blob%20b?x=1
                   ^^^^^^^^
        in the route "users.user.profile"
      """
    )
  }

  @Test func `a method that is not allowed is marked`() {
    expect(
      "/users/1",
      method: "PATCH",
      position: nil,
      """
      Method not allowed: "/users/1" answers GET, HEAD, DELETE, not "PATCH".

        PATCH /users/1
        ^^^^^
      """
    )
  }

  @Test func `the value of a malformed query item is marked`() {
    expect(
      "/users/search?q=a&page=x&page=1",
      position: 23,
      """
      Bad request: query item "page" is "x"; expected an integer.

        GET /users/search?q=a&page=x&page=1
                                   ^
        in the route "users.search"
      """
    )
  }

  @Test func `the end of a query with a missing item is marked`() {
    expect(
      "/users/search?page=x",
      position: 20,
      """
      Bad request: query item "q" is missing; expected text.

        GET /users/search?page=x
                                ^
        in the route "users.search"
      """
    )
  }

  @Test func `the value of a malformed header field is marked`() {
    expect(
      "/flags?token=deadbeef-dead-beef-dead-beefdeadbeef",
      headers: [.init("x-debug", "yes"), .init("X-Key", "")],
      position: nil,
      """
      Bad request: header "X-Debug" is "yes"; expected true or false.

        x-debug: yes
                 ^^^
        in the route "flags"
      """
    )
  }

  @Test func `the error of a malformed body names the route without a diagram`() {
    expect(
      "/users",
      method: "POST",
      body: "[]",
      position: nil,
      """
      Bad request: the body; expected JSON of NewUser: not an object.

        in the route "users.create"
      """
    )
  }

  @Test func `a body of another type`() {
    expect(
      "/users",
      method: "POST",
      headers: [.init("content-type", "text/plain; charset=utf-8")],
      body: "{}",
      position: nil,
      """
      Unsupported media type: header "Content-Type" is "text/plain; charset=utf-8"; \
      expected application/json.

        content-type: text/plain; charset=utf-8
                      ^^^^^^^^^^^^^^^^^^^^^^^^^
        in the route "users.create"
      """
    )
  }

  @Test func `a long request is truncated on both sides`() {
    let long = String(repeating: "a", count: 1_000)
    expect(
      "/users/search?q=\(long)&page=\(long)&x=\(long)",
      position: 1_022,
      """
      Bad request: query item "page" is "\(long.prefix(80))…"; expected an integer.

        …\(long.prefix(53))&page=\(long.prefix(59))…
        \(String(repeating: " ", count: 60))\(String(repeating: "^", count: 60))
        in the route "users.search"
      """
    )
  }

  @Test func `the first invalid character of a target is marked`() {
    let error = #expect(throws: RoutingError.self) {
      try siteRouter.match(string: "/files/a%zz/b")
    }
    #expect(
      error?.debugDescription == """
        Bad request: path component 2 is "a%zz"; expected percent-encoded UTF-8.

          /files/a%zz/b
                 ^^^^
        """
    )
    #expect(error?.position == 7)
    let control = #expect(throws: RoutingError.self) { try siteRouter.match(string: "/a\u{7}b") }
    #expect(
      control?.debugDescription == """
        Bad request: the address contains control characters.

          /a\\u{07}b
            ^
        """
    )
  }

  @Test func `an error shows the path of the base URL but does not number its components`() {
    let router = siteRouter.baseURL("https://example.com/v1")
    let error = #expect(throws: RoutingError.self) { try router.match(string: "/v1/users/blob") }
    #expect(
      error?.debugDescription == """
        Not found: path component 2 is "blob"; expected an integer.

          GET /v1/users/blob
                        ^^^^
          in the route "users.user.profile"
        """
    )
  }

  @Test func `a route that cannot be printed`() {
    let error = #expect(throws: RoutingError.self) {
      try siteRouter.print(.files("..", version: 3))
    }
    #expect(
      error?.debugDescription == """
        Cannot print the route: path component 2 is ".."; expected a path component other than an empty one, "." or \
        "..".

          GET /files/..?version=3
                     ^^
          in the route "files"
        """
    )
  }

  private func expect(
    _ target: String,
    method: String = "GET",
    headers: [URLRequestData.Item] = [],
    body: String? = nil,
    position: Int?,
    _ text: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: RoutingError.self, sourceLocation: sourceLocation) {
      try siteRouter.match(
        URLRequestData(
          target: target,
          method: Method(rawValue: method),
          headers: headers,
          body: body.map { Data($0.utf8) }
        )
      )
    }
    #expect(error?.debugDescription == text, sourceLocation: sourceLocation)
    #expect(error?.position == position, sourceLocation: sourceLocation)
  }
}
