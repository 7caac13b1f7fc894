// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Observation
import Testing

private struct Grid: Sendable {
  var page = 0
  var cells: [Int]
  var rows: IdentifiedArrayOf<Row>

  init(_ count: Int) {
    cells = Array(repeating: 0, count: count)
    rows = IdentifiedArray(uniqueElements: (0..<count).map { Row(id: $0) })
  }

  struct Row: Equatable, Identifiable, Sendable {
    var id: Int
    var title = ""
  }
}

/// A state that counts comparisons of its value.
private struct Compared: Sendable {
  var page = 0
  var other = 0
  var value: Value

  init(comparisons: Recorder<Int>) {
    value = Value(comparisons: comparisons)
  }

  struct Value: Equatable, Sendable {
    var number = 0
    let comparisons: Recorder<Int>

    static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.comparisons.update { $0 += 1 }
      return lhs.number == rhs.number
    }
  }
}

/// A state with properties that are not `Equatable`.
private struct Opaque: Sendable {
  var pair = (1, "a")
  var function: @Sendable () -> Int = { 1 }
  var items: [@Sendable () -> Int] = []
  var object = Token()
  var other = 0
}

/// Tracks reads and records their changes.
@MainActor private final class Tracker {
  let changes = Recorder<[Int]>([])
  private let read: @MainActor () -> Void
  private let number: Int

  init(
    _ number: Int = 0,
    into changes: Recorder<[Int]>? = nil,
    _ read: @escaping @MainActor () -> Void
  ) {
    self.number = number
    self.read = read
    track(changes ?? self.changes)
  }

  private func track(_ changes: Recorder<[Int]>) {
    withObservationTracking(read) { [number] in changes.update { $0.append(number) } }
  }

  func again() {
    track(changes)
  }
}

@Suite @MainActor struct StoreTrackingTests {
  // MARK: Many

  @Test(arguments: [10, 100, 1_000])
  func `a change of one property notifies only the tracker of that property`(count: Int) {
    let store = Store(changing: Grid(count))
    let woken = Recorder<[Int]>([])
    let trackers = (0..<count).map { number in
      Tracker(number, into: woken) { _ = store[dynamicMember: \Grid.cells[number]] }
    }
    store.change { $0.cells[7] = 1 }
    #expect(woken.value == [7])
    store.change { $0.cells[7] = 2 }
    #expect(woken.value == [7])
    store.change { $0.cells[3] = 1 }
    #expect(woken.value == [7, 3])
    withExtendedLifetime(trackers) {}
  }

  @Test(arguments: [10, 100, 1_000])
  func `a change of one row notifies only the tracker of that row`(count: Int) {
    let store = Store(changing: Grid(count))
    let woken = Recorder<[Int]>([])
    let rows = (0..<count).compactMap { store.scope(element: $0, of: \.rows) { $1 } }
    #expect(rows.count == count)
    let trackers = rows.map { row in Tracker(row.id, into: woken) { _ = row.title } }
    store.change { $0.rows[id: 7]?.title = "a" }
    #expect(woken.value == [7])
    store.change { state in
      state.rows.remove(id: 1)
      state.rows.append(Grid.Row(id: count))
    }
    #expect(woken.value == [7])
    withExtendedLifetime(trackers) {}
  }

  @Test(arguments: [10, 1_000])
  func `a change of one row calls only the observer of that row`(count: Int) {
    let store = Store(changing: Grid(count))
    var called: [Int] = []
    let observations = (0..<count).compactMap { number in
      store.scope(element: number, of: \.rows) { $1 }?.observe { row, _ in
        if row.title != "" { called.append(number) }
      }
    }
    store.change { $0.rows[id: 7]?.title = "a" }
    #expect(called == [7])
    withExtendedLifetime(observations) {}
  }

  // MARK: Once and again

