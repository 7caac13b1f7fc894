// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

@testable import LockstepJournal

@Suite struct RingTests {
  private final class Element {}

  /// Expects the last `kept` of `total` values in a ring, under their numbers.
  private func expect(_ ring: Ring<Int>, total: Int, kept: Int) {
    #expect(ring.total == total)
    #expect(ring.count == kept)
    for number in -1...total + 1 {
      let isKept = number >= total - kept && number < total
      #expect(ring[number] == (isKept ? number * 10 : nil), "\(number) of \(total)")
    }
  }

  @Test(arguments: 1...9) func `a ring keeps the last values up to its limit`(limit: Int) {
    let ring = Ring<Int>(limit: limit)
    for number in 0..<40 {
      expect(ring, total: number, kept: min(number, limit))
      #expect(ring.replaced?.pointee == (number >= limit ? (number - limit) * 10 : nil))
      ring.append(number * 10)
    }
  }

  @Test(arguments: 1...9, 0...20) func `lowering the limit drops the oldest values`(
    limit: Int,
    count: Int
  ) {
    let ring = Ring<Int>(limit: 8)
    for number in 0..<count { ring.append(number * 10) }
    ring.lowerLimit(to: limit)
    expect(ring, total: count, kept: min(count, 8, limit))
    for number in count..<count + 20 { ring.append(number * 10) }
    expect(ring, total: count + 20, kept: min(limit, 8))
  }

  @Test func `a ring replaces its last value`() {
    let ring = Ring<Int>(limit: 2)
    ring.replaceLast(by: 1)
    expect(ring, total: 0, kept: 0)
    for number in 0..<3 { ring.append(number) }
    ring.replaceLast(by: 20)
    #expect(ring[2] == 20)
    #expect(ring[1] == 1)
  }

  @Test func `a ring releases the values that it drops`() {
    weak var first: Element?
    weak var last: Element?
    do {
      let ring = Ring<Element>(limit: 2)
      do {
        let elements = (0..<3).map { _ in Element() }
        (first, last) = (elements[0], elements[2])
        for element in elements { ring.append(element) }
      }
      #expect(first == nil)
      #expect(last != nil)
      ring.lowerLimit(to: 1)
      #expect(last != nil)
      withExtendedLifetime(ring) {}
    }
    #expect(last == nil)
  }

  @Test func `a ring moves an appended value without copying it`() {
    let place = UnsafeMutablePointer<Element>.allocate(capacity: 1)
    defer { place.deallocate() }
    weak var element: Element?
    let ring = Ring<Element>(limit: 1)
    for _ in 0..<3 {
      place.initialize(to: Element())
      element = place.pointee
      ring.append(movedFrom: place)
      #expect(element === ring[ring.total - 1])
    }
    ring.append(Element())
    #expect(element == nil)
  }

  // MARK: The states of tests

  private struct Row: Equatable {
    var id = 0
    var title = ""
  }

  private struct Lists: Equatable {
    var rows: [Row]
    var byName: [String: [Int]] = [:]
  }

  @Test func `a test journal keeps fewer states if they are large`() {
    func limit(_ state: Any) -> Int { JournalKeeping.test.stateLimit(for: state) }
    #expect(limit(0) == 1_000)
    #expect(limit(Lists(rows: [])) == 1_000)
    // A row, with its two fields, counts as three.
    #expect(limit(Lists(rows: Array(repeating: Row(), count: 1_000))) == 1)
    #expect(limit(Lists(rows: Array(repeating: Row(), count: 100))) == 5_000 / 303)
    #expect(limit(Array(0..<2_000)) == 2)
    #expect(limit(Array(0..<1_000_000)) == 1)
    #expect(limit(Array(repeating: Array(0..<1_000), count: 1_000)) == 1)
    #expect(limit(Lists(rows: [], byName: ["a": Array(0..<500)])) > 8)
  }

  @Test func `a test store keeps only the last of its large states`() {
    enum Action: Equatable { case add }
    let store = TestStore(
      initialState: Array(0..<10_000),
      reducer: Reducer<[Int], Action, Void> { state, _, _ in
        state.append(0)
        return .none
      },
      environment: ()
    )
    for _ in 0..<100 { store.send(.add) { $0.append(0) } }
    #expect(store.journal.state(after: 100)?.count == 10_100)
    #expect(store.journal.state(after: 99) == nil)
    #expect(store.journal.turns.count == 100)
  }
}
