// SPDX-License-Identifier: MIT

import Foundation
import LockstepBase
import LockstepTestSupport
import LockstepTesting
import Testing

private struct Row: Identifiable, Hashable, Comparable, Sendable {
  let id: Int
  var value = 0

  static func < (lhs: Row, rhs: Row) -> Bool { lhs.value < rhs.value }
}

private typealias Rows = IdentifiedArrayOf<Row>

/// The operations that reorder a mutable collection.
private enum Operation: CaseIterable {
  case swapAt
  case sort
  case sortBy
  case shuffle
  case reverse
  case partition
  case sortSlice
  case reverseSlice
  case shuffleSlice
  case partitionSlice
  case swapInSlice
  case moveSubranges
  case setAll

  /// Calls the operation as declared by `IdentifiedArray`.
  func apply(to rows: inout Rows, _ generator: inout SplitMix64) -> Int? {
    let i = Int.random(in: rows.indices, using: &generator)
    let j = Int.random(in: rows.indices, using: &generator)
    let range = min(i, j)..<max(i, j) + 1
    switch self {
    case .swapAt: rows.swapAt(i, j)
    case .sort: rows.sort()
    case .sortBy: rows.sort { $0.id > $1.id }
    case .shuffle: rows.shuffle(using: &generator)
    case .reverse: rows.reverse()
    case .partition: return rows.partition { $0.value % 3 == 0 }
    case .sortSlice: rows[range].sort()
    case .reverseSlice: rows[range].reverse()
    case .shuffleSlice: rows[range].shuffle(using: &generator)
    case .partitionSlice: return rows[range].partition { $0.value % 3 == 0 }
    case .swapInSlice: rows[range].swapAt(i, j)
    case .moveSubranges:
      let moved = RangeSet(rows.indices.filter { $0 % 2 == 0 }, within: rows)
      return rows.moveSubranges(moved, to: i).lowerBound
    case .setAll: rows[...] = rows.shuffled(using: &generator)[...]
    }
    return nil
  }

  /// Calls the operation as declared by `MutableCollection`.
  func apply<Rows: MutableCollection & RandomAccessCollection>(
    toAny rows: inout Rows,
    _ generator: inout SplitMix64
  ) -> Int? where Rows.Element == Row, Rows.Index == Int, Rows.SubSequence == ArraySlice<Row> {
    let i = Int.random(in: 0..<rows.count, using: &generator)
    let j = Int.random(in: 0..<rows.count, using: &generator)
    let range = min(i, j)..<max(i, j) + 1
    switch self {
    case .swapAt: rows.swapAt(i, j)
    case .sort: rows.sort()
    case .sortBy: rows.sort { $0.id > $1.id }
    case .shuffle: rows.shuffle(using: &generator)
    case .reverse: rows.reverse()
    case .partition: return rows.partition { $0.value % 3 == 0 }
    case .sortSlice: rows[range].sort()
    case .reverseSlice: rows[range].reverse()
    case .shuffleSlice: rows[range].shuffle(using: &generator)
    case .partitionSlice: return rows[range].partition { $0.value % 3 == 0 }
    case .swapInSlice: rows[range].swapAt(i, j)
    case .moveSubranges:
      let moved = RangeSet((0..<rows.count).filter { $0 % 2 == 0 }, within: rows)
      return rows.moveSubranges(moved, to: i).lowerBound
    case .setAll: rows[...] = rows.shuffled(using: &generator)[...]
    }
    return nil
  }
}

extension MutableCollection {
  /// Has the signature of SwiftUI's method, and records an issue if a test calls it.
  fileprivate mutating func move(fromOffsets source: IndexSet, toOffset destination: Int) {
    Issue.record("called instead of the member of the identified array")
  }
}

@Suite struct IdentifiedArrayReorderingTests {
  private let rows = Rows((1...5).map { Row(id: $0, value: 10 - $0) })

  /// Returns 2 to 40 elements, some of which compare equal.
  private func randomRows(_ generator: inout SplitMix64) -> [Row] {
    (0..<Int.random(in: 2...40, using: &generator)).shuffled(using: &generator)
      .map { Row(id: $0, value: Int.random(in: 0..<20, using: &generator)) }
  }