  @Test func `a tracker is notified again only after it tracks again`() {
    let store = Store(changing: Grid(3))
    let tracker = Tracker { _ = store[dynamicMember: \Grid.cells[1]] }
    for number in 1...5 {
      store.change { $0.cells[1] = number }
      store.change { $0.cells[1] = -number }
      #expect(tracker.changes.value.count == number)
      tracker.again()
    }
    store.change { $0.cells[0] = 1 }
    #expect(tracker.changes.value.count == 5)
  }

  @Test func `two trackers of a property that started in different turns are both notified`() {
    let store = Store(changing: Grid(3))
    let first = Tracker { _ = store.cells }
    store.change { $0.rows[id: 1]?.title = "a" }
    let second = Tracker { _ = store.cells }
    store.change { $0.cells[0] = 1 }
    #expect([first.changes.value.count, second.changes.value.count] == [1, 1])
  }

  @Test func `a notified tracker can read the new value, track again and send`() {
    @MainActor final class Onlooker {
      let store = Store(changing: Grid(1))
      var seen: [Int] = []

      func look() {
        let count = withObservationTracking {
          store.cells.count
        } onChange: {
          MainActor.assumeIsolated { self.look() }
        }
        seen.append(count)
        if count < 5 { store.change { $0.cells.append(0) } }
      }
    }
    let onlooker = Onlooker()
    onlooker.look()
    #expect(onlooker.seen == [1, 2, 3, 4, 5])
  }

  @Test func `an Observations sequence delivers only changes of the values that it reads`() async {
    let store = Store(changing: Grid(3))
    let seen = Recorder<[[Int]]>([])
    let row = store.scope(element: 2, of: \.rows) { $1 }
    let observations = Observations { (store.cells, row?.title ?? "") }
    let task = Task {
      for await (cells, title) in observations {
        seen.update { $0.append(cells + [title.count]) }
        if title == "end" { break }
      }
    }
    var expected = [[0, 0, 0, 0]]
    func waitForAll() async {
      while seen.value.count < expected.count { await Task.yield() }
      for _ in 0..<10 { await Task.yield() }
    }
    await waitForAll()
    for (number, cells) in [[1, 0, 0], [1, 2, 0], [0, 0, 0]].enumerated() {
      store.change { $0.cells = cells }
      expected.append(cells + [0])
      await waitForAll()
      store.change { $0.rows[id: 1]?.title = "\(number)" }
      await waitForAll()
    }
    store.change { $0.rows[id: 2]?.title = "end" }
    expected.append([0, 0, 0, 3])
    await task.value
    #expect(seen.value == expected)
  }

  // MARK: What cannot be compared

  /// A function that is read directly has different bytes at each read, so it changes in each turn.
  @Test func `a value that is not Equatable changes if its bytes change`() {
    let store = Store(changing: Opaque())
    let reads: [(name: String, read: @MainActor () -> Void)] = [
      ("pair", { _ = store.pair }),
      ("function", { _ = store.function }),
      ("items", { _ = store.items }),
      ("object", { _ = store.object }),
      ("other", { _ = store.other }),
      ("state", { _ = store.state }),
    ]
    let mutations: [(expected: [String], apply: @Sendable (inout Opaque) -> Void)] = [
      (["function"], { _ in }),
      (["pair", "function", "state"], { $0.pair.0 = 2 }),
      (["pair", "function", "state"], { $0.pair.1 = "b" }),
      (["function", "state"], { state in state.function = { 2 } }),
      (["function", "items", "state"], { state in state.items.append { 1 } }),
      (["function", "items", "state"], { state in state.items[0] = { 2 } }),
      (["function", "object", "state"], { $0.object = Token() }),
      (["function", "other", "state"], { $0.other = 1 }),
      (["function"], { $0.other = 1 }),
    ]
    for (step, (expected, apply)) in mutations.enumerated() {
      let trackers = reads.map { Tracker(0, $0.read) }
      store.change(apply)
      let woken = zip(reads, trackers).filter { $1.changes.value.isEmpty == false }.map(\.0.name)
      #expect(woken == expected, "step \(step)")
    }
  }

  // MARK: No more

