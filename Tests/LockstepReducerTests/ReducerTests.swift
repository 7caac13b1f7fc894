// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// A reducer may be a global constant.
private let globalReducer = Reducer<Int, Int, Void>.combine(
  Reducer { state, action, _ in
    state += action
    return .none
  },
  .empty
)

@Suite struct ReducerTests {
  private typealias Log = Reducer<[String], String, String>

  private func logging(_ name: String, sends value: String? = nil) -> Log {
    Reducer { state, action, environment in
      state.append("\(name): \(action) in \(environment) after \(state.count)")
      guard action == "start", let value else { return .none }
      return Effect(value: value)
    }
  }

  /// Returns the log of a reducer for a list of actions and the values that it sends.
  private func log(_ reducer: Log, _ actions: String...) -> [String] {
    let store = ManualStore(initialState: [], reducer: reducer, environment: "test")
    for action in actions { store.send(action) }
    return store.store.state
  }

  @Test func `a reducer is a function`() {
    var state = 1
    let effect = globalReducer.run(&state, 41, ())
    #expect(state == 42)
    #expect(picture(effect) == "|")
  }

  @Test func `the empty reducer changes nothing and returns no effects`() {
    var state = 1
    #expect(picture(Reducer<Int, Int, Void>.empty.run(&state, 5, ())) == "|")
    #expect(state == 1)
  }

  @Test func `combined reducers run in order on the same state, and their effects in order`() {
    let expected = [
      "a: start in test after 0", "b: start in test after 1", "c: start in test after 2",
      "a: from a in test after 3", "b: from a in test after 4", "c: from a in test after 5",
      "a: from b in test after 6", "b: from b in test after 7", "c: from b in test after 8",
    ]
    let (a, b) = (logging("a", sends: "from a"), logging("b", sends: "from b"))
    let c = logging("c")
    #expect(log(.combine(a, b, c), "start") == expected)
    #expect(log(.combine([a, b, c]), "start") == expected)
    #expect(log(a.combined(with: b).combined(with: c), "start") == expected)
    #expect(log(.combine(.combine(a, b), c), "start") == expected)
    #expect(log(.combine(a, .combine(b, c)), "start") == expected)
    #expect(log(.combine(.empty, a, .empty, b, c, .empty), "start") == expected)
  }

  @Test func `a combination can have no reducer or one reducer`() {
    #expect(log(.combine(), "start") == [])
    #expect(log(.combine([]), "start") == [])
    #expect(log(.combine(logging("a")), "start") == ["a: start in test after 0"])
  }
}
