// SPDX-License-Identifier: MIT

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
  rowReducer.forEach(state: \.rows, action: /ListAction.row, environment: { $0 }),
  Reducer { state, action, _ in
    if case .other = action { state.other &+= 1 }
    return .none
  }
)

/// A store with a list of which one row is observed and changed.
private final class ObservedRow {
  private let row: Store<RowState, CounterAction>
  private var observation: StoreObservation?
  private var changes = 0

  @BenchmarkActor init(of count: Int) {
    let store = Store(
      initialState: ListState(
        rows: IdentifiedArray(uniqueElements: (0..<count).map { RowState(id: $0) })
      ),
      reducer: listReducer,
      environment: (),
      isolation: BenchmarkActor.shared
    )
    guard let row = store.scope(element: count / 2, of: \.rows, action: ListAction.row) else {
      preconditionFailure("The row is there.")
    }
    self.row = row
    observation = row.observe { [unowned self] _, _ in changes += 1 }
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

@BenchmarkActor private func oneRow(of count: Int) -> Work {
  let row = ObservedRow(of: count)
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