  @Test func `a tracked property is released after its change`() {
    let store = Store(changing: Grid(1_000))
    var counts: Set<Bool> = []
    for number in 0..<1_000 {
      let tracker = Tracker { _ = store[dynamicMember: \Grid.cells[number]] }
      store.change { $0.cells[number] = 1 }
      #expect(tracker.changes.value == [0])
      counts.insert(store.trackedFieldCount <= 32)
    }
    #expect(counts == [true])
  }

  @Test func `a property tracked together with a changed property is released`() {
    let store = Store(changing: Grid(1_000))
    var counts: Set<Bool> = []
    for number in 0..<1_000 {
      let tracker = Tracker { _ = (store.page, store[dynamicMember: \Grid.cells[number]]) }
      store.change { $0.page += 1 }
      #expect(tracker.changes.value == [0])
      counts.insert(store.trackedFieldCount <= 32)
    }
    #expect(counts == [true])
  }

  @Test func `a property tracked together with a changed property of another store is released`() {
    let (store, other) = (Store(changing: Grid(1_000)), Store(changing: Grid(1)))
    var counts: Set<Bool> = []
    for number in 0..<1_000 {
      let tracker = Tracker { _ = (other.page, store[dynamicMember: \Grid.cells[number]]) }
      other.change { $0.page += 1 }
      #expect(tracker.changes.value == [0])
      counts.insert(store.trackedFieldCount <= 32)
    }
    #expect(counts == [true])
  }

  @Test func `any number of tracked properties is kept`() {
    let store = Store(changing: Grid(1_000))
    let each = Recorder<[Int]>([])
    let trackers = (0..<1_000).map { number in
      Tracker(number, into: each) { _ = store[dynamicMember: \Grid.cells[number]] }
    }
    let all = Tracker {
      for number in 0..<1_000 { _ = store[dynamicMember: \Grid.cells[number]] }
    }
    #expect(store.trackedFieldCount == 1_000)
    let changed = [0, 1, 31, 32, 33, 999]
    for number in changed {
      store.change { $0.cells[number] = 1 }
      all.again()
    }
    #expect(each.value == changed)
    #expect(all.changes.value.count == changed.count)
    withExtendedLifetime(trackers) {}
  }

  @Test func `a property whose tracking has ended is not compared`() {
    let comparisons = Recorder(0)
    let store = Store(changing: Compared(comparisons: comparisons))
    let tracker = Tracker { _ = (store.page, store.value) }
    store.change { $0.other += 1 }
    #expect(comparisons.value == 1)
    // The turn that changes the page also compares the value. Later turns do not.
    store.change { $0.page += 1 }
    #expect(comparisons.value == 2)
    for _ in 0..<5 { store.change { $0.value.number += 1 } }
    #expect(comparisons.value == 2)
    #expect(tracker.changes.value == [0])
  }

  // MARK: Nobody

  @Test func `a store without observers compares nothing`() {
    struct Counted: Equatable, Sendable {
      static let comparisons = Recorder(0)
      var value = 0

      static func == (lhs: Self, rhs: Self) -> Bool {
        comparisons.update { $0 += 1 }
        return lhs.value == rhs.value
      }
    }
    struct State: Sendable {
      var counted = Counted()
      var other = 0
    }
    let store = Store(changing: State())
    var comparisons: Int { Counted.comparisons.value }
    // Reads outside of tracking.
    _ = (store.state.counted, store.counted, store.scope(state: \.counted).value)
    store.change { $0.counted.value += 1 }
    #expect(comparisons == 0)

    // While the value is tracked, each turn compares it once. After it changes, no turn compares it.
    let tracker = Tracker { _ = store.counted }
    for _ in 0..<5 { store.change { $0.other += 1 } }
    #expect(comparisons == 5)
    store.change { $0.counted.value += 1 }
    #expect(comparisons == 6)
    for _ in 0..<5 { store.change { $0.counted.value += 1 } }
    #expect(comparisons == 6)
    #expect(tracker.changes.value == [0])
  }
}
