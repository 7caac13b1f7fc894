// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Tests that a failure about the order of actions neither hides nor repeats other failures.
@Suite struct ReceiveOrderLimitTests {
  private typealias Action = ReceiveOrderTests.Action
  private typealias State = ReceiveOrderTests.State
  private typealias OrderStore = ReceiveOrderTests.OrderStore

  /// Returns the first line of each failure of a test whose store has received `actions`.
  private func headings(
    receiving actions: [Action],
    _ steps: (OrderStore) -> Void
  ) -> [Substring?] {
    ReceiveOrderTests().messages(receiving: actions, steps).map { $0.split(separator: "\n").first }
  }

  @Test func `an unasserted action does not satisfy a later step for an equal action`() {
    let headings = headings(receiving: [.first]) { store in
      store.send(.start([.first]))
      store.receive(.first) { $0.first = 2 }
    }
    #expect(headings == ["An action was sent before 1 received action was asserted: …"])
  }

  @Test func `a missing action does not hide wrong changes in other scopes of the same type`() {
    let headings = headings(receiving: [.first, .third]) { store in
      store.scope(state: \.second).receive(.second) { $0 = 1 }
      store.scope(state: \.third).receive(.third) { $0 = 99 }
      store.scope(state: \.first).send(.first) { $0 = 77 }
    }
    #expect(
      headings == [
        "Received an unexpected action: …", "A state change does not match expectation: …",
        "A state change does not match expectation: …",
      ]
    )
  }

  @Test func `a missing action hides no later failure if the property it changes is unknown`() {
    let reducer = Reducer<Int, Action, Void> { state, action, _ in
      switch action {
      case .start(let actions): return .merge(actions.map { Effect(value: $0) })
      default:
        state += 1
        return .none
      }
    }
    let issues = withReportedIssues {
      let store = TestStore(initialState: 0, reducer: reducer, environment: ())
      store.send(.start([.first, .third]))
      store.receive(.second) { $0 = 1 }
      store.receive(.third) { $0 = 500 }
    }
    #expect(
      issues.map(\.firstLine) == [
        "Received an unexpected action: …", "A state change does not match expectation: …",
      ]
    )
  }

  @Test
  func `a receive step with a timeout does not wait for an action that an earlier step received`()
    async
  {
    let issues = await withReportedIssues {
      let store = OrderStore(
        initialState: State(),
        reducer: ReceiveOrderTests.reducer,
        environment: ()
      )
      store.send(.start([.first, .second]))
      await store.receive(.second, timeout: .seconds(3_600)) { $0.first = 1 }
      await store.receive(.second, timeout: .seconds(3_600)) { $0.second = 1 }
    }
    #expect(issues.map(\.message) == [ReceiveOrderTests().swapped])
  }

  /// An action that can contain another action of its type.
  private indirect enum Nested: Equatable, Sendable {
    case go(depth: Int)
    case leaf
    case nest(Nested)
  }

  @Test func `the code for a deeply nested action is short`() {
    let reducer = Reducer<Int, Nested, Void> { _, action, _ in
      guard case .go(let depth) = action else { return .none }
      return Effect(value: (0..<depth).reduce(.leaf) { action, _ in .nest(action) })
    }
    let issues = withReportedIssues {
      let store = TestStore(initialState: 0, reducer: reducer, environment: ())
      store.send(.go(depth: 500))
    }
    let code = issues.first?.message.split(separator: "\n").last ?? ""
    #expect(issues.count == 1)
    #expect(code.hasPrefix("store.receive(/Nested.nest .. "))
    #expect(code.count < 1_500)
  }
}
