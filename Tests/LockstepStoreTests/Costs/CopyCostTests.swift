// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Observation
import Testing

/// An action that changes an element of a large collection neither copies nor compares the collection.
@Suite @MainActor struct CopyCostTests {
  private struct State: Equatable {
    var rows: CountedRows
    var count = 0
  }

  private enum Action: Sendable {
    case setRow(Int)
    case increment
  }

  private static let reducer = Reducer<State, Action, Void> { state, action, _ in
    switch action {
    case .setRow(let index): state.rows[index] += 1
    case .increment: state.count += 1
    }
    return .none
  }

  /// Returns the number of rows copied and compared while ten actions set a row and ten change another field.
  private func cost<Parent>(
    _ rows: Int,
    _ makeState: (State) -> Parent,
    _ reducer: Reducer<Parent, Action, Void>,
    observe: (Store<Parent, Action>) -> Any? = { _ in nil }
  ) -> [Int] {
    let state = State(rows: CountedRows(count: rows))
    let counts = state.rows.counts
    let store = Store(initialState: makeState(state), reducer: reducer, environment: ())
    return withExtendedLifetime((store, observe(store))) {
      // From here on, only the store refers to the rows.
      store.send(.setRow(0))
      (counts.copied, counts.compared) = (0, 0)
      for index in 0..<10 {
        store.send(.setRow(index * rows / 10))
        store.send(.increment)
      }
      return [counts.copied, counts.compared]
    }
  }

  private struct Parent: Equatable {
    var child: State
    var optional: State?
  }

  private enum Route: Equatable {
    case none
    case rows(State)
  }

  private let itself = CasePath<Action, Action>(embed: { $0 }, extract: { $0 })

  @Test(arguments: [100, 10_000, 1_000_000])
  func `a reducer copies no rows`(rows: Int) {
    let reducer = Self.reducer
    #expect(cost(rows, { $0 }, reducer) == [0, 0], "the state itself")
    let inProperty = reducer.pullback(state: \Parent.child, action: itself)
    #expect(cost(rows, { Parent(child: $0) }, inProperty) == [0, 0], "a property")
    let inOptional = reducer.optional().pullback(
      state: \Parent.optional,
      action: itself
    )
    let empty = State(rows: CountedRows(count: 0))
    #expect(
      cost(rows, { Parent(child: empty, optional: $0) }, inOptional) == [0, 0],
      "an optional"
    )
    let inEnum = reducer.pullback(state: /Route.rows, action: itself)
    #expect(cost(rows, Route.rows, inEnum) == [0, 0], "an enum")
    let other = Reducer<State, Action, Void>.empty
    #expect(cost(rows, { $0 }, .combine(other, reducer, other)) == [0, 0], "combined")
  }

  private typealias Observe = (Store<State, Action>) -> Any?

  @Test(arguments: [100, 10_000, 1_000_000])
  func `observers of another property copy no rows`(rows: Int) {
    let observe: Observe = { store in
      [
        store.scope(state: \.count).observe { _, _ in },
        store.scope(state: { $0.count % 2 }).observe { _, _ in },
      ]
    }
    #expect(cost(rows, { $0 }, Self.reducer, observe: observe) == [0, 0], "observe")
    let track: Observe = { store in
      withObservationTracking({ _ = store.count }, onChange: {})
      return nil
    }
    #expect(cost(rows, { $0 }, Self.reducer, observe: track) == [0, 0], "tracking")
    let read: Observe = { store in
      let scope = store.scope(state: \.count)
      _ = scope.state
      return scope
    }
    #expect(cost(rows, { $0 }, Self.reducer, observe: read) == [0, 0], "a scope that was read")
  }

  @Test(arguments: [100, 10_000])
  func `an observer of the rows copies and compares them once per change`(rows: Int) {
    let observe: Observe = { store in store.scope(state: \.rows).observe { _, _ in } }
    // Ten of the twenty actions change the rows. The others do not copy them.
    #expect(cost(rows, { $0 }, Self.reducer, observe: observe) == [10 * rows, 10 * rows])
  }
}
