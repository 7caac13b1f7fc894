// SPDX-License-Identifier: MIT

import Lockstep

/// The state of a feature that shares an array with others.
private struct ReaderState: Equatable, Sendable {
  var id = 5_000
  var count = 0
}

private enum ReaderAction: Sendable {
  case add
}

private let readerReducer = Reducer<Sharing<ReaderState, [Int]>, ReaderAction, Void> {
  state,
  _,
  _ in
  state.local.count &+= 1
  state.shared[state.local.id] &+= 1
  return .none
}

private struct LibraryState: Sendable {
  var reader = ReaderState()
  var path = StackState((0..<100).map { _ in ReaderState() })
  var pages = Array(repeating: 0, count: 10_000)
}

private enum LibraryAction: Sendable {
  case reader(ReaderAction)
  case path(StackAction<ReaderState, ReaderAction>)
}

private let times = 5_000

/// Beside a closure that changes both parts where they are.
@BenchmarkActor private func library(
  _ reducer: Reducer<LibraryState, LibraryAction, Void>,
  _ action: LibraryAction,
  _ bare: @escaping (inout LibraryState) -> Void
) -> Work {
  let (reducer, action, bare) = (opaque(reducer), opaque(action), opaque(bare))
  return Work(
    reference: "a closure, in place",
    operations: times,
    subject: { _ in
      var state = LibraryState()
      for _ in 0..<times { _ = reducer.run(&state, action, ()) }
      precondition(state.pages[5_000] == times)
    },
    bare: { _ in
      var state = LibraryState()
      for _ in 0..<times { bare(&state) }
      precondition(state.pages[5_000] == times)
    }
  )
}

@BenchmarkActor func sharingAnArray() -> Work {
  library(
    readerReducer.pullback(
      state: \LibraryState.reader,
      sharing: \.pages,
      action: /LibraryAction.reader
    ),
    .reader(.add)
  ) { state in
    state.reader.count &+= 1
    state.pages[state.reader.id] &+= 1
  }
}

@BenchmarkActor func screenThatSharesAnArray() -> Work {
  library(
    readerReducer.forEach(
      stack: \LibraryState.path,
      sharing: \.pages,
      action: /LibraryAction.path
    ),
    .path(.element(id: 41, action: .add))
  ) { state in
    var page = 0
    _ = state.path.modify(id: 41) { screen in
      screen.count &+= 1
      page = screen.id
    }
    state.pages[page] &+= 1
  }
}

/// A turn of a store with a subscription whose key stays the same.
@BenchmarkActor func subscriptionWithTheSameKey() -> Work {
  let store = Store(
    initialState: CounterState(),
    reducer: counterReducer.subscription(to: { $0.other }) { _, _ in .none },
    environment: (),
    isolation: BenchmarkActor.shared
  )
  return Work(
    reference: "loop with a queue",
    operations: 20_000,
    subject: { _ in for _ in 0..<20_000 { store.send(.increment) } },
    bare: { _ in runBareCounter(times: 20_000) }
  )
}
