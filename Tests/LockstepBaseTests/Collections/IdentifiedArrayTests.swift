// SPDX-License-Identifier: MIT

import Foundation
import LockstepBase
import LockstepTestSupport
import LockstepTesting
import Testing

private struct Row: Identifiable, Hashable, Comparable, Sendable {
  var id: Int
  var title = ""

  static func < (lhs: Row, rhs: Row) -> Bool { lhs.title < rhs.title }
}

/// An element that is not `Identifiable`.
private struct Song: Equatable {
  var name: String
  var length = 0
}

@Suite struct IdentifiedArrayTests {
  private typealias Rows = IdentifiedArrayOf<Row>

  private let rows: Rows = [Row(id: 1, title: "a"), Row(id: 2, title: "b"), Row(id: 3, title: "c")]

  private func messages(_ body: () -> Void) -> [String] {
    withReportedIssues(body).map(\.message)
  }

  // MARK: Creating

  @Test func `an identified array can be made from a literal, from a sequence, or empty`() {
    #expect(
      rows.elements == [Row(id: 1, title: "a"), Row(id: 2, title: "b"), Row(id: 3, title: "c")]
    )
    #expect(IdentifiedArray(rows.elements) == rows)
    #expect(IdentifiedArray(rows.reversed()).ids == [3, 2, 1])
    #expect(IdentifiedArray(uniqueElements: (1...3).lazy.map { Row(id: $0) }).ids == [1, 2, 3])
    #expect(Rows().isEmpty)
    #expect(Rows() == [])
  }

  @Test func `a key path can provide the ids of elements`() {
    var songs = IdentifiedArray([Song(name: "one"), Song(name: "two")], id: \.name)
    #expect(songs.ids == ["one", "two"])
    songs[id: "two"]?.length = 180
    #expect(songs.elements == [Song(name: "one"), Song(name: "two", length: 180)])
    var none = IdentifiedArray<String, Song>(id: \.name)
    #expect(none.append(Song(name: "one")) == (true, 0))
    #expect(IdentifiedArray(uniqueElements: songs, id: \.name) == songs)
    var sets = IdentifiedArray([1, 2, 3, 2], id: \.self)
    #expect(sets.elements == [1, 2, 3])
    sets.remove(id: 2)
    #expect(sets.elements == [1, 3])
  }

  @Test func `an array keeps the first of several elements with the same id`() {
    let twice = [Row(id: 1, title: "first"), Row(id: 2), Row(id: 1, title: "second")]
    #expect(IdentifiedArray(twice).elements == [Row(id: 1, title: "first"), Row(id: 2)])
    #expect(IdentifiedArray(twice, id: \.id).elements == [Row(id: 1, title: "first"), Row(id: 2)])
  }

  @Test func `initializers that require unique ids report duplicate ids`() {
    let message = """
      An identified array was created from elements with duplicate ids.

      Array so far: IdentifiedArray<Int, Row> of 1 element with the id [1]
      Element: Row(
        id: 1,
        title: "second"
      )

      An earlier element has this id, so this element was not added. Give each element its own id.
      """
    let first = Row(id: 1, title: "first")
    let second = Row(id: 1, title: "second")
    let ways: [() -> Rows] = [
      { Rows(uniqueElements: [first, second]) },
      { [first, second] },
      { Rows(uniqueElements: [first, second], id: \.id) },
    ]
    for make in ways {
      var rows = Rows()
      let issues = withReportedIssues { rows = make() }
      #expect(issues.map(\.message) == [message])
      #expect(rows.elements == [first])
    }
  }

  // MARK: Finding

  @Test func `elements are found by id and by position`() {
    #expect(rows[id: 2] == Row(id: 2, title: "b"))
    #expect(rows[id: 4] == nil)
    #expect(rows.index(id: 3) == 2)
    #expect(rows.index(id: 4) == nil)
    #expect(rows.contains(id: 1))
    #expect(rows.contains(id: 0) == false)
    #expect(rows[1] == Row(id: 2, title: "b"))
    #expect((rows.startIndex, rows.endIndex, rows.count) == (0, 3, 3))
    #expect(rows.first == Row(id: 1, title: "a"))
    #expect(rows[1...].map(\.id) == [2, 3])
    #expect(rows.map(\.title) == ["a", "b", "c"])
  }

  // MARK: The subscript

  @Test func `setting an element by id changes, appends or removes the element`() {
    var rows = rows
    rows[id: 2] = Row(id: 2, title: "B")
    rows[id: 4] = Row(id: 4, title: "d")
    rows[id: 1] = nil
    rows[id: 9] = nil
    #expect(
      rows.elements == [Row(id: 2, title: "B"), Row(id: 3, title: "c"), Row(id: 4, title: "d")]
    )
    #expect(rows.isConsistent)
  }

  @Test
  func `changing an element through the id subscript changes, appends or removes the element`() {
    func change(_ row: inout Row?, to new: Row?) { row = new }
    var rows = rows
    rows[id: 1]?.title += "!"
    rows[id: 9]?.title += "!"
    change(&rows[id: 3], to: Row(id: 3, title: "C"))
    change(&rows[id: 4], to: Row(id: 4, title: "d"))
    change(&rows[id: 8], to: nil)
    change(&rows[id: 2], to: nil)
    #expect(
      rows.elements == [Row(id: 1, title: "a!"), Row(id: 3, title: "C"), Row(id: 4, title: "d")]
    )
    #expect(rows.isConsistent)
    change(&rows[id: 4], to: nil)
    #expect(rows.ids == [1, 3])
    #expect(rows.isConsistent)
  }

  @Test func `a key path changes and removes elements by id`() {
    var rows = rows
    rows[keyPath: \.[id: 2]]?.title = "B"
    rows[keyPath: \.[id: 3]] = nil
    #expect(rows.elements == [Row(id: 1, title: "a"), Row(id: 2, title: "B")])
  }

  // MARK: Setting by position

  @Test func `setting an element at a position replaces the element there`() {
    var rows = rows
    rows[0] = Row(id: 1, title: "A")
    #expect(rows.ids == [1, 2, 3])
    #expect(rows.membership == self.rows.membership)
    rows[1] = Row(id: 5, title: "e")
    #expect(
      rows.elements == [Row(id: 1, title: "A"), Row(id: 5, title: "e"), Row(id: 3, title: "c")]
    )
    #expect(rows[id: 2] == nil)
    #expect(rows[id: 5] == Row(id: 5, title: "e"))
    #expect(rows.isConsistent)
    #expect(rows.membership != self.rows.membership)
    rows[keyPath: \.[2]] = Row(id: 6)
    #expect(rows.ids == [1, 5, 6])
    #expect(rows.isConsistent)
  }

  @Test func `an element is changed at a position`() {
    func change(_ row: inout Row) { row.title += "!" }
    var rows = rows
    rows[0].title = "A"
    change(&rows[2])
    rows[keyPath: \.[1].title] = "B"
    #expect(rows.map(\.title) == ["A", "B", "c!"])
    #expect(rows.isConsistent)
    #expect(rows.membership == self.rows.membership)
  }

  @Test func `setting an element whose id is at another position is reported and changes nothing`()
  {
    let message = """
      An element was set at one position of an identified array, but an element with its id is at another.

      Array: IdentifiedArray<Int, Row> of 3 elements with the ids [1, 2, 3]
      Operation: [0] = …
      Id: 3
      Set at: 0
      Existing position: 2
      Element: Row(
        id: 3,
        title: "C"
      )

      The array was not changed. Set it at the position of the element with its id, or remove that element first.
      """
    var changed = rows
    #expect(messages { changed[0] = Row(id: 3, title: "C") } == [message])
    #expect(changed == rows)
    #expect(changed.isConsistent)
    #expect(changed.membership == rows.membership)
  }

  // MARK: Misuse

  @Test func `setting an element under a different id is reported and ignored`() {
    func message(id: Int = 2, _ operation: String) -> String {
      """
      An element was set under an id that differs from its own.

      Array: IdentifiedArray<Int, Row> of 3 elements with the ids [1, 2, 3]
      Operation: \(operation)
      Id: \(id)
      Element: Row(
        id: 5,
        title: ""
      )

      The array was not changed. Set it under its own id, or use 'updateOrAppend(_:)'.
      """
    }
    var changed = rows
    #expect(messages { changed[id: 2] = Row(id: 5) } == [message("[id: 2] = …")])
    func set(_ row: inout Row?) { row = Row(id: 5) }
    #expect(messages { set(&changed[id: 4]) } == [message(id: 4, "[id: 4] = …")])
    #expect(changed == rows)
    #expect(changed.isConsistent)
  }

  @Test func `an element whose id changes is reported, and found under its new id`() {
    func message(_ operation: String) -> String {
      """
      The id of an element was changed in an identified array.

      Array: IdentifiedArray<Int, Row> of 3 elements with the ids [1, 2, 3]
      Operation: \(operation)
      Old id: 2
      Element: Row(
        id: 5,
        title: "b"
      )

      The array now finds the element under its new id. Keep the id constant. To change it, remove the element and \
      insert another one.
      """
    }
    var byID = rows
    #expect(messages { byID.modify(id: 2) { $0.id = 5 } } == [message("modify(id: 2)")])
    var byPosition = rows
    #expect(messages { byPosition[1].id = 5 } == [message("[1]")])
    var bySubscript = rows
    #expect(messages { bySubscript[id: 2]?.id = 5 } == [message("[id: 2]")])
    for changed in [byID, byPosition, bySubscript] {
      #expect(changed.elements == [rows[0], Row(id: 5, title: "b"), rows[2]])
      #expect(changed.isConsistent)
      #expect(changed.membership != rows.membership)
    }
  }

  @Test func `an element whose id changes to an existing id is reported and removed`() {
    func message(_ operation: String) -> String {
      """
      The id of an element was changed in an identified array.

      Array: IdentifiedArray<Int, Row> of 3 elements with the ids [1, 2, 3]
      Operation: \(operation)
      Old id: 2
      Element: Row(
        id: 1,
        title: "b"
      )

      Another element has the new id, so the changed element was removed. Keep the id constant. To change it, remove \
      the element and insert another one.
      """
    }
    var byID = rows
    #expect(messages { byID.modify(id: 2) { $0.id = 1 } } == [message("modify(id: 2)")])
    var bySubscript = rows
    #expect(messages { bySubscript[id: 2]?.id = 1 } == [message("[id: 2]")])
    var byPosition = rows
    #expect(messages { byPosition[1].id = 1 } == [message("[1]")])
    for changed in [byID, bySubscript, byPosition] {
      #expect(changed.elements == [rows[0], rows[2]])
      #expect(changed.isConsistent)
    }
  }

  @Test func `positions outside the array are reported and ignored`() {
    var changed = rows
    func message(_ heading: String, _ array: String, _ operation: String, _ rest: String) -> String
    {
      """
      \(heading) of an identified array.

      Array: IdentifiedArray<Int, Row> of \(array)
      Operation: \(operation)
      \(rest) Usual cause: a list that was drawn before elements were removed. Compute the offsets from the current \
      array.
      """
    }
    #expect(
      messages { changed.remove(atOffsets: [3, 0]) } == [
        message(
          "1 offset is not a position",
          "3 elements with the ids [1, 2, 3]",
          "remove(atOffsets: [3, 0])",
          "Outside: 3\n\nOffset 3 was ignored."
        )
      ]
    )
    #expect(changed.ids == [2, 3])
    #expect(
      messages { changed.move(fromOffsets: [-1, 0], toOffset: 5) } == [
        message(
          "2 offsets are not positions",
          "2 elements with the ids [2, 3]",
          "move(fromOffsets: [-1, 0], toOffset: 5)",
          "Outside: -1, 5\n\nOffset -1 was ignored. The end was used as the destination."
        )
      ]
    )
    #expect(changed.ids == [3, 2])
    #expect(
      messages { changed.move(fromOffsets: [1], toOffset: -2) } == [
        message(
          "1 offset is not a position",
          "2 elements with the ids [3, 2]",
          "move(fromOffsets: [1], toOffset: -2)",
          "Outside: -2\n\nThe beginning was used as the destination."
        )
      ]
    )
    #expect(changed.ids == [2, 3])
    #expect(messages { changed.move(fromOffsets: [Int](), toOffset: 7) } == [])
    changed.removeAll()
    #expect(
      messages { changed.remove(atOffsets: [0, 1]) } == [
        message(
          "2 offsets are not positions",
          "0 elements",
          "remove(atOffsets: [0, 1])",
          "Outside: 0, 1\n\nOffsets 0, 1 were ignored."
        )
      ]
    )
    #expect(changed.isConsistent)
  }

  // MARK: Order

  @Test func `elements move to the destination that a list passes`() {
    let table: [(offsets: IndexSet, destination: Int, expected: [Int])] = [
      ([0], 0, [1, 2, 3, 4, 5]), ([0], 1, [1, 2, 3, 4, 5]), ([0], 2, [2, 1, 3, 4, 5]),
      ([0], 5, [2, 3, 4, 5, 1]), ([4], 0, [5, 1, 2, 3, 4]), ([0, 2, 4], 3, [2, 1, 3, 5, 4]),
      ([1, 3], 0, [2, 4, 1, 3, 5]), ([1, 3], 5, [1, 3, 5, 2, 4]), ([], 2, [1, 2, 3, 4, 5]),
    ]
    for (offsets, destination, expected) in table {
      var rows = Rows((1...5).map { Row(id: $0) })
      let membership = rows.membership
      rows.move(fromOffsets: offsets, toOffset: destination)
      #expect(rows.ids == expected)
      #expect(rows.isConsistent)
      #expect(rows.membership == membership)
    }
  }

  @Test func `sorting and reversing keep the array consistent`() {
    var changed = Rows([Row(id: 1, title: "c"), Row(id: 2, title: "a"), Row(id: 3, title: "b")])
    let membership = changed.membership
    changed.sort()
    #expect(changed.ids == [2, 3, 1])
    changed.sort { $0.id < $1.id }
    #expect(changed.ids == [1, 2, 3])
    changed.reverse()
    #expect(changed.ids == [3, 2, 1])
    #expect(changed.isConsistent)
    #expect(changed.membership == membership)
  }

  @Test func `a comparison or condition that throws changes nothing`() {
    var changed = rows
    #expect(throws: Problem.self) {
      try changed.sort { lhs, rhs in
        if lhs.id == 3 || rhs.id == 3 { throw Problem() }
        return lhs.id > rhs.id
      }
    }
    #expect(throws: Problem(code: 2)) {
      try changed.removeAll { row throws(Problem) in
        guard row.id < 3 else { throw Problem(code: 2) }
        return true
      }
    }
    #expect(changed == rows)
    #expect(changed.isConsistent)
  }

  // MARK: As a value

  @Test func `identified arrays are compared, hashed and described by their elements`() {
    var other = rows
    #expect(other == rows)
    #expect(Set([rows, other]).count == 1)
    other.reverse()
    #expect(other != rows)
    other.reverse()
    #expect(other == rows)
    #expect("\(rows)" == "\(rows.elements)")
    #expect(
      Dump(Rows([Row(id: 1), Row(id: 2)])).text == """
        [
          Row(
            id: 1,
            title: ""
          ),
          Row(
            id: 2,
            title: ""
          ),
        ]
        """
    )
    #expect(Dump(Rows()).text == "[]")
  }

  @Test(arguments: [1, 15, 16, 17, 200])
  func `each element is found after insertions and removals at any position`(count: Int) {
    var generator = SplitMix64(seed: UInt64(count))
    var rows = Rows((0..<count).map { Row(id: $0) })
    var expected = rows.elements
    for id in count..<count + 300 {
      let position = [0, count / 2, expected.count].randomElement(using: &generator) ?? 0
      rows.insert(Row(id: id), at: min(position, expected.count))
      expected.insert(Row(id: id), at: min(position, expected.count))
      #expect(rows.isConsistent)
      let index = Int.random(in: 0..<expected.count, using: &generator)
      let isNearAnEnd = Bool.random(using: &generator)
      let last = isNearAnEnd ? min(index, 2) : index
      #expect(rows.remove(at: last) == expected.remove(at: last))
      #expect(rows.isConsistent)
    }
    rows.reverse()
    rows.removeAll { $0.id % 3 == 0 }
    #expect(rows.isConsistent)
    #expect(rows.elements == expected.reversed().filter { $0.id % 3 != 0 })
  }
}