  /// Returns whether an array contains exactly these elements and finds each of them by its id.
  private func has(_ rows: Rows, _ expected: [Row]) -> Bool {
    rows.isConsistent && rows.elements == expected && rows == Rows(expected)
      && rows.ids == expected.map(\.id)
      && expected.indices.allSatisfy { position in
        let id = expected[position].id
        return rows.index(id: id) == position && rows[id: id] == expected[position]
      }
  }

  @Test(arguments: Operation.allCases)
  private func `each operation orders elements like a plain array`(operation: Operation) {
    for seed in UInt64(0)..<200 {
      var generator = SplitMix64(seed: seed)
      let elements = randomRows(&generator)
      let before = Rows(elements)
      var generators = (generator, generator, generator)
      var expected = elements
      let result = operation.apply(toAny: &expected, &generators.0)
      var called = before
      #expect(operation.apply(to: &called, &generators.1) == result)
      var any = before
      #expect(operation.apply(toAny: &any, &generators.2) == result)
      for changed in [called, any] {
        #expect(has(changed, expected), "seed \(seed)")
        #expect(changed.membership == before.membership)
      }
      #expect(has(before, elements))
    }
  }

  @Test func `shuffling without a generator keeps the elements`() {
    var changed = rows
    changed.shuffle()
    #expect(has(changed, changed.elements))
    #expect(Set(changed) == Set(rows))
    #expect(changed.membership == rows.membership)
  }

  @Test func `reordering an empty array or a single element changes nothing`() {
    var generator = SplitMix64(seed: 1)
    for elements in [[], [Row(id: 1)]] {
      var rows = Rows(elements)
      rows.sort()
      rows.reverse()
      rows.shuffle()
      rows.shuffle(using: &generator)
      rows[...].reverse()
      rows[0..<0] = []
      #expect(rows.partition { _ in false } == elements.count)
      #expect(has(rows, elements))
    }
  }

  @Test func `moving elements calls the member of the identified array`() {
    var changed = rows
    changed.move(fromOffsets: IndexSet(integer: 0), toOffset: 5)
    changed.move(fromOffsets: Set([0]), toOffset: 2)
    changed.move(fromOffsets: [0, 1].lazy.filter { $0 == 1 }, toOffset: 4)
    #expect(changed.ids == [3, 4, 5, 2, 1])
    #expect(changed.isConsistent)
  }

  // MARK: Errors

