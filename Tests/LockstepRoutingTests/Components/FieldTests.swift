// SPDX-License-Identifier: MIT

import Foundation
import LockstepRouting
import Testing

/// Fields with multiple values, cookies and forms.
@Suite struct FieldTests {
  private let router = Router<Values> {
    Route(.case(Values.query)) {
      Path { "query" }
      Query {
        Field("tag", aliases: ["t"], many: .string)
        Field("ids", list: .int)
      }
    }
    Route(.case(Values.headers)) {
      Path { "headers" }
      Headers {
        Field("Accept-Language", list: .string)
        Field("X-Numbers", many: .int)
        Field("X-Note", optional: .string)
      }
    }
    Route(.case(Values.cookies)) {
      Path { "cookies" }
      Cookies {
        Field("session", .string)
        Field("visits", .int, default: 0)
      }
    }
    Route(.case(Values.form)) {
      Method.post
      Path { "form" }
      Form {
        Field("name", .string)
        Field("age", optional: .int)
        Field("tag", many: .string)
      }
    }
  }

  private enum Values: Equatable, Sendable {
    case query([String], [Int])
    case headers([String], [Int], String?)
    case cookies(String, Int)
    case form(String, Int?, [String])
  }

  @Test(arguments: [
    ("/query", [], []),
    ("/query?tag=b&x=1&tag=a&tag=b&tag=", ["b", "a", "b", ""], []),
    ("/query?tag=a,b&ids=1,-2,3&ids=4", ["a,b"], [1, -2, 3]),
    ("/query?t=a&t=b", ["a", "b"], []),
    ("/query?t=a&tag=b", ["b"], []),
    ("/query?ids=1%2C2", [], [1, 2]),
  ])
  func `repeated query items and lists are parsed in order`(
    target: String,
    tags: [String],
    ids: [Int]
  ) throws {
    #expect(try router.match(string: target) == .query(tags, ids))
  }

  @Test(arguments: [
    ("/query?ids=1,x,3", #"query item "ids" is "x"; expected an integer"#),
    ("/query?ids=", #"query item "ids" is ""; expected an integer"#),
    ("/query?ids=1,", #"query item "ids" is ""; expected an integer"#),
  ])
  func `the error of a malformed element shows the element`(target: String, text: String) {
    let error = #expect(throws: RoutingError.self) { try router.match(string: target) }
    #expect(error?.description == "Bad request: \(text).")
  }

  @Test func `query items keep their order`() throws {
    #expect(
      try router.path(for: .query(["b", "a,c", ""], [3, 1]))
        == "/query?tag=b&tag=a%2Cc&tag=&ids=3%2C1"
    )
    #expect(
      try router.match(string: "/query?tag=b&tag=a%2Cc&tag=&ids=3%2C1")
        == .query(["b", "a,c", ""], [3, 1])
    )
  }

  @Test func `commas separate elements only in header fields that are lists`() throws {
    let request = URLRequestData(
      path: ["headers"],
      headers: [
        .init("accept-language", "en, de;q=0.5 ,,"), .init("x-numbers", "1"),
        .init("Accept-Language", "fr"), .init("X-Numbers", " 2,3"), .init("X-Note", "a, b"),
        .init("X-Note", "c"),
      ]
    )
    let route = Values.headers(["en", "de;q=0.5", "fr"], [1, 2, 3], "a, b")
    #expect(try router.match(request) == route)
    let printed = try router.print(route)
    #expect(
      printed.headers == [
        .init("Accept-Language", "en, de;q=0.5, fr"), .init("X-Numbers", "1, 2, 3"),
        .init("X-Note", "a, b"),
      ]
    )
    #expect(try router.match(request: router.request(for: route)) == route)
  }

