// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepRouting
import LockstepTestSupport
import Testing

/// Commas, quotation marks and backslashes in header fields that are lists.
@Suite struct HeaderListTests {
  private struct Lists: Equatable, Sendable {
    var list: [String] = []
    var many: [String] = []
    var words: [String] = []
    var note: String?
  }

  private let router = Router<Lists> {
    Route(.memberwise(Lists.init) { ($0.list, $0.many, $0.words, $0.note) }) {
      Headers {
        Field("X-List", list: .string)
        Field("X-Many", many: .string)
        Field("X-Words", list: .quotedString)
        Field("X-Note", optional: .string)
      }
    }
  }

  private func lists(_ headers: URLRequestData.Item...) throws(RoutingError) -> Lists {
    try router.match(URLRequestData(headers: headers))
  }

  static let lines: [(line: String, elements: [String])] = [
    (#""a,xx,b""#, [#""a,xx,b""#]),
    (#"text/plain; a="x,y", text/html"#, [#"text/plain; a="x,y""#, "text/html"]),
    (#"W/"1,2" , "3""#, [#"W/"1,2""#, #""3""#]),
    (#""a\",b",c"#, [#""a\",b""#, "c"]),
    (#""a\\",b"#, [#""a\\""#, "b"]),
    (#"a\,b"#, [#"a\"#, "b"]),
    (#"a\"b,c""#, [#"a\"b,c""#]),
    (#""","#, [#""""#]),
    (#"" a ",b"#, [#"" a ""#, "b"]),
    (#"a"b"c,d"#, [#"a"b"c"#, "d"]),
    (#", ,"x", ,"#, [#""x""#]),
    ("\"a,\u{301}b\",\u{301}c", ["\"a,\u{301}b\"", "\u{301}c"]),
    ("", []),
  ]

  @Test(arguments: lines)
  func `commas within quotation marks do not separate elements`(
    line: String,
    elements: [String]
  ) throws {
    let read = try lists(.init("X-List", line), .init("x-many", line))
    #expect(read == Lists(list: elements, many: elements))
    let printed = try router.print(read)
    #expect(
      printed.headers.map(\.value)
        == (elements.isEmpty ? [] : Array(repeating: elements.joined(separator: ", "), count: 2))
    )
    #expect(try router.match(printed) == read)
    #expect(try router.match(request: router.request(for: read)) == read)
  }

  @Test func `the elements of each header line are parsed separately`() throws {
    let read = try lists(.init("X-List", #""a,b", c"#), .init("X-LIST", #"d,"e,f""#))
    #expect(read.list == [#""a,b""#, "c", "d", #""e,f""#])
  }

  @Test func `a header field that is not a list is parsed unchanged`() throws {
    #expect(try lists(.init("X-Note", #"a, "b"#)).note == #"a, "b"#)
    #expect(try router.print(Lists(note: #"a, "b"#)).headers == [.init("X-Note", #"a, "b"#)])
  }

  @Test(arguments: [
    (#""a, b"#, #""a, b"#, #"X-List: "a, b"#, "        ^^^^^"),
    (#"a, b", c"#, #"b", c"#, #"X-List: a, b", c"#, "           ^^^^^"),
    (#""a\""#, #""a\""#, #"X-List: "a\""#, "        ^^^^"),
    (#"""#, #"""#, #"X-List: ""#, "        ^"),
    (#"a, "b", "c "#, #""c"#, #"X-List: a, "b", "c "#, "                ^^"),
  ])
  func `an unclosed quotation mark in a line is an error`(
    line: String,
    element: String,
    text: String,
    mark: String
  ) throws {
    let error = #expect(throws: RoutingError.self) { try lists(.init("X-List", line)) }
    #expect(
      error?.debugDescription == """
        Bad request: header "X-List" is \(element.debugDescription); expected text with closed \
        quotation marks.

          \(text)
          \(mark)
        """
    )
    #expect(throws: RoutingError.self) { try lists(.init("X-Many", line)) }
  }

  @Test func `an error in the second of two lines marks that line`() throws {
    let error = #expect(throws: RoutingError.self) {
      try lists(.init("X-Many", #""a,b""#), .init("X-Many", #""c","d"#))
    }
    #expect(
      error?.debugDescription == #"""
        Bad request: header "X-Many" is "\"d"; expected text with closed quotation marks.

          X-Many: "c","d
                      ^^
        """#
    )
  }

  @Test(arguments: [
    "a,b", #"a"b"#, "", " a ", "a\t", #"""#, #""a\""#, #""a",b"#, #""a,"b,c""#, ",",
  ])
  func `an element that would not parse to the same element is not printed`(element: String) {
    for route in [Lists(list: ["x", element]), Lists(many: [element, "x"])] {
      let error = #expect(throws: RoutingError.self) { try router.print(route) }
      #expect(
        error
          == RoutingError(
            .unprintable,
            part: .header(route.list.isEmpty ? "X-Many" : "X-List"),
            expected: """
              elements that are not empty, with closed quotation marks, and without commas outside of \
              them or spaces around them
              """,
            found: element
          )
      )
    }
  }

  @Test func `the error names the field and the element`() {
    let error = #expect(throws: RoutingError.self) { try router.print(Lists(list: ["a,b"])) }
    #expect(
      error?.description == """
        Cannot print the route: header "X-List" is "a,b"; expected elements that are not empty, with \
        closed quotation marks, and without commas outside of them or spaces around them.
        """
    )
  }

  @Test(arguments: [#"a\b"#, #"\"#, #"a\"#, #""""#, #""a,b""#, "a b", "é"])
  func `a well-formed element is printed as it is`(element: String) throws {
    let route = Lists(list: [element, "x", element])
    let printed = try router.print(route)
    #expect(printed.headers == [.init("X-List", "\(element), x, \(element)")])
    #expect(try router.match(printed) == route)
  }

  @Test(arguments: [
    ("word", "word"), ("a,b", #""a,b""#), (#"a"b"#, #""a\"b""#), ("", #""""#), (" a ", #"" a ""#),
    (#"""#, #""\"""#), (#"a\b"#, #""a\\b""#), (#""a,xx,b""#, #""\"a,xx,b\"""#), ("é", #""é""#),
    (#"W/"1""#, #""W/\"1\"""#), ("\u{301}", "\"\u{301}\""),
  ])
  func `any text is printed as a quoted string`(text: String, element: String) throws {
    let route = Lists(words: [text, "x", text])
    let printed = try router.print(route)
    #expect(printed.headers == [.init("X-Words", "\(element), x, \(element)")])
    #expect(try router.match(printed) == route)
    #expect(try router.match(request: router.request(for: route)) == route)
  }

  @Test(arguments: [
    (#"a, "b", W/"c,d", "e\f""#, ["a", "b", #"W/"c,d""#, "ef"]), ("plain text", ["plain text"]),
  ])
  func `a quoted string is read without its quotation marks`(line: String, words: [String]) throws {
    let read = try lists(.init("X-Words", line))
    #expect(read.words == words)
    #expect(try router.match(router.print(read)) == read)
  }

  @Test(arguments: [#""a"b"#, #""a"b""#, #""a" """#])
  func `text after a quoted string is an error`(line: String) {
    let error = #expect(throws: RoutingError.self) { try lists(.init("X-Words", line)) }
    #expect(error?.part == .header("X-Words"))
    #expect(error?.kind == .badRequest)
  }

  @Test func `a quoted string can be in a query, a form or a header field`() throws {
    let router = Router<Lists> {
      Route(.memberwise(Lists.init) { ($0.list, $0.many, $0.words, $0.note) }) {
        Method.post
        Query { Field("list", many: .quotedString) }
        Form { Field("many", many: .quotedString) }
        Headers {
          Field("X-Words", many: .quotedString)
          Field("X-Note", optional: .quotedString)
        }
      }
    }
    let texts = ["a", "", " ", "\"", "\\", "a\\", "a,\"b\\\"", "\r\n"]
    let route = Lists(list: texts, many: texts, words: texts.dropLast(), note: "\" ")
    #expect(try router.match(router.print(route)) == route)
    let error = #expect(throws: RoutingError.self) { try router.print(Lists(words: texts)) }
    #expect(error?.part == .header("X-Words"))
  }

  @Test(arguments: 1...8)
  func `random lists parse to the same list after printing`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let alphabet = ["a", ",", "\"", "\\", " ", "\t", "b", "\u{301}", "é"]
    func text() -> String {
      (0..<Int.random(in: 0...7, using: &random))
        .map { _ in alphabet.randomElement(using: &random) ?? "" }.joined()
    }
    var counts = (read: 0, printed: 0)
    for _ in 0..<600 {
      let route = Lists(list: [text(), text()], words: [text(), text()])
      if route.words.allSatisfy({ !$0.utf8.contains(9) }), let printed = try? router.print(route) {
        counts.printed += 1
        #expect(try router.match(printed) == route)
      }
      let line = text() + text()
      if let read = try? lists(.init("X-List", line), .init("X-List", text())),
        !line.utf8.contains(9)
      {
        counts.read += 1
        // A tab is a control character, so an element with a tab is not printed.
        if read.list.allSatisfy({ !$0.utf8.contains(9) }) {
          #expect(try router.match(router.print(read)) == read, "\(line.debugDescription)")
        }
      }
    }
    #expect(counts.read > 20 && counts.printed > 3)
  }

  @Test func `an unclosed quotation mark makes the router try the next route`() throws {
    enum Page: Equatable, Sendable {
      case languages([String])
      case any
    }
    let router = Router<Page> {
      Route(.case(Page.languages)) { Headers { Field("Accept-Language", list: .string) } }
      Route(.case(Page.any))
    }
    #expect(
      try router.match(URLRequestData(headers: [.init("Accept-Language", "en, \"")])) == .any
    )
    #expect(
      router.validate().map(\.description) == [
        "GET / (any) is not reached by requests that GET / (languages) reads as well."
      ]
    )
  }
}
