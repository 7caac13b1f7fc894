// SPDX-License-Identifier: MIT

import LockstepBase
import LockstepTestSupport
import LockstepTesting
import Testing

private struct Row: Identifiable, Equatable {
  let id: Int
  var value: Int
}

/// Compares random operations on an identified array with the same operations on an array of pairs.
@Suite struct IdentifiedArrayModelTests {
  private struct Model {
    var pairs: [(id: Int, value: Int)] = []
    var array: IdentifiedArrayOf<Row> = []

    func index(_ id: Int) -> Int? { pairs.firstIndex { $0.id == id } }

    var agrees: Bool {
      array.isConsistent && array.map(\.id) == pairs.map(\.id)
        && array.map(\.value) == pairs.map(\.value) && array.ids == pairs.map(\.id)
        && (0..<16).allSatisfy { array.index(id: $0) == index($0) }
        && (0..<16).allSatisfy { id in array[id: id]?.value == index(id).map { pairs[$0].value } }
    }
  }

  private enum Operation: CaseIterable {
    case append
    case insert
    case set
    case modifyByID
    case modifyByPosition
    case modifyBySubscript
    case setByPosition
    case modifyByPositionalSubscript
    case updateOrAppend
    case removeByID
    case removeByPosition
    case removeBySubscript
    case removeThroughReference
    case removeOffsets
    case removeSome
    case keepSome
    case removeAll
    case move
    case sort
    case reverse
    case swapAt
    case shuffle
    case partition
    case setRange
  }

