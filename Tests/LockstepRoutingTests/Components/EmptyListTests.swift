// SPDX-License-Identifier: MIT

import Foundation
import LockstepRouting
import Testing

/// Lists without elements, and lists with empty elements.
@Suite struct EmptyListTests {
  private struct Lists: Equatable, Sendable {
    var query: [String] = []
    var numbers: [Int] = []
    var cookie: [String] = []
    var form: [String] = []
  }

  private let router = Router<Lists> {
    Route(.memberwise(Lists.init) { ($0.query, $0.numbers, $0.cookie, $0.form) }) {
      Method.post
      Query {
        Field("names", aliases: ["n"], list: .string)
        Field("ids", list: .int)
      }
      Cookies { Field("names", list: .string) }
      Form { Field("names", list: .string) }
    }
  }

  private func request(_ query: String, form: String = "") throws -> URLRequestData {
    try URLRequestData(target: query, method: .post, body: Data(form.utf8))
  }

  static let lists: [(elements: [String], text: String?)] = [
    ([], nil), ([""], "names="), (["", ""], "names=%2C"), (["a", ""], "names=a%2C"),
    (["", "a"], "names=%2Ca"),
  ]

  @Test(arguments: lists)
  func `a printed list of strings in a query and a form parses to the same list`(
    elements: [String],
    text: String?
  ) throws {
    let route = Lists(query: elements, form: elements)
    #expect(try router.path(for: route) == (text.map { "/?\($0)" } ?? "/"))
    let request = try router.print(route)
    #expect(request.body == Data((text ?? "").utf8))
    #expect(try router.match(request) == route)
    #expect(try router.match(self.request("/?\(text ?? "")", form: text ?? "")) == route)
  }

  @Test(arguments: [[], [""]])
  func `a printed list in a cookie parses to the same list`(elements: [String]) throws {
    let route = Lists(cookie: elements)
    let request = try router.print(route)
    #expect(
      request.headers.filter { $0.name == "Cookie" }.map(\.value) == elements.map { _ in "names=" }
    )
    #expect(try router.match(request) == route)
  }

  @Test(arguments: ["/?names", "/?names=", "/?n=", "/?x=1&names=&names=a", "/?n=a&names="])
  func `a query item with an empty value is a list of one empty string`(target: String) throws {
    #expect(try router.match(request(target)) == Lists(query: [""]))
  }

  @Test(arguments: ["", "?", "?&", "?x=", "?Names=", "?name="])
  func `a missing query item is an empty list`(target: String) throws {
    #expect(try router.match(request("/" + target)) == Lists())
  }

  @Test(arguments: [("ids=", "^"), ("ids", "^"), ("ids=1,", "  ^"), ("ids=,1", "^")])
  func `an empty element is an error if its type does not parse an empty string`(
    item: String,
    mark: String
  ) throws {
    let error = #expect(throws: RoutingError.self) { try router.match(request("/?" + item)) }
    #expect(
      error?.debugDescription == """
        Bad request: query item "ids" is ""; expected an integer.

          POST /?\(item)
          \(String(repeating: " ", count: item == "ids" ? 10 : 11))\(mark)
        """
    )
  }

  @Test func `an empty header field is an empty list`() throws {
    let router = Router<[String]> {
      Route { Headers { Field("X-Names", list: .string) } }
    }
    for line in ["", " ", ",", ", ,"] {
      #expect(try router.match(URLRequestData(headers: [.init("X-Names", line)])) == [])
    }
    #expect(try router.print([]) == URLRequestData())
    #expect(throws: RoutingError.self) { try router.print([""]) }
  }
}
