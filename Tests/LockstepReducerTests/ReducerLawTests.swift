// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import Testing

private struct Child: Equatable, Sendable {
  var log: [String] = []
  var count = 0
}

private struct Middle: Equatable, Sendable {
  var child = Child()
  var other = Child()
}

private struct Parent: Equatable, Sendable {
  var middle = Middle()
}

private enum MiddleAction: Equatable {
  case child(Int)
  case other(Int)
}

private enum ParentAction: Equatable {
  case middle(MiddleAction)
  case nothing
}

/// Tests the laws of reducer composition with generated reducers.
@Suite struct ReducerLawTests {
  private typealias ChildReducer = Reducer<Child, Int, Int>

  /// Returns a reducer whose changes and values depend on its state, action and environment.
  private func generated(_ generator: inout SplitMix64, name: String) -> ChildReducer {
    let kind = Int.random(in: 0..<6, using: &generator)
    let number = Int.random(in: 1..<5, using: &generator)
    return ChildReducer { state, action, environment in
      switch kind {
      case 0:
        return .none
      case 1:
        state.count += action * number
        return .none
      case 2:
        state.count = state.count &* number &+ environment
        return Effect(value: action + state.count % 7)
      case 3:
        state.log.append("\(name) \(action) \(state.count)")
        return .merge(Effect(value: number), Effect(value: action))
      case 4:
        let count = state.count
        return .concatenate(Effect(value: count % 5), .fireAndForget {}, Effect(value: number))
      default:
        state.log.append(name)
        let sum = action + number
        return .task { sum }
      }
    }
  }

  /// Returns the states and the values of effects, as text, that reducers produce for the same state and action.
  private func outcomes<State, Action>(
    _ reducers: [Reducer<State, Action, Int>],
    _ state: State,
    _ action: Action,
    _ environment: Int
  ) -> [String] {
    reducers.map { reducer in
      var state = state
      let effect = reducer.run(&state, action, environment)
      return "\(state), \(picture(effect))"
    }
  }

  private func areEqual(_ outcomes: [String]) -> Bool {
    outcomes.allSatisfy { $0 == outcomes[0] }
  }

  private func generatedState(_ generator: inout SplitMix64) -> Child {
    Child(log: ["start"], count: Int.random(in: 0..<100, using: &generator))
  }

  @Test(arguments: UInt64(0)..<100)
  func `combine has empty as its identity, and is associative`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let a = generated(&generator, name: "a")
    let b = generated(&generator, name: "b")
    let c = generated(&generator, name: "c")
    let state = generatedState(&generator)
    let action = Int.random(in: 0..<10, using: &generator)
    let identities = outcomes(
      [a, .combine(a), .combine(a, .empty), .combine(.empty, a), .empty.combined(with: a)],
      state,
      action,
      3
    )
    #expect(areEqual(identities), "seed \(seed)")
    let groupings = outcomes(
      [
        .combine(a, b, c), .combine(.combine(a, b), c), .combine(a, .combine(b, c)),
        .combine([a, b, c]), a.combined(with: b).combined(with: c),
        a.combined(with: b.combined(with: c)),
      ],
      state,
      action,
      3
    )
    #expect(areEqual(groupings), "seed \(seed)")
  }

  @Test(arguments: UInt64(0)..<100)
  func `a pullback along identity paths equals the reducer`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let reducer = generated(&generator, name: "a")
    let state = generatedState(&generator)
    let itself = CasePath<Int, Int>(embed: { $0 }, extract: { $0 })
    let outcomes = outcomes(
      [
        reducer,
        reducer.pullback(state: \.self, action: itself),
        reducer.pullback(state: \.self, action: itself),
        reducer.pullback(state: OptionalPath.`self`, action: itself),
      ],
      state,
      Int.random(in: 0..<10, using: &generator),
      3
    )
    #expect(areEqual(outcomes), "seed \(seed)")
  }

  @Test(arguments: UInt64(0)..<100)
  func `two pullbacks equal one pullback along the composed paths`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let reducer = generated(&generator, name: "a")
    let state = Parent(middle: Middle(child: generatedState(&generator)))
    let number = Int.random(in: 0..<10, using: &generator)
    let actions: [ParentAction] = [
      .middle(.child(number)), .middle(.other(number)), .nothing,
    ]
    let once = reducer.pullback(
      state: \Parent.middle.child,
      action: /ParentAction.middle .. /MiddleAction.child,
      environment: { (environment: Int) in environment * 2 + 1 }
    )
    let twice =
      reducer
      .pullback(
        state: \Middle.child,
        action: /MiddleAction.child,
        environment: { (environment: Int) in environment + 1 }
      )
      .pullback(
        state: \Parent.middle,
        action: /ParentAction.middle,
        environment: { (environment: Int) in environment * 2 }
      )
    let path: OptionalPath<Parent, Middle> = OptionalPath.`self`.appending(path: \.middle)
    let optional = reducer.pullback(
      state: path.appending(path: \.child),
      action: /ParentAction.middle .. /MiddleAction.child,
      environment: { (environment: Int) in environment * 2 + 1 }
    )
    for action in actions {
      let outcomes = outcomes([once, twice, optional], state, action, 3)
      #expect(areEqual(outcomes), "seed \(seed), \(action)")
    }
  }

  @Test(arguments: UInt64(0)..<100)
  func `a pullback of a combination equals the combination of the pullbacks`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let a = generated(&generator, name: "a")
    let b = generated(&generator, name: "b")
    let state = Middle(child: generatedState(&generator))
    func pulledBack(_ reducer: ChildReducer) -> Reducer<Middle, MiddleAction, Int> {
      reducer.pullback(state: \.child, action: /MiddleAction.child)
    }
    for action in [MiddleAction.child(4), .other(4)] {
      let outcomes = outcomes(
        [pulledBack(.combine(a, b)), .combine(pulledBack(a), pulledBack(b))],
        state,
        action,
        3
      )
      #expect(areEqual(outcomes), "seed \(seed), \(action)")
    }
  }

  @Test(arguments: UInt64(0)..<50)
  func `a filter that allows every action and an empty onChange equal the reducer`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let reducer = generated(&generator, name: "a")
    let outcomes = outcomes(
      [
        reducer, reducer.filter { _, _ in true }, reducer.debug("a") { _ in },
        reducer.onChange(of: \.count) { _, _, _, _ in .none },
      ],
      generatedState(&generator),
      4,
      3
    )
    #expect(areEqual(outcomes), "seed \(seed)")
  }
}
