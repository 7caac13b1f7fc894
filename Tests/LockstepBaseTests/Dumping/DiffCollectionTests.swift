// SPDX-License-Identifier: MIT

import LockstepBase
import Testing

private struct Row: Identifiable, Hashable {
  var id: Int
  var title = "row"
  var isDone = false
}

private struct Note {
  var text: String
}

private struct Board: DumpTextConvertible {
  var rows: [String]
  var dumpText: String { rows.joined(separator: "\n") }
}

@Suite struct DiffCollectionTests {
  @Test func `rows are matched by their identifiers`() {
    let old = [Row(id: 1), Row(id: 2), Row(id: 3), Row(id: 4)]
    let new = [Row(id: 0), Row(id: 1), Row(id: 3, isDone: true), Row(id: 4), Row(id: 5)]
    #expect(
      Dump.diff(old, new) == """
          [
        +   Row(
        +     id: 0,
        +     title: "row",
        +     isDone: false
        +   ),
            … (1 unchanged)
        -   Row(
        -     id: 2,
        -     title: "row",
        -     isDone: false
        -   ),
            Row(
              id: 3,
              … (1 unchanged)
        -     isDone: false
        +     isDone: true
            ),
            … (1 unchanged)
        +   Row(
        +     id: 5,
        +     title: "row",
        +     isDone: false
        +   ),
          ]
        """
    )
  }

  @Test func `a diff shows a moved row as removed and added`() {
    let rows = (1...4).map { Row(id: $0) }
    #expect(
      Dump.diff(rows, [rows[1], rows[2], rows[3], rows[0]]) == """
          [
        -   Row(
        -     id: 1,
        -     title: "row",
        -     isDone: false
        -   ),
            … (3 unchanged)
        +   Row(
        +     id: 1,
        +     title: "row",
        +     isDone: false
        +   ),
          ]
        """
    )
  }

  @Test func `a diff shows changed members of sets and changed entries of dictionaries`() {
    #expect(
      Dump.diff(Set([1, 2, 10, 20]), Set([2, 3, 20])) == """
          Set([
        -   1,
            … (1 unchanged)
        -   10,
        +   3,
            … (1 unchanged)
          ])
        """
    )
    #expect(
      Dump.diff(["a": 1, "b": 2, "c": 3, "d": 4], ["a": 1, "bb": 2, "c": 4, "d": 4]) == """
          [
            … (1 unchanged)
        -   "b": 2,
        +   "bb": 2,
        -   "c": 3,
        +   "c": 4,
            … (1 unchanged)
          ]
        """
    )
  }

  @Test func `multiline strings are compared line by line`() {
    #expect(
      Dump.diff(Note(text: "a\nb\nc\nd\n"), Note(text: "a\nc\nD\n\ne\n")) == #"""
          Note(
            text: """
              … (1 unchanged)
        -     b
              … (1 unchanged)
        -     d
        +     D
        +
        +     e
              … (1 unchanged)
              """
          )
        """#
    )
    #expect(
      Dump.diff(Note(text: "a\nb"), Note(text: "a")) == #"""
          Note(
        -   text: """
        -     a
        -     b
        -     """
        +   text: "a"
          )
        """#
    )
  }

  @Test func `multiline descriptions are compared line by line`() {
    #expect(
      Dump.diff([Board(rows: ["X", "O", "X"])], [Board(rows: ["X", "X", "X"])]) == """
          [
            X
        -   O
        +   X
            … (1 unchanged)
          ]
        """
    )
  }

  @Test func `the place where long lines differ is shown`() {
    let a = String(repeating: "a", count: 2_000)
    #expect(
      Dump.diff(a + "b" + a, a + "c" + a) == """
        - … (1751 characters) \(a.prefix(250))b\(a.prefix(249)) … (1752 more characters)
        + … (1751 characters) \(a.prefix(250))c\(a.prefix(249)) … (1752 more characters)
        """
    )
    let (before, after) = (a.prefix(250), a.prefix(249))
    #expect(
      Dump.diff(before + "b" + after, before + "c" + after) == """
        - … (1 character) \(before)b\(after) … (1 more character)
        + … (1 character) \(before)c\(after) … (1 more character)
        """
    )
  }

  @Test func `optionals in optionals differ from nil`() {
    #expect(Dump.diff(Int??.none as Any, Int??.some(.none) as Any) == "- nil\n+ .some(nil)")
  }

  // MARK: Large collections

  @Test func `a diff shows one insertion among ten thousand elements`() {
    let old = Array(0..<10_000)
    var new = old
    new.insert(-1, at: 5_000)
    #expect(
      Dump.diff(old, new) == """
          [
            … (5000 unchanged)
        +   -1,
            … (5000 unchanged)
          ]
        """
    )
  }

  @Test func `a diff shows changes at both ends of ten thousand elements`() {
    let old = Array(0..<10_000)
    let new = [-1] + old.dropFirst(2) + [-2]
    #expect(
      Dump.diff(old, new) == """
          [
        -   0,
        +   -1,
        -   1,
            … (9998 unchanged)
        +   -2,
          ]
        """
    )
  }

  @Test func `a diff of ten thousand replaced elements is truncated`() {
    let diff = Dump.diff(Array(0..<10_000), Array(10_000..<20_000), limit: 5)
    #expect(
      diff == """
          [
        -   0,
        +   10000,
        -   1,
        +   10001,
          … (19997 more lines)
        """
    )
  }
}
