// SPDX-License-Identifier: MIT

import Foundation
import LockstepRouting
import Testing

/// Separators before a combining mark, which form one character with the mark but still separate.
@Suite struct CombiningMarkTests {
  private let router = Router<Values> {
    Route(.case(Values.query)) {
      Path { "query" }
      Query { Field("names", list: .string) }
    }
    Route(.case(Values.headers)) {
      Path { "headers" }
      Headers {
        Field("X-Names", list: .string)
        Field("X-Many", many: .string)
      }
    }
    Route(.case(Values.cookies)) {
      Path { "cookies" }
      Cookies {
        Field("a", .string)
        Field("\u{301}b", optional: .string)
      }
    }
    Route(.case(Values.literal)) { Path { "one/\u{301}two" } }
  }

  private enum Values: Equatable, Sendable {
    case query([String])
    case headers([String], [String])
    case cookies(String, String?)
    case literal
  }

  @Test(arguments: ["a,\u{301}b", "a%2C%CC%81b", "a,%CC%81b"])
  func `a comma before a combining mark separates the elements of a list`(text: String) throws {
    let route = try router.match(string: "/query?names=\(text)")
    #expect(route == .query(["a", "\u{301}b"]))
    #expect(try router.path(for: route) == "/query?names=a%2C%CC%81b")
  }

  @Test func `commas and spaces before combining marks separate the elements of a header field`()
    throws
  {
    let request = URLRequestData(
      path: ["headers"],
      headers: [
        .init("X-Names", "a,\u{301}b , \u{301}c\t,\u{301}"),
        .init("X-Many", "\u{301}a,\u{200D}b"),
      ]
    )
    let route = Values.headers(
      ["a", "\u{301}b", "\u{301}c", "\u{301}"],
      ["\u{301}a", "\u{200D}b"]
    )
    #expect(try router.match(request) == route)
    let printed = try router.print(route)
    #expect(
      printed.headers.map { Array($0.value.utf8) } == [
        Array("a, \u{301}b, \u{301}c, \u{301}".utf8), Array("\u{301}a, \u{200D}b".utf8),
      ]
    )
    #expect(try router.match(printed) == route)
  }

  @Test func `an element with a comma before a combining mark is not printed`() {
    let error = #expect(throws: RoutingError.self) { try router.print(.query(["a,\u{301}"])) }
    #expect(error?.expected == "elements without commas")
  }

  @Test func `semicolons, equals signs and spaces before combining marks separate cookies`() throws
  {
    let request = URLRequestData(
      path: ["cookies"],
      headers: [.init("Cookie", "x=1; a =\u{301}1 ;\u{301}b=\u{301} 2")]
    )
    #expect(try router.match(request) == .cookies("\u{301}1", "\u{301} 2"))
  }

  @Test func `a slash before a combining mark separates the components of a literal`() throws {
    #expect(try router.path(for: .literal) == "/one/%CC%81two")
    #expect(try router.match(string: "/one/\u{301}two") == .literal)
    #expect(router.routes.last?.template == "/one/%CC%81two")
  }
}
