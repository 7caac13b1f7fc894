// SPDX-License-Identifier: MIT

import Foundation
import LockstepBase
import Testing

private struct Letter {
  var subject: String
  var body: String
}

private struct Cube: DumpTextConvertible {
  var letters: String
  var dumpText: String { "Cube(\(letters))" }
}

private struct Board: DumpTextConvertible, Equatable {
  var rows: [String]
  var dumpText: String { rows.joined(separator: "\n") }
}

private struct Alarm: CustomReflectable {
  var minutes: Int
  var customMirror: Mirror {
    Mirror(self, children: ["hour": minutes / 60, "minute": minutes % 60])
  }
}

private struct Pair<First, Second> {
  var first: First
  var second: Second
}

private struct Key: Hashable {
  var x: Int
  var name: String
}

private enum Failure: Error {
  case offline
  case status(Int, reason: String?)
}

private class Account: NSObject {
  var number = 1
  let formatter = DateFormatter()
}

@Suite struct DumpTextTests {
  @Test func `multiline strings are dumped line by line`() {
    #expect(
      Dump(Letter(subject: "Hi \"you\"", body: "Dear \"you\",\n\n\tback\\slash \"\"\"\nEnd\r\n"))
        .text
          == #"""
          Letter(
            subject: "Hi \"you\"",
            body: """
              Dear "you",

              \tback\\slash ""\"
              End\r

              """
          )
          """#
    )
    #expect(Dump(["a\nb"]).text == "[\n  \"\"\"\n    a\n    b\n    \"\"\",\n]")
    #expect(Dump(["a\nb": 1]).text == #"["# + "\n" + #"  "a\nb": 1,"# + "\n]")
  }

  @Test func `values with custom descriptions are dumped as their descriptions`() {
    #expect(Dump(Cube(letters: "ABC")).text == "Cube(ABC)")
    #expect(Dump([Cube(letters: "ABC"), nil]).text == "[\n  Cube(ABC),\n  nil,\n]")
    #expect(
      Dump(Pair(first: Board(rows: ["X O", " X ", "O X"]), second: 1)).text
        == """
        Pair<Board, Int>(
          first: X O
           X
          O X,
          second: 1
        )
        """.replacing(" X\n", with: " X \n")
    )
  }

  @Test func `values with custom mirrors are dumped as the children of the mirrors`() {
    #expect(Dump(Alarm(minutes: 90)).text == "Alarm(\n  hour: 1,\n  minute: 30\n)")
    #expect(diff(Alarm(minutes: 90), Alarm(minutes: 91))?.contains("minute: 31") == true)
  }

  @Test func `a dump shows ranges, durations and other values of the standard library`() {
    let values: [(Any, String)] = [
      (1..<3, "1..<3"), (1...3, "1...3"), ("a"..."b", #""a"..."b""#), (1..., "1..."),
      (..<3, "..<3"), (...3, "...3"), (Duration.seconds(1.5), "Duration(1.5 seconds)"),
      ("text" as StaticString, #""text""#), ("a" as Unicode.Scalar, #""a""#),
      (AnyHashable("a"), #""a""#),
      (AnyHashable(Key(x: 1, name: "a")), Dump(Key(x: 1, name: "a")).text),
      (Int128(5), "5"), (Double.nan, "nan"), (-Double.infinity, "-inf"),
      ([3: 1, 1: 1, 2: 1].keys, "Set([\n  1,\n  2,\n  3,\n])"),
      ([1, 2, 3].dropFirst(), "[\n  2,\n  3,\n]"),
      (repeatElement("a", count: 2), "[\n  \"a\",\n  \"a\",\n]"),
      (EmptyCollection<Int>(), "[]"), (CollectionOfOne(1), "[\n  1,\n]"),
      (
        ["b": 2, "a": 1] as KeyValuePairs,
        "[\n  (\n    key: \"b\",\n    value: 2\n  ),\n  (\n    key: \"a\",\n    value: 1\n  ),\n]"
      ),
      (UnsafeRawPointer(bitPattern: 8) as Any, "UnsafeRawPointer(…)"),
      (UnsafeBufferPointer<Int>(start: nil, count: 0), "UnsafeBufferPointer<Int>(…)"),
      (ObjectIdentifier(Account.self), "ObjectIdentifier(…)"),
      (InlineArray<2, String>(repeating: "a"), "[\n  \"a\",\n  \"a\",\n]"),
      (InlineArray<0, String>(repeating: "a"), "[]"),
      (Tagged<Cube, Int>(rawValue: 3), "3"),
    ]
    for (value, text) in values { #expect(Dump(value).text == text) }
  }

  @Test func `a dump shows key paths, metatypes and functions`() {
    let values: [(Any, String)] = [
      (\Letter.subject, #"\Letter.subject"#),
      (\Pair<Letter, Int>.first.body, #"\Pair<Letter, Int>.first.body"#),
      (\String.count, #"\String.<computed Int>"#), (\Letter.self, #"\Letter.self"#),
      (Letter.self, "Letter.self"), ((any Error).self, "Error.self"),
      ([Int]?.self, "Optional<Array<Int>>.self"),
      ({ (number: Int) in number }, "(Function)"), (Letter.init, "(Function)"),
      (
        Pair<() -> Void, Int>(first: {}, second: 1),
        "Pair<() -> (), Int>(\n  first: (Function),\n  second: 1\n)"
      ),
    ]
    for (value, text) in values { #expect(Dump(value).text == text) }
  }

  @Test func `an error is dumped as it is declared`() {
    let values: [(Any, String)] = [
      (Failure.offline, "Failure.offline"),
      (Failure.status(404, reason: nil), "Failure.status(\n  404,\n  reason: nil\n)"),
      (CancellationError(), "CancellationError()"),
      (NSError(domain: "net", code: 3), "NSError(\n  domain: \"net\",\n  code: 3\n)"),
      (
        NSError(domain: "net", code: 3, userInfo: ["b": 1, "a": "x"]),
        """
        NSError(
          domain: "net",
          code: 3,
          userInfo: [
            "a": "x",
            "b": 1,
          ]
        )
        """
      ),
      (
        Result<Int, any Error>.failure(CancellationError()),
        "Result<Int, Error>.failure(\n  CancellationError()\n)"
      ),
    ]
    for (value, text) in values { #expect(Dump(value).text == text) }
  }

  @Test func `a dump distinguishes the levels of nested optionals`() {
    let values: [(Any, String)] = [
      (Int??.none as Any, "nil"), (Int??.some(.none) as Any, ".some(nil)"),
      (Int??.some(.some(1)) as Any, "1"), (Int???.some(.some(.none)) as Any, ".some(.some(nil))"),
      ([Int?.none, 1] as Any, "[\n  nil,\n  1,\n]"),
    ]
    for (value, text) in values { #expect(Dump(value).text == text) }
  }

  @Test func `dictionary keys are sorted as numbers or by their text`() {
    #expect(
      Dump([10: "a", 9: "b", -1: "c"]).text == """
        [
          -1: "c",
          9: "b",
          10: "a",
        ]
        """
    )
    #expect(
      Dump([Key(x: 2, name: "b"): 1, Key(x: 1, name: "c"): 2]).text == """
        [
          Key(x: 1, name: "c"): 2,
          Key(x: 2, name: "b"): 1,
        ]
        """
    )
    #expect(Dump(Set([10.5, 9, 1e10])).text == "Set([\n  9.0,\n  10.5,\n  10000000000.0,\n])")
  }

  @Test func `a subclass of a Foundation class is dumped with the properties that it declares`() {
    #expect(Dump(Account()).text == "Account(\n  number: 1,\n  formatter: DateFormatter(…)\n)")
  }
}
