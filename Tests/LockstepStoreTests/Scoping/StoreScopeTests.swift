// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Observation
import Testing

private struct Level<Child> {
  var child: Child
  var own = 0
}

private enum LevelAction<Child: Sendable>: Sendable {
  case child(Child)
  case own
}

private typealias Action1 = LevelAction<Int>
private typealias Action2 = LevelAction<Action1>
private typealias Action3 = LevelAction<Action2>
private typealias Action4 = LevelAction<Action3>
private typealias Action5 = LevelAction<Action4>

private struct Menu: Sendable {
  var route: Route?

  enum Route: Sendable {
    case detail(Int)
    case list
  }
}

extension Reducer where Environment == Void {
  fileprivate var nested: Reducer<Level<State>, LevelAction<Action>, Void> {
    .combine(
      pullback(state: \.child, action: /LevelAction.child),
      Reducer<Level<State>, LevelAction<Action>, Void> { state, action, _ in
        if case .own = action { state.own += 1 }
        return .none
      }
    )
  }
}

extension Store {
  fileprivate func nested<Child, ChildAction>() -> Store<Child, ChildAction>
  where State == Level<Child>, Action == LevelAction<ChildAction> {
    scope(state: \.child, action: LevelAction.child)
  }
}

@Suite @MainActor struct StoreScopeTests {
  private typealias Root = Level<Level<Level<Level<Level<Int>>>>>

  private func makeStore() -> Store<Root, Action5> {
    let leaf = Reducer<Int, Int, Void> { state, action, _ in
      state += action
      return action > 100 ? .task { -action } : .none
    }
    return Store(
      initialState: Level(
        child: Level(child: Level(child: Level(child: Level(child: 1))))
      ),
      reducer: leaf.nested.nested.nested.nested.nested,
      environment: ()
    )
  }

  @Test func `a store can be read and sent to through five scopes`() async {
    let store = makeStore()
    let second: Store<Level<Level<Level<Int>>>, Action3> = store.nested().nested()
    let leaf: Store<Int, Int> = second.nested().nested().nested()
    #expect(leaf.state == 1)
    leaf.send(5)
    #expect(leaf.state == 6)
    #expect(store.state.child.child.child.child.child == 6)
    second.send(.own)
    #expect(second.own == 1)
    #expect(store.child.child.own == 1)
    store.send(.child(.child(.child(.child(.child(4))))))
    #expect(leaf.state == 10)
    await leaf.send(1_000).finish()
    #expect(leaf.state == 10)
  }

  @Test func `a scope of only the state sends the same actions`() {
    let store = makeStore()
    let view = store.scope { "own is \($0.own)" }
    view.send(.own)
    #expect(view.state == "own is 1")
  }

  @Test func `a scope of an optional path returns the extracted part`() {
    let path = (\Menu.route).appending(path: /Menu.Route.detail)
    let store = Store(changing: Menu(route: .detail(1)))
    let detail = store.scope(state: path.extract(from:))
    #expect(detail.state == 1)
    detail.change { $0.route = .list }
    #expect(detail.state == nil)
  }

  @Test func `a scope keeps the store alive`() {
    var store: Store<Root, Action5>? = makeStore()
    let leaf: Store<Int, Int>? = store?.nested().nested().nested().nested().nested()
    store = nil
    leaf?.send(1)
    #expect(leaf?.state == 2)
  }

  @Test func `a released scope is not read again`() {
    let store = makeStore()
    var reads = 0
    do {
      let scope = store.scope { (state: Root) -> Int in
        reads += 1
        return state.own
      }
      let observation = scope.observe { _, _ in }
      withObservationTracking {
        _ = scope.state
      } onChange: {
      }
      store.send(.own)
      withExtendedLifetime(observation) {}
    }
    let before = reads
    store.send(.own)
    #expect(reads == before)
  }

  @Test func `a scope that is released at once can be observed`() async {
    let store = makeStore()
    var seen: [Int] = []
    let observation = store.scope(state: \.own).observe { state, _ in seen.append(state) }
    var states = store.scope(state: \.own).states.makeAsyncIterator()
    store.send(.own)
    #expect(seen == [0, 1])
    #expect(await states.next() == 1)
    observation.cancel()
    store.send(.own)
    #expect(seen == [0, 1])
    #expect(await states.next() == 2)
  }

  @Test func `an observer of a scope is called only for changes of the scope`() {
    let store = makeStore()
    let leaf: Store<Int, Int> = store.nested().nested().nested().nested().nested()
    var seen: [Int] = []
    let observation = leaf.observe { state, _ in seen.append(state) }
    store.send(.own)
    leaf.send(0)
    leaf.send(2)
    store.send(.child(.own))
    leaf.send(3)
    #expect(seen == [1, 3, 6])
    observation.cancel()
  }
}