  @Test(arguments: UInt64(0)..<100)
  func `a sort whose closure throws does not lose elements`(seed: UInt64) {
    func sort(
      _ rows: inout some MutableCollection<Row> & RandomAccessCollection<Row>,
      _ calls: Int
    )
      throws
    {
      var left = calls
      try rows.sort { lhs, rhs in
        left -= 1
        if left < 0 { throw Problem() }
        return lhs < rhs
      }
    }
    var generator = SplitMix64(seed: seed)
    let elements = randomRows(&generator)
    let calls = Int.random(in: 0...60, using: &generator)
    let before = Rows(elements)
    var any = before
    try? sort(&any, calls)
    #expect(has(any, any.elements))
    #expect(Set(any) == Set(elements))
    #expect(any.membership == before.membership)

    // A sort compares every element, so this closure always throws.
    let position = Int.random(in: elements.indices, using: &generator)
    var changed = before
    #expect(throws: Problem.self) {
      try changed.sort { lhs, rhs in
        if [lhs, rhs].contains(elements[position]) { throw Problem() }
        return lhs < rhs
      }
    }
    #expect(throws: Problem.self) {
      _ = try changed.partition { row in
        if row == elements[position] { throw Problem() }
        return row.value % 2 == 0
      }
    }
    #expect(has(changed, elements))
    #expect(throws: Problem.self) {
      try changed.withContiguousMutableStorageIfAvailable { memory in
        memory.swapAt(0, position)
        throw Problem()
      }
    }
    var expected = elements
    expected.swapAt(0, position)
    #expect(has(changed, expected))
  }

  // MARK: Ids that come, go and meet

  @Test(arguments: UInt64(0)..<200)
  func `setting a range replaces its elements unless an id would occur twice`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    for _ in 0..<20 {
      let elements = (0..<12).shuffled(using: &generator).prefix(6).map { Row(id: $0) }
      let before = Rows(elements)
      let lower = Int.random(in: 0...6, using: &generator)
      let range = lower..<Int.random(in: lower...6, using: &generator)
      let ids = Bool.random(using: &generator) ? Array(0..<12) : elements[range].map(\.id)
      var expected = elements
      for position in range where Bool.random(using: &generator) {
        expected[position] = Row(id: generator.pick(ids), value: 1)
      }
      let isAccepted = Set(expected.map(\.id)).count == expected.count
      // The slice's indices differ from the indices that it replaces.
      let slice = ([Row(id: -1)] + expected[range])[1...]
      let ways: [(inout Rows) -> Void] = [
        { $0[range] = slice },
        { $0[range] = expected[range] },
        { rows in
          rows[range].withContiguousMutableStorageIfAvailable { memory in
            for (offset, row) in slice.enumerated() { memory[offset] = row }
          }
        },
        { rows in
          rows.withContiguousMutableStorageIfAvailable { memory in
            for (offset, row) in slice.enumerated() { memory[range.lowerBound + offset] = row }
          }
        },
      ]
      for change in ways {
        var changed = before
        let issues = withReportedIssues { change(&changed) }
        #expect(issues.count == (isAccepted ? 0 : 1))
        #expect(has(changed, isAccepted ? expected : elements))
        let hasSameIDs = Set(changed.ids) == Set(before.ids)
        #expect((changed.membership == before.membership) == hasSameIDs)
        #expect(has(before, elements))
      }
    }
  }

  @Test func `setting a duplicate id is reported and changes nothing`() {
    func message(
      _ operation: String = "[1..<3] = …",
      id: Int,
      at position: Int,
      by other: Int,
      value: Int = 0
    ) -> String {
      """
      An element was set at one position of an identified array, but an element with its id is at another.

      Array: IdentifiedArray<Int, Row> of 5 elements with the ids [1, 2, 3, 4, 5]
      Operation: \(operation)
      Id: \(id)
      Set at: \(position)
      Existing position: \(other)
      Element: Row(
        id: \(id),
        value: \(value)
      )

      The array was not changed. Set it at the position of the element with its id, or remove that element first.
      """
    }
    let memory = "withContiguousMutableStorageIfAvailable(_:)"
    let table: [(change: (inout Rows) -> Void, expected: String)] = [
      ({ $0[1..<3] = [Row(id: 8), Row(id: 5)] }, message(id: 5, at: 2, by: 4)),
      ({ $0[1..<3] = [Row(id: 8), Row(id: 8)] }, message(id: 8, at: 2, by: 1)),
      ({ $0[1..<3] = [Row(id: 3), Row(id: 3)] }, message(id: 3, at: 1, by: 2)),
      ({ $0[1..<3] = [Row(id: 4), Row(id: 5)] }, message(id: 4, at: 1, by: 3)),
      ({ $0[1...][2] = Row(id: 1) }, message("[1..<5] = …", id: 1, at: 2, by: 0)),
      (
        { _ = $0.withContiguousMutableStorageIfAvailable { $0[4] = $0[0] } },
        message(memory, id: 1, at: 4, by: 0, value: 9)
      ),
      (
        { rows in
          try? rows.withContiguousMutableStorageIfAvailable { memory in
            memory[0] = memory[4]
            throw Problem()
          }
        }, message(memory, id: 5, at: 0, by: 4, value: 5)
      ),
    ]
    for (change, expected) in table {
      var changed = rows
      #expect(withReportedIssues { change(&changed) }.map(\.message) == [expected])
      #expect(has(changed, rows.elements))
      #expect(changed.membership == rows.membership)
    }
  }

  @Test func `setting a range to a different number of elements is reported and changes nothing`() {
    for elements in [[], [Row(id: 8)], [Row(id: 8), Row(id: 9), Row(id: 10)]] {
      var changed = rows
      let issues = withReportedIssues { changed[1..<3] = elements[...] }
      #expect(has(changed, rows.elements))
      #expect(issues.count == 1)
      #expect(
        issues.first?.message.hasPrefix(
          """
          A range of an identified array was set to a different number of elements.

          Array: IdentifiedArray<Int, Row> of 5 elements with the ids [1, 2, 3, 4, 5]
          Operation: [1..<3] = …
          Elements: [
          """
        ) == true
      )
    }
  }

  @Test func `reordering by setting one element at a time is reported`() {
    let sorted = rows.sorted()
    var changed = rows
    let issues = withReportedIssues {
      for position in changed.indices { changed[position] = sorted[position] }
    }
    // The middle element keeps its position, so only four of five assignments are reported.
    #expect(issues.count == 4)
    #expect(has(changed, rows.elements))
    changed[...] = sorted[...]
    #expect(has(changed, sorted))
  }
}
