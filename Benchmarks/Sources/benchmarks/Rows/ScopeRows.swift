// SPDX-License-Identifier: MIT

import Lockstep

struct Level<Child> {
  var child: Child
  var own = 0
}

extension Level: Equatable where Child: Equatable {}
extension Level: Sendable where Child: Sendable {}

enum LevelAction<Child: Sendable>: Sendable {
  case child(Child)
  case own
}

private typealias State5 = Level<Level<Level<Level<Level<CounterState>>>>>
private typealias Action5 =
  LevelAction<LevelAction<LevelAction<LevelAction<LevelAction<CounterAction>>>>>

extension Reducer where Environment == Void {
  var nested: Reducer<Level<State>, LevelAction<Action>, Void> {
    pullback(state: \.child, action: /LevelAction.child)
  }
}

extension Store {
  func nested<Child, ChildAction>() -> Store<Child, ChildAction>
  where State == Level<Child>, Action == LevelAction<ChildAction> {
    scope(state: \.child, action: LevelAction.child)
  }
}

private func nested<State, Action>(
  _ bare: @escaping (inout State, Action) -> AnyObject?
) -> (inout Level<State>, LevelAction<Action>) -> AnyObject? {
  { state, action in
    switch action {
    case .child(let action): return bare(&state.child, action)
    case .own:
      state.own &+= 1
      return nil
    }
  }
}

/// Five closures around the counter's, and a comparison of the counter.
private func makeBareLevels() -> (inout State5, Action5) -> AnyObject? {
  opaque(nested(opaque(nested(opaque(nested(opaque(nested(opaque(nested(makeBareCounter()))))))))))
}

private let initialState = State5(
  child: Level(child: Level(child: Level(child: Level(child: CounterState()))))
)

@BenchmarkActor func sendThroughFiveScopes() -> Work {
  let root = Store<State5, Action5>(
    initialState: initialState,
    reducer: counterReducer.nested.nested.nested.nested.nested,
    environment: (),
    isolation: BenchmarkActor.shared
  )
  let second:
    Store<Level<Level<Level<CounterState>>>, LevelAction<LevelAction<LevelAction<CounterAction>>>> =
      root.nested().nested()
  let leaf: Store<CounterState, CounterAction> = second.nested().nested().nested()
  var sum = 0
  let observation = leaf.observe { state, _ in sum &+= state.count }
  let bare = makeBareLevels()
  return Work(
    reference: "five closures",
    operations: 2_000,
    subject: { _ in
      let before = sum
      for _ in 0..<2_000 { leaf.send(.increment) }
      withExtendedLifetime(observation) {}
      precondition(sum != before)
    },
    bare: { _ in
      var state = initialState
      var last = state.child.child.child.child.child
      var changes = 0
      for _ in 0..<2_000 {
        _ = bare(&state, .child(.child(.child(.child(.child(.increment))))))
        let leaf = state.child.child.child.child.child
        if leaf != last { changes += 1 }
        last = leaf
      }
      precondition(changes == 2_000)
    }
  )
}

// MARK: Making scopes

/// The minimum of a scope: an object that reads a part and sends a part's actions.
final class BareScope<State, Action> {
  let read: () -> State
  let send: (Action) -> Void

  init(read: @escaping () -> State, send: @escaping (Action) -> Void) {
    self.read = read
    self.send = send
  }
}

@BenchmarkActor func makeScope() -> Work {
  let store = Store<Level<CounterState>, LevelAction<CounterAction>>(
    initialState: Level(child: CounterState(count: 1)),
    reducer: counterReducer.nested,
    environment: (),
    isolation: BenchmarkActor.shared
  )
  let state = Level(child: CounterState(count: 1))
  let parent = BareScope<Level<CounterState>, LevelAction<CounterAction>>(
    read: { state },
    send: { _ in }
  )
  return Work(
    reference: "two closures",
    operations: 1_000,
    subject: { _ in
      var last: Store<CounterState, CounterAction>?
      for _ in 0..<1_000 {
        last = opaque(store.scope(state: \.child, action: LevelAction.child))
      }
      precondition(last?.state.count == 1)
    },
    bare: { _ in
      var last: BareScope<CounterState, CounterAction>?
      for _ in 0..<1_000 {
        last = opaque(
          BareScope(read: { parent.read().child }, send: { parent.send(.child($0)) })
        )
      }
      precondition(last?.read().count == 1)
    }
  )
}