  @Test(arguments: ["", "a,b", " a", "a\t"])
  func `an element that would not parse to the same value is not printed`(element: String) {
    let error = #expect(throws: RoutingError.self) {
      try router.print(.headers([element], [], nil))
    }
    #expect(
      error
        == RoutingError(
          .unprintable,
          part: .header("Accept-Language"),
          expected: """
            elements that are not empty, with closed quotation marks, and without commas outside of \
            them or spaces around them
            """,
          found: element
        )
    )
  }

  @Test(arguments: [
    (["session=a b; visits=3"], "a b", 3),
    (["x=1;session=abc==;y", " visits=2 "], "abc==", 2),
    (["Session=no; session=\"q\"; session=second"], "\"q\"", 0),
    (["session="], "", 0),
  ])
  func `cookies are read`(headers: [String], session: String, visits: Int) throws {
    let request = URLRequestData(
      path: ["cookies"],
      headers: headers.map { .init("cookie", $0) }
    )
    #expect(try router.match(request) == .cookies(session, visits))
  }

  @Test func `the error of a malformed or missing cookie names the cookie`() {
    func text(_ cookies: String) -> String? {
      let request = URLRequestData(path: ["cookies"], headers: [.init("Cookie", cookies)])
      return #expect(throws: RoutingError.self) { try router.match(request) }?.debugDescription
    }
    #expect(
      text("session=1; visits=many") == """
        Bad request: cookie "visits" is "many"; expected an integer.

          Cookie: visits=many
                         ^^^^
          in the route "cookies"
        """
    )
    #expect(
      text("visits=1") == """
        Bad request: cookie "session" is missing; expected text.

          in the route "cookies"
        """
    )
  }

  @Test func `cookies are printed in one header field`() throws {
    let request = try router.print(.cookies("\"a\"", 7))
    #expect(request.headers == [.init("Cookie", "session=\"a\"; visits=7")])
    #expect(try router.match(request) == .cookies("\"a\"", 7))
  }

  @Test(arguments: [" ", "a;b", "a,b", "a\\b", "é", "a\"", "\"", "\r\n"])
  func `a cookie that would not parse to the same value is not printed`(value: String) {
    let error = #expect(throws: RoutingError.self) { try router.print(.cookies(value, 0)) }
    #expect(error?.part == .cookie("session"))
    #expect(error?.kind == .unprintable)
  }

  @Test func `a form is read and printed`() throws {
    let route = Values.form("B & é=+", 7, ["x", ""])
    let request = try router.print(route)
    #expect(
      request
        == URLRequestData(
          method: .post,
          path: ["form"],
          headers: [.init("Content-Type", "application/x-www-form-urlencoded")],
          body: Data("name=B%20%26%20%C3%A9%3D%2B&age=7&tag=x&tag=".utf8)
        )
    )
    #expect(try router.match(request) == route)
    var other = request
    other.body = Data("tag=x&name=a+b&name=c&tag=".utf8)
    #expect(try router.match(other) == .form("a b", nil, ["x", ""]))
  }

  @Test func `a large form is read and printed`() throws {
    let route = Values.form("a", nil, Array(repeating: "y", count: 5_000))
    #expect(try router.match(router.print(route)) == route)
  }

  @Test(arguments: [
    ("", nil, #"Bad request: form field "name" is missing; expected text."#),
    ("name=a&age=old", nil, #"Bad request: form field "age" is "old"; expected an integer."#),
    (nil, nil, "Bad request: the body is missing; expected a form."),
    (
      "{}", "application/json",
      """
      Unsupported media type: header "Content-Type" is "application/json"; \
      expected application/x-www-form-urlencoded.
      """
    ),
  ])
  func `an invalid form is reported`(body: String?, contentType: String?, text: String) {
    let request = URLRequestData(
      method: .post,
      path: ["form"],
      headers: contentType.map { [.init("Content-Type", $0)] } ?? [],
      body: body.map { Data($0.utf8) }
    )
    let error = #expect(throws: RoutingError.self) { try router.match(request) }
    #expect(error?.description == text)
  }
}
