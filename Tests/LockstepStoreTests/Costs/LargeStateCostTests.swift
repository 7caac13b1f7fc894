// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// A state of one megabyte behind 50 scopes, used on a thread with a stack of half a megabyte.
///
/// A copy of the state would overflow the stack.
@Suite struct LargeStateCostTests {
  @Test
  func `sending through 50 scopes and reading one leaf does not copy a large state to the stack`()
    async
  {
    let home = SmallStack(stackSizeAtFirst: 512 << 20)
    let held = Held()
    await home.run { home in
      let root = Store<Levels50<Megabyte>, Actions50<Int>>(
        initialState: nested50(Megabyte()),
        reducer: Reducer<Int, Int, Void> { state, action, _ in
          state += action
          return .none
        }
        .pullback(
          state: \Megabyte.leaf,
          action: CasePath(embed: { $0 }, extract: { $0 })
        )
        .nested50,
        environment: (),
        isolation: home
      )
      held.leaf = root.scoped50().scope(state: \.leaf)
    }
    home.shrink()
    let states = await home.run { _ in
      var states: [Int] = []
      guard let leaf = held.leaf else { return states }
      let observation = leaf.observe { state, _ in states.append(state) }
      for action in 1...10 {
        leaf.send(action)
        #expect(leaf.state == action * (action + 1) / 2)
      }
      observation.cancel()
      held.leaf = nil
      return states
    }
    #expect(states == [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55])
  }
}

/// `@unchecked` because a store is not `Sendable`, but only the actor of the test uses it.
private final class Held: @unchecked Sendable {
  var leaf: Store<Int, Int>?
}

private struct Megabyte {
  var leaf = 0
  var bulk = InlineArray<131_072, Int>(repeating: 0)
}

private struct Level<Child> {
  var child: Child
  var own = 0
}

private enum LevelAction<Child: Sendable>: Sendable {
  case child(Child)
  case own
}

// 50 levels of nesting.

private typealias Levels5<Child> = Level<Level<Level<Level<Level<Child>>>>>
private typealias Levels25<Child> = Levels5<Levels5<Levels5<Levels5<Levels5<Child>>>>>
private typealias Levels50<Child> = Levels25<Levels25<Child>>
private typealias Actions5<Child: Sendable> =
  LevelAction<LevelAction<LevelAction<LevelAction<LevelAction<Child>>>>>
private typealias Actions25<Child: Sendable> =
  Actions5<Actions5<Actions5<Actions5<Actions5<Child>>>>>
private typealias Actions50<Child: Sendable> = Actions25<Actions25<Child>>

private func nested5<Child>(_ child: Child) -> Levels5<Child> {
  Level(child: Level(child: Level(child: Level(child: Level(child: child)))))
}

private func nested25<Child>(_ child: Child) -> Levels25<Child> {
  nested5(nested5(nested5(nested5(nested5(child)))))
}

private func nested50<Child>(_ child: Child) -> Levels50<Child> {
  nested25(nested25(child))
}

extension Reducer where Environment == Void {
  private var nested: Reducer<Level<State>, LevelAction<Action>, Void> {
    pullback(state: \.child, action: /LevelAction.child)
  }

  private var nested5: Reducer<Levels5<State>, Actions5<Action>, Void> {
    nested.nested.nested.nested.nested
  }

  private var nested25: Reducer<Levels25<State>, Actions25<Action>, Void> {
    nested5.nested5.nested5.nested5.nested5
  }

  fileprivate var nested50: Reducer<Levels50<State>, Actions50<Action>, Void> {
    nested25.nested25
  }
}

extension Store {
  private func scoped<Child, ChildAction>() -> Store<Child, ChildAction>
  where State == Level<Child>, Action == LevelAction<ChildAction> {
    scope(state: \.child, action: LevelAction.child)
  }

  private func scoped5<Child, ChildAction>() -> Store<Child, ChildAction>
  where State == Levels5<Child>, Action == Actions5<ChildAction> {
    let second:
      Store<Level<Level<Level<Child>>>, LevelAction<LevelAction<LevelAction<ChildAction>>>> =
        scoped().scoped()
    return second.scoped().scoped().scoped()
  }

  private func scoped25<Child, ChildAction>() -> Store<Child, ChildAction>
  where State == Levels25<Child>, Action == Actions25<ChildAction> {
    let second: Store<Levels5<Levels5<Levels5<Child>>>, Actions5<Actions5<Actions5<ChildAction>>>> =
      scoped5().scoped5()
    return second.scoped5().scoped5().scoped5()
  }

  fileprivate func scoped50<Child, ChildAction>() -> Store<Child, ChildAction>
  where State == Levels50<Child>, Action == Actions50<ChildAction> {
    let half: Store<Levels25<Child>, Actions25<ChildAction>> = scoped25()
    return half.scoped25()
  }
}
