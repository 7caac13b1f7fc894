// SPDX-License-Identifier: MIT

import Benchmark
import Lockstep

private struct ListState {
  var rows: IdentifiedArrayOf<RowState>
  var other = 0
}

private struct RowState: Equatable, Identifiable {
  let id: Int
  var counter = CounterState()
}

private enum ListAction: Sendable {
  case row(Int, CounterAction)
  case other
}

private let rowReducer = Reducer<RowState, CounterAction, Void> { state, action, _ in
  switch action {
  case .increment: state.counter.count &+= 1
  case .other: state.counter.other &+= 1
  }
  return .none
}

private let listReducer = Reducer<ListState, ListAction, Void>.combine(
  rowReducer.forEach(state: \.rows, action: /ListAction.row),
  Reducer { state, action, _ in
    if case .other = action { state.other &+= 1 }
    return .none
  }
)

@BenchmarkActor private func makeListStore(of count: Int) -> Store<ListState, ListAction> {
  Store(
    initialState: ListState(
      rows: IdentifiedArray(uniqueElements: (0..<count).map { RowState(id: $0) })
    ),
    reducer: listReducer,
    environment: (),
    isolation: BenchmarkActor.shared
  )
}

/// A store with a list of which one row is changed, and that row or everything observed.
private final class ObservedRow {
  private let row: Store<RowState, CounterAction>
  private var observation: StoreObservation?
  private var changes = 0

  @BenchmarkActor init(of count: Int, observesAll: Bool = false) {
    let store = makeListStore(of: count)
    guard let row = store.scope(element: count / 2, of: \.rows, action: ListAction.row) else {
      preconditionFailure("The row is there.")
    }
    self.row = row
    observation =
      observesAll
      ? store.observe(removeDuplicates: nil) { [unowned self] _, _ in changes += 1 }
      : row.observe { [unowned self] _, _ in changes += 1 }
  }

  func run(times: Int) {
    let before = changes
    for _ in 0..<times { row.send(.increment) }
    precondition(changes == before + times)
  }
}

private let times = 2_000

/// A table of positions and an array, as one would write it by hand.
private func makeBareList(of count: Int) -> Work.Body {
  let positions = Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, $0) })
  var rows = (0..<count).map { RowState(id: $0) }
  let counter = makeBareCounter()
  let id = opaque(count / 2)
  return { _ in
    var changes = 0
    for _ in 0..<times {
      guard let position = positions[id] else { return }
      let last = rows[position]
      _ = counter(&rows[position].counter, .increment)
      if rows[position] != last { changes += 1 }
    }
    precondition(changes == times)
  }
}

@BenchmarkActor private func oneRow(of count: Int, observesAll: Bool = false) -> Work {
  let row = ObservedRow(of: count, observesAll: observesAll)
  return Work(
    reference: "table and array",
    operations: times,
    subject: { _ in row.run(times: times) },
    bare: makeBareList(of: count)
  )
}

@BenchmarkActor func oneRowOfAThousand() -> Work {
  oneRow(of: 1_000)
}

@BenchmarkActor func oneRowOfAMillion() -> Work {
  oneRow(of: 1_000_000)
}

/// The observer takes each state as it comes, without a comparison.
@BenchmarkActor func oneRowWhileAllIsObserved() -> Work {
  oneRow(of: 1_000, observesAll: true)
}

@BenchmarkActor func growthWithRows() -> Work {
  let few = ObservedRow(of: 1_000)
  let many = ObservedRow(of: 1_000_000)
  return Work(
    reference: "one of 1,000",
    operations: times,
    subject: { _ in many.run(times: times) },
    bare: { _ in few.run(times: times) }
  )
}

// MARK: Rows that go

@BenchmarkActor func removeFirstOfAThousand() -> Work {
  removeFirst(of: 1_000, times: 200)
}

@BenchmarkActor func removeFirstOfAHundredThousand() -> Work {
  removeFirst(of: 100_000, times: 5)
}

/// The bare work moves the elements of an array, and lowers all positions in a table.
@BenchmarkActor private func removeFirst(of count: Int, times: Int) -> Work {
  let elements = (0..<count).map { RowState(id: $0) }
  return Work(
    reference: "table and array",
    operations: times,
    subject: { state in
      var rows = IdentifiedArray(uniqueElements: elements)
      try state.measure {
        for id in 0..<times { rows.remove(id: id) }
      }
      precondition(rows.count == count - times && rows[id: times] == elements[times])
    },
    bare: { state in
      var rows = elements.map { opaque($0) }
      var positions = Dictionary(uniqueKeysWithValues: rows.indices.map { ($0, $0) })
      try state.measure {
        for id in 0..<times {
          guard let position = positions.removeValue(forKey: id) else { return }
          rows.remove(at: position)
          for index in positions.values.indices { positions.values[index] -= 1 }
        }
      }
      precondition(rows.count == count - times && positions[times] == 0)
    }
  )
}

// MARK: Stores of all rows

@BenchmarkActor func forEachRow() -> Work {
  let count = 1_000
  let store = makeListStore(of: count)
  let positions = Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, $0) })
  let rows = (0..<count).map { RowState(id: $0) }
  let parent = BareScope<[RowState], ListAction>(read: { rows }, send: { _ in })
  return Work(
    reference: "look-up, two closures",
    operations: count,
    subject: { _ in
      var shown = 0
      store.scope(forEach: \.rows, action: ListAction.row) { row in
        _ = opaque(row)
        shown += 1
      }
      precondition(shown == count)
    },
    bare: { _ in
      var shown = 0
      for row in rows {
        guard let position = positions[row.id] else { return }
        let scope = BareScope<RowState, CounterAction>(
          read: { parent.read()[position] },
          send: { parent.send(.row(row.id, $0)) }
        )
        _ = opaque(scope)
        shown += 1
      }
      precondition(shown == count)
    }
  )
}
