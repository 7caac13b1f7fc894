// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Long chains of actions use constant stack and one turn per action.
@Suite struct ChainCostTests {
  private typealias Chain = Reducer<Int, Int, Void>

  /// Sends the length of a chain to a store on a small stack.
  ///
  /// - Returns: The number of turns and the final state.
  private func run(_ length: Int, _ reducer: Chain) async -> [Int] {
    let turns = Recorder(0)
    let counting = Chain { state, action, environment in
      turns.update { $0 += 1 }
      return reducer.run(&state, action, environment)
    }
    let home = SmallStack()
    let state = await home.run { home in
      let store = Store(
        initialState: length,
        reducer: counting,
        environment: (),
        isolation: home
      )
      store.send(length)
      return store.state
    }
    return [turns.value, state]
  }

  @Test(arguments: [100, 20_000])
  func `a chain of value effects takes one turn per value and constant stack`(length: Int) async {
    let reducer = Chain { state, action, _ in
      state = action
      return action > 0 ? Effect(value: action - 1) : .none
    }
    #expect(await run(length, reducer) == [length + 1, 0])
  }

  @Test(arguments: [100, 20_000])
  func `a chain of merged values takes one turn per value`(length: Int) async {
    let reducer = Chain { state, action, _ in
      state = min(state, action)
      // The second value of each pair ends its chain.
      return action > 0 ? .merge(Effect(value: action - 1), Effect(value: 0)) : .none
    }
    #expect(await run(length, reducer) == [2 * length + 1, 0])
  }

  @Test(arguments: [100, 20_000])
  func `a chain through five pullbacks takes one turn per value`(length: Int) async {
    let leaf = Chain { state, action, _ in
      state = action
      return action > 0 ? Effect(value: action - 1) : .none
    }
    let reducer = (0..<5).reduce(leaf) { reducer, _ in
      reducer.pullback(
        state: \.self,
        action: CasePath(embed: { $0 }, extract: { $0 })
      )
    }
    #expect(await run(length, reducer) == [length + 1, 0])
  }

  @Test(arguments: [100, 20_000])
  func `a chain of actions sent by an observer takes one turn per action and constant stack`(
    length: Int
  ) async {
    let home = SmallStack()
    let seen = await home.run { home in
      let store = Store(
        initialState: 0,
        reducer: Chain { state, action, _ in
          state = action
          return .none
        },
        environment: (),
        isolation: home
      )
      var seen = 0
      let observation = store.observe { state, _ in
        seen += 1
        if state > 0 { store.send(state - 1) }
      }
      store.send(length)
      observation.cancel()
      return [seen, store.state]
    }
    // One call on observing, and one for each turn.
    #expect(seen == [length + 2, 0])
  }

  @Test(arguments: [100, 20_000])
  func `a chain through a long-running effect takes one turn per value and constant stack`(
    length: Int
  ) async {
    let subject = Subject<Int, Never>()
    let turns = Recorder(0)
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    let state = await SmallStack().run { home in
      let store = Store(
        initialState: length,
        reducer: Reducer<Int, Int?, Void> { state, action, _ in
          guard let action else { return subject.effect.map(Optional.some) }
          turns.update { $0 += 1 }
          state = action
          if action == 0 { end.finish() }
          return action > 0 ? .fireAndForget { subject.send(action - 1) } : .none
        },
        environment: (),
        isolation: home
      )
      store.send(nil)
      store.send(length)
      for await _ in ended {}
      return store.state
    }
    #expect([turns.value, state] == [length + 1, 0])
  }
}
