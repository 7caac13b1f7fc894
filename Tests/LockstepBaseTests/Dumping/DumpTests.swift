// SPDX-License-Identifier: MIT

import Foundation
import LockstepBase
import LockstepTestSupport
import Testing

private struct Player {
  var name = "Blob"
  var scores = [1, 2]
  var friend: Friend?
  var side = Side.left
}

private struct Friend {
  var name: String
}

private enum Side: CustomStringConvertible {
  case left
  case right(by: Int)
  case both(Int, String)
  case named(first: Int, second: [Bool])
  case wrapped(Friend?)

  var description: String { "a side" }
}

private class Node {
  var value = 1
  var next: Node?
}

private final class Leaf: Node {
  var text = "leaf"
}

private struct Empty {}

@Suite struct DumpTests {
  @Test func `a struct is dumped with its properties`() {
    #expect(
      Dump(Player(friend: Friend(name: "B\"l\"ob"))).text == #"""
        Player(
          name: "Blob",
          scores: [
            1,
            2,
          ],
          friend: Friend(
            name: "B\"l\"ob"
          ),
          side: Side.left
        )
        """#
    )
    #expect(Dump(Empty()).text == "Empty()")
  }

  @Test func `a simple value is dumped as a literal`() {
    let values: [(Any, String)] = [
      (1, "1"), (UInt8(2), "2"), (-1.5, "-1.5"), (Float(0.1), "0.1"), (true, "true"),
      ("a\tb", #""a\tb""#), (Character("c"), #""c""#), ("sub"[...], #""sub""#),
      (Int.self, "Int.self"), (Int?.none as Any, "nil"), (Int?.some(1) as Any, "1"), ((), "()"),
      ({ (number: Int) in number }, "(Function)"),
    ]
    for (value, text) in values { #expect(Dump(value).text == text) }
  }

  @Test func `a case is dumped with its payload`() {
    #expect(Dump(Side.left).text == "Side.left")
    #expect(Dump(Side.right(by: 3)).text == "Side.right(\n  by: 3\n)")
    #expect(Dump(Side.both(1, "b")).text == "Side.both(\n  1,\n  \"b\"\n)")
    #expect(
      Dump(Side.named(first: 1, second: [])).text == "Side.named(\n  first: 1,\n  second: []\n)"
    )
    #expect(Dump(Side.wrapped(nil)).text == "Side.wrapped(\n  nil\n)")
    #expect(
      Dump(Result<Int, Problem>.success(1)).text == "Result<Int, Problem>.success(\n  1\n)"
    )
  }

  @Test func `collections are dumped in a stable order`() {
    #expect(Dump([Int]()).text == "[]")
    #expect(Dump([String: Int]()).text == "[:]")
    #expect(Dump(Set<Int>()).text == "Set([])")
    #expect(Dump((1, name: "b")).text == "(\n  1,\n  name: \"b\"\n)")
    for _ in 0..<5 {
      let dictionary = Dictionary(
        uniqueKeysWithValues: ["b", "a", "d", "c"].shuffled().map { ($0, $0.uppercased()) }
      )
      #expect(
        Dump(dictionary).text == #"""
          [
            "a": "A",
            "b": "B",
            "c": "C",
            "d": "D",
          ]
          """#
      )
      #expect(
        Dump(Set(["b", "a", "c"].shuffled())).text == #"""
          Set([
            "a",
            "b",
            "c",
          ])
          """#
      )
    }
    #expect(
      Dump([Friend(name: "a")]).text == #"""
        [
          Friend(
            name: "a"
          ),
        ]
        """#
    )
  }

  @Test func `objects are dumped with inherited properties, and cycles are abbreviated`() {
    let leaf = Leaf()
    leaf.next = Node()
    leaf.next?.next = leaf
    #expect(
      Dump(leaf).text == #"""
        Leaf(
          value: 1,
          next: Node(
            value: 1,
            next: Leaf(…)
          ),
          text: "leaf"
        )
        """#
    )
    leaf.next?.next = nil
    // An object that occurs twice is not a cycle.
    #expect(
      Dump([leaf.next, leaf.next]).text == #"""
        [
          Node(
            value: 1,
            next: nil
          ),
          Node(
            value: 1,
            next: nil
          ),
        ]
        """#
    )
  }

  @Test func `a dump shows the contents of Foundation values`() {
    let uuid = UUID()
    let values: [(Any, String)] = [
      (Date(timeIntervalSince1970: 1_234_567_890), "Date(2009-02-13T23:31:30Z)"),
      (
        Date(timeIntervalSince1970: 0.5), "Date(1970-01-01T00:00:00Z, 0.5 s since 1970)"
      ),
      (uuid, "UUID(\(uuid.uuidString))"),
      (URL(filePath: "/tmp/a", directoryHint: .notDirectory), "URL(file:///tmp/a)"),
      (Data([0, 15, 255]), "Data(3 bytes: 00 0f ff)"),
      (Data(), "Data(0 bytes: )"),
      (Data([7]), "Data(1 byte: 07)"),
      (
        Data(0..<20),
        """
        Data(20 bytes: 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f …, \
        checksum cc927f6ee23a0f61)
        """
      ),
      (Decimal(1.5), "1.5"), (Decimal?.some(2) as Any, "2"), (Decimal?.none as Any, "nil"),
      (Locale(identifier: "en_US"), "Locale(en_US)"),
      (TimeZone.gmt, "TimeZone(GMT)"),
      (Calendar(identifier: .gregorian), "Calendar(gregorian)"),
      (DateFormatter(), "DateFormatter(…)"), (NSNumber(value: 3), "NSNumber(3)"),
      (NSString(string: "a"), "NSString(a)"),
      (NSData(data: Data([1, 2])), "NSData(<0102>)"),
    ]
    for (value, text) in values { #expect(Dump(value).text == text) }
  }

  @Test func `the dump of an extreme date does not trap`() {
    for seconds in [1e300, -1e300, .infinity, -.infinity, .nan, 1e15, -1e15] {
      let text = Dump(Date(timeIntervalSince1970: seconds)).text
      #expect(text.hasPrefix("Date("), "\(seconds)")
    }
    #expect(Dump(Date.distantFuture).text == "Date(4001-01-01T00:00:00Z)")
    #expect(Dump(Date.distantPast).text == "Date(0001-01-01T00:00:00Z)")
  }
}
