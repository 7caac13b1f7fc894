// SPDX-License-Identifier: MIT

import Benchmark
import Lockstep
import Synchronization

// MARK: Synchronous effects

private enum RoundTripAction: Sendable {
  case ask
  case answer
}

@BenchmarkActor func synchronousRoundTrip() -> Work {
  let store = Store<Int, RoundTripAction>(
    initialState: 0,
    reducer: Reducer { state, action, _ in
      switch action {
      case .ask: return Effect(value: .answer)
      case .answer:
        state &+= 1
        return .none
      }
    },
    environment: (),
    isolation: BenchmarkActor.shared
  )
  let bare = makeBareRoundTrip()
  return Work(
    reference: "loop with a queue",
    operations: 5_000,
    subject: { _ in for _ in 0..<5_000 { store.send(.ask) } },
    bare: { _ in
      var count = 0
      var queue: [RoundTripAction] = []
      for _ in 0..<5_000 { run(bare, &count, .ask, &queue) }
      precondition(count == 5_000)
    }
  )
}

/// An action that follows, in a box, as an effect has to be one.
final class Box<Action: Sendable>: Sendable {
  let action: Action

  init(_ action: Action) {
    self.action = action
  }
}

private func makeBareRoundTrip() -> (inout Int, RoundTripAction) -> Box<RoundTripAction>? {
  opaque { state, action in
    switch action {
    case .ask: return Box(.answer)
    case .answer:
      state &+= 1
      return nil
    }
  }
}

private func run<State, Action>(
  _ reduce: (inout State, Action) -> Box<Action>?,
  _ state: inout State,
  _ action: Action,
  _ queue: inout [Action]
) {
  queue.append(action)
  while let action = queue.popLast() {
    if let next = reduce(&state, action) { queue.append(next.action) }
  }
}

// MARK: Chains

private let chainLength = 1_000_000

private enum ChainAction: Sendable {
  case listen
  case start
  case next
}

@BenchmarkActor func chain() -> Work {
  let store = Store<Int, ChainAction>(
    initialState: 0,
    reducer: Reducer { state, action, _ in
      state = action == .start ? chainLength : state - 1
      return state == 0 ? .none : Effect(value: .next)
    },
    environment: (),
    isolation: BenchmarkActor.shared
  )
  return Work(
    reference: "loop with a queue",
    operations: chainLength,
    rounds: 7,
    subject: { _ in
      store.send(.start)
      precondition(store.state == 0)
    },
    bare: runBareChain
  )
}

@BenchmarkActor func chainThroughLongLivingEffect() -> Work {
  let home = ChainHome()
  return Work(
    reference: "loop with a queue",
    operations: chainLength,
    rounds: 3,
    subject: { _ in waitFor { await home.run() } },
    bare: runBareChain
  )
}

/// An actor for a store whose chain goes through an effect, which may take more than one run.
private actor ChainHome {
  private let ends = Counter()
  private let subject = Subject<ChainAction, Never>()
  private var store: Store<Int, ChainAction>?

  func run() async {
    let store = store ?? makeStore()
    self.store = store
    let end = ends.count.load(ordering: .relaxed) + 1
    store.send(.start)
    while ends.count.load(ordering: .relaxed) < end { await Task.yield() }
  }

  private func makeStore() -> Store<Int, ChainAction> {
    let store = Store<Int, ChainAction>(
      initialState: 0,
      reducer: Reducer { [ends, subject] state, action, _ in
        switch action {
        case .listen: return subject.effect
        case .start: state = chainLength
        case .next: state -= 1
        }
        guard state == 0 else { return .fireAndForget { subject.send(.next) } }
        ends.count.add(1, ordering: .relaxed)
        return .none
      },
      environment: (),
      isolation: self
    )
    store.send(.listen)
    return store
  }
}

private func makeBareChain() -> (inout Int, ChainAction) -> Box<ChainAction>? {
  opaque { state, action in
    state = action == .start ? chainLength : state - 1
    return state == 0 ? nil : Box(.next)
  }
}

private func runBareChain(_: inout BenchmarkState) {
  let reduce = makeBareChain()
  var state = 0
  var queue: [ChainAction] = []
  run(reduce, &state, .start, &queue)
  precondition(state == 0)
}
