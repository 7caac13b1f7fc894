// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepRouting
import Testing

/// The full text and the status of the error for a request that matches no route.
@Suite struct RoutingErrorTests {
  @Test(arguments: [
    ("GET", "/nowhere", 404, #"Not found: no route has the path "/nowhere"."#),
    ("GET", "/users/1/2", 404, #"Not found: no route has the path "/users/1/2"."#),
    (
      "GET", "/a%20b/\u{7}c".replacing("\u{7}", with: "%07"), 404,
      #"Not found: no route has the path "/a%20b/%07c"."#
    ),
    ("GET", "/users/blob", 404, #"Not found: path component 2 is "blob"; expected an integer."#),
    ("DELETE", "/users/blob", 404, #"Not found: path component 2 is "blob"; expected an integer."#),
    ("PUT", "/users/blob", 404, #"Not found: no route has the path "/users/blob"."#),
    ("GET", "/files/..", 404, #"Not found: path component 2 is ".."; expected text."#),
    ("POST", "/", 405, #"Method not allowed: "/" answers GET, HEAD, not "POST"."#),
    ("GET", "/users", 405, #"Method not allowed: "/users" answers POST, not "GET"."#),
    (
      "PATCH", "/users/1", 405,
      #"Method not allowed: "/users/1" answers GET, HEAD, DELETE, not "PATCH"."#
    ),
    // Other routes have a parameter in this place, which does not accept "search".
    (
      "POST", "/users/search", 405,
      #"Method not allowed: "/users/search" answers GET, HEAD, not "POST"."#
    ),
    (
      "GET", "/files/%zz", 400,
      #"Bad request: path component 2 is "%zz"; expected percent-encoded UTF-8."#
    ),
    ("GET", "/\n", 400, "Bad request: the address contains control characters."),
    ("GET", "/users/search", 400, #"Bad request: query item "q" is missing; expected text."#),
    (
      "GET", "/users/search?q=a&page=x", 400,
      #"Bad request: query item "page" is "x"; expected an integer."#
    ),
    (
      "GET", "/files/x?v=\(String(repeating: "9", count: 200))", 400,
      """
      Bad request: query item "version" is "\(String(repeating: "9", count: 80))…"; \
      expected an integer.
      """
    ),
    (
      "GET", "/users/1/books/search?sort=title", 400,
      #"Bad request: query item "sort" is "title"; expected one of "name", "category"."#
    ),
    (
      "GET", "/flags?token=deadbeef-dead-beef-dead-beefdeadbeef", 400,
      #"Bad request: header "X-Key" is missing; expected base64."#
    ),
    ("GET", "/flags?token=1", 400, #"Bad request: query item "token" is "1"; expected a UUID."#),
    ("POST", "/users", 400, "Bad request: the body is missing; expected JSON of NewUser."),
  ])
  func `each error has the expected status and text`(
    method: String,
    target: String,
    status: Int,
    text: String
  ) {
    let error = #expect(throws: RoutingError.self) {
      try siteRouter.match(URLRequestData(target: target, method: Method(rawValue: method)))
    }
    #expect(error?.description == text)
    #expect(error?.statusCode == status)
  }

  @Test(arguments: ["x", "{}", ",", "]", #"{"bio":"c","name":"b"}"#])
  func `text after the JSON is a bad request`(rest: String) throws {
    let user = NewUser(name: "a", bio: "b")
    var request = try siteRouter.print(.users(.create(user)))
    request.body?.append(Data(" \n".utf8))
    #expect(try siteRouter.match(request) == .users(.create(user)))
    request.body?.append(Data(rest.utf8))
    let error = #expect(throws: RoutingError.self) { try siteRouter.match(request) }
    #expect(error?.kind == .badRequest)
    #expect(error?.part == .body)
    #expect(
      error?.description.hasPrefix("Bad request: the body; expected JSON of NewUser: ") == true
    )
  }

  @Test(arguments: [
    (#"{"name":"a"}"#, #""bio" is missing"#),
    (#"{"name":1,"bio":"b"}"#, #"not a String at "name""#),
    (#"[]"#, "not an object"),
    (#"{"name":null,"bio":"b"}"#, #"a String is missing at "name""#),
  ])
  func `the error of invalid JSON names the key`(body: String, text: String) {
    let request = URLRequestData(method: .post, path: ["users"], body: Data(body.utf8))
    let error = #expect(throws: RoutingError.self) { try siteRouter.match(request) }
    #expect(
      error?.description == "Bad request: the body; expected JSON of NewUser: \(text)."
    )
  }

  @Test func `the text of a decoding error is truncated and escaped`() throws {
    enum Size: String, Codable, Sendable { case small, large }
    struct Coded: Codable, Equatable, Sendable {
      var text = ""

      init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "no \(text)")
        )
      }
    }
    let router = Router<Either<Size, Coded>> {
      Route(.case(Either<Size, Coded>.left)) {
        Method.post
        Body(.json(Size.self))
      }
      Route(.case(Either<Size, Coded>.right)) {
        Method.put
        Body(.json(Coded.self))
      }
    }
    func text(_ method: Method, _ body: String) -> String? {
      let request = URLRequestData(method: method, body: Data("\"\(body)\"".utf8))
      return thrownError { () throws(RoutingError) in try router.match(request) }?.description
    }
    let long = String(repeating: "a", count: 100_000)
    #expect(
      text(.post, long) == """
        Bad request: the body; expected JSON of Size: Cannot initialize Size from invalid String \
        value \(long.prefix(151))….
        """
    )
    #expect(
      text(.put, #"\r\n\u2028\u202e\u0085\u007f"# + long) == """
        Bad request: the body; expected JSON of Coded: \
        no \\r\\n\\u{2028}\\u{202E}\\u{0085}\\u{7F}\(long.prefix(191))….
        """
    )
  }

  private enum Either<Left: Equatable & Sendable, Right: Equatable & Sendable>: Equatable, Sendable
  {
    case left(Left)
    case right(Right)
  }

  @Test func `the text of a conversion's error is truncated and escaped`() throws {
    let none = Conversion<String, String> { text in
      throw RoutingError.badRequest("there is no \(text)")
    } unapply: {
      $0
    }
    let router = Router<String> { Route { Headers { Field("X", none) } } }
    let long = "a\nb" + String(repeating: "c", count: 100_000)
    let request = URLRequestData(headers: [.init("X", long)])
    let error = thrownError { () throws(RoutingError) in try router.match(request) }
    #expect(
      error?.description == """
        Bad request: header "X" is "a\\nb\(long.dropFirst(3).prefix(77))…"; expected a valid String: \
        there is no a\\nb\(long.dropFirst(3).prefix(185))….
        """
    )
    #expect(error?.reason == "there is no \(long)")
  }

  @Test func `an error can be compared with another error`() {
    let error = #expect(throws: RoutingError.self) {
      try siteRouter.match(string: "/users/search?q=a&page=x")
    }
    #expect(
      error
        == RoutingError(
          .badRequest,
          part: .query("page"),
          expected: "an integer",
          found: "x"
        )
    )
    let wrongMethod = #expect(throws: RoutingError.self) { try siteRouter.match(string: "/users") }
    #expect(wrongMethod?.kind == .methodNotAllowed(allowed: [.post]))
  }

  @Test func `the error is that of the route that parsed furthest`() throws {
    let router = Router<Int> {
      Route {
        Path {
          "x"
          Parameter(.int)
        }
      }
      Route {
        Path { "x/y" }
        Query { Field("n", .int) }
      }
      Route(.case(0)) {
        Method.post
        Path { "x/y" }
      }
    }
    let error = #expect(throws: RoutingError.self) { try router.match(string: "/x/y?n=z") }
    #expect(error?.description == #"Bad request: query item "n" is "z"; expected an integer."#)
  }

  @Test func `errors with equal values are equal and have the same hash`() {
    let error = RoutingError.badRequest("no integer")
    var other = RoutingError(.badRequest, found: "x", reason: "no integer")
    #expect(Set([error, other]).count == 2)
    other.found = nil
    #expect(Set([error, other]).count == 1)
    other.reason = "no date"
    #expect(other.reason == "no date")
    #expect(Set([error, other]).count == 2)
  }

  @Test func `an error thrown by a conversion keeps its kind and reason`() throws {
    struct Odd: Error, CustomStringConvertible { var description: String { "it is odd" } }
    let even = Conversion<Int, Int> { number in
      guard number % 2 == 0 else { throw Odd() }
      guard number != 0 else { throw RoutingError.unauthorized("zero is reserved") }
      return number
    } unapply: { number in
      guard number % 2 == 0 else { throw Odd() }
      return number
    }
    let router = Router<Int> { Route(even) { Query { Field("n", .int) } } }
    #expect(try router.match(string: "?n=2") == 2)
    let odd = #expect(throws: RoutingError.self) { try router.match(string: "?n=1") }
    #expect(odd?.description == "Bad request: it is odd.")
    let zero = #expect(throws: RoutingError.self) { try router.match(string: "?n=0") }
    #expect(zero?.description == "Unauthorized: zero is reserved.")
    #expect(zero?.statusCode == 401)
    let unprintable = #expect(throws: RoutingError.self) { try router.print(1) }
    #expect(unprintable?.description == "Cannot print the route: it is odd.")
  }
}