  // swift-format-ignore: NoAssignmentInExpressions
  private func apply(
    _ operation: Operation,
    to model: inout Model,
    _ generator: inout SplitMix64
  ) {
    let id = Int.random(in: 0..<16, using: &generator)
    let value = Int.random(in: 0..<1_000, using: &generator)
    let position = model.pairs.indices.randomElement(using: &generator)
    let found = model.index(id)
    switch operation {
    case .append:
      #expect(
        model.array.append(Row(id: id, value: value)) == (found == nil, found ?? model.pairs.count)
      )
      if found == nil { model.pairs.append((id, value)) }
    case .insert:
      let target = Int.random(in: 0...model.pairs.count, using: &generator)
      #expect(
        model.array.insert(Row(id: id, value: value), at: target)
          == (found == nil, found ?? target)
      )
      if found == nil { model.pairs.insert((id, value), at: target) }
    case .set, .updateOrAppend:
      if operation == .set {
        model.array[id: id] = Row(id: id, value: value)
      } else {
        let old = model.array.updateOrAppend(Row(id: id, value: value))
        #expect(old?.value == found.map { model.pairs[$0].value })
      }
      if let found { model.pairs[found].value = value } else { model.pairs.append((id, value)) }
    case .modifyByID:
      let result = model.array.modify(id: id) { row in
        row.value += value
        return row.value
      }
      if let found { model.pairs[found].value += value }
      #expect(result == found.map { model.pairs[$0].value })
    case .modifyByPosition:
      guard let position else { return }
      model.array[position].value = value
      model.pairs[position].value = value
    case .modifyBySubscript:
      model.array[id: id]?.value = value
      if let found { model.pairs[found].value = value }
    case .setByPosition:
      guard let position else { return }
      let isTaken = found != nil && found != position
      let issues = withReportedIssues { model.array[position] = Row(id: id, value: value) }
      #expect(issues.count == (isTaken ? 1 : 0))
      if isTaken == false { model.pairs[position] = (id, value) }
    case .modifyByPositionalSubscript:
      guard let position else { return }
      model.array[position].value += value
      model.pairs[position].value += value
    case .removeByID:
      #expect(model.array.remove(id: id)?.id == found.map { model.pairs[$0].id })
      if let found { model.pairs.remove(at: found) }
    case .removeBySubscript:
      model.array[id: id] = nil
      if let found { model.pairs.remove(at: found) }
    case .removeThroughReference:
      func remove(_ row: inout Row?) { row = nil }
      remove(&model.array[id: id])
      if let found { model.pairs.remove(at: found) }
    case .removeByPosition:
      guard let position else { return }
      #expect(model.array.remove(at: position).value == model.pairs.remove(at: position).value)
    case .removeOffsets:
      let offsets = model.pairs.indices.filter { _ in Bool.random(using: &generator) }
      model.array.remove(atOffsets: offsets)
      for offset in offsets.reversed() { model.pairs.remove(at: offset) }
    case .removeSome:
      model.array.removeAll { $0.value < value / 2 }
      model.pairs.removeAll { $0.value < value / 2 }
    case .keepSome:
      model.array = model.array.filter { $0.value >= value / 2 }
      model.pairs = model.pairs.filter { $0.value >= value / 2 }
    case .removeAll:
      guard value < 100 else { return }
      model.array.removeAll(keepingCapacity: value < 50)
      model.pairs = []
    case .move:
      let offsets = model.pairs.indices.filter { _ in Bool.random(using: &generator) }
      let target = Int.random(in: 0...model.pairs.count, using: &generator)
      model.array.move(fromOffsets: offsets.shuffled(using: &generator), toOffset: target)
      let moved = offsets.map { model.pairs[$0] }
      let rest = model.pairs.enumerated().filter { offsets.contains($0.offset) == false }
      model.pairs =
        rest.filter { $0.offset < target }.map(\.element) + moved
        + rest.filter { $0.offset >= target }.map(\.element)
    case .sort:
      model.array.sort { $0.value < $1.value }
      model.pairs.sort { $0.value < $1.value }
    case .reverse:
      model.array.reverse()
      model.pairs.reverse()
    case .swapAt:
      guard let position else { return }
      model.array.swapAt(position, value % model.pairs.count)
      model.pairs.swapAt(position, value % model.pairs.count)
    case .shuffle:
      var copy = generator
      model.array.shuffle(using: &generator)
      model.pairs.shuffle(using: &copy)
    case .partition:
      let first = model.array.partition { $0.value < value }
      #expect(first == model.pairs.partition { $0.value < value })
    case .setRange:
      guard let position else { return }
      var pairs = model.pairs
      pairs[position...].reverse()
      pairs[position] = (id, value)
      let isTaken = Set(pairs.map(\.id)).count < pairs.count
      let issues = withReportedIssues {
        model.array[position...] = pairs[position...].map { Row(id: $0.id, value: $0.value) }[...]
      }
      #expect(issues.count == (isTaken ? 1 : 0))
      if isTaken == false { model.pairs = pairs }
    }
  }

  @Test(arguments: UInt64(0)..<40)
  func `an identified array behaves like an array of pairs`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    var model = Model()
    var trace: [Operation] = []
    for _ in 0..<200 {
      let operation = try #require(Operation.allCases.randomElement(using: &generator))
      trace.append(operation)
      let before = model.array
      apply(operation, to: &model, &generator)
      try #require(model.agrees, "seed \(seed): \(trace)")
      if model.array.membership == before.membership {
        try #require(Set(model.array.ids) == Set(before.ids), "seed \(seed): \(trace)")
      }
      if Set(model.array.ids) == Set(before.ids), operation != .removeAll {
        try #require(model.array.membership == before.membership, "seed \(seed): \(trace)")
      }
    }
  }

  @Test(arguments: UInt64(0)..<40)
  func `an element set at a position is read there, and setting it back changes nothing`(
    seed: UInt64
  ) {
    var generator = SplitMix64(seed: seed)
    let ids = (0..<16).shuffled(using: &generator).prefix(8)
    let rows = IdentifiedArray(ids.map { Row(id: $0, value: 0) })
    for position in rows.indices {
      for id in (0..<16) where id == ids[position] || ids.contains(id) == false {
        let row = Row(id: id, value: 1)
        var changed = rows
        changed[position] = row
        #expect(changed[position] == row)
        #expect(changed[id: id] == row)
        #expect(changed.index(id: id) == position)
        for other in rows.indices where other != position {
          #expect(changed[other] == rows[other])
        }
        changed[position] = rows[position]
        #expect(changed == rows)
        #expect(changed.isConsistent)
      }
    }
  }

  @Test func `copies keep the membership stamp, and arrays with other ids have a different stamp`()
  {
    let first: IdentifiedArrayOf<Row> = [Row(id: 1, value: 1), Row(id: 2, value: 2)]
    var second = first
    second[id: 1]?.value = 3
    second.reverse()
    second[id: 2] = Row(id: 2, value: 4)
    #expect(second.membership == first.membership)
    var third = second
    third.append(Row(id: 3, value: 3))
    #expect(third.membership != second.membership)
    var fourth = second
    fourth.append(Row(id: 4, value: 4))
    #expect(fourth.membership != third.membership)
    third.removeAll()
    #expect(third.membership == (([]) as IdentifiedArrayOf<Row>).membership)
  }
}
