// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

/// Tests that a wrong order of received actions is reported once.
@Suite struct ReceiveOrderTests {
  enum Action: Equatable {
    case start([Action])
    case first, second, third
    case number(Int)
  }

  struct State: Equatable {
    var first = 0
    var second = 0
    var third = 0
    var log: [String] = []
  }

  static let reducer = Reducer<State, Action, Void> { state, action, _ in
    switch action {
    case .start(let actions): return .merge(actions.map { Effect(value: $0) })
    case .first: state.first += 1
    case .second: state.second += 1
    case .third: state.third += 1
    case .number(let number): state.log.append("\(number)")
    }
    return .none
  }

  typealias OrderStore = TestStore<State, Action, Void>

  /// Returns the failures of a test whose store has received `actions`.
  func messages(receiving actions: [Action], _ steps: (OrderStore) -> Void) -> [String] {
    withReportedIssues {
      let store = TestStore(initialState: State(), reducer: Self.reducer, environment: ())
      store.send(.start(actions))
      steps(store)
    }
    .map(\.message)
  }

  let swapped = """
    Another action was received before the expected one: …

    Expected: Action.second

    Received: [
      Action.first,
      Action.second,
    ]

    Assert what comes before it first:

    store.receive(.first) { $0.first = 1 }

    This step asserts what the expected action has changed. What comes before it is not reported again, \
    and a later step may still assert it.
    """

  @Test func `two actions in the wrong order are one failure`() {
    let messages = messages(receiving: [.first, .second]) { store in
      store.receive(.second) { $0.second = 1 }
      store.receive(.first) { $0.first = 1 }
      #expect(store.state == State(first: 1, second: 1))
      store.send(.start([]))
    }
    #expect(messages == [swapped])
  }

  @Test func `asserting only the second of two actions is one failure`() {
    let messages = messages(receiving: [.first, .second]) { store in
      store.receive(.second) { $0.second = 1 }
      #expect(store.state == State(first: 1, second: 1))
    }
    #expect(messages == [swapped])
  }

  @Test func `three actions in any wrong order are one failure`() {
    let update: (Action) -> (inout State) -> Void = { action in
      { state in _ = Self.reducer.run(&state, action, ()) }
    }
    for order: [Action] in [
      [.first, .third, .second], [.second, .first, .third], [.second, .third, .first],
      [.third, .first, .second], [.third, .second, .first],
    ] {
      let messages = messages(receiving: [.first, .second, .third]) { store in
        for action in order { store.receive(action, update(action)) }
      }
      #expect(messages.count == 1, "\(order)")
    }
    let messages = messages(receiving: [.first, .second, .third]) { store in
      store.receive(.third) { $0.third = 1 }
      store.receive(.second) { $0.second = 1 }
      store.receive(.first) { $0.first = 1 }
    }
    #expect(
      messages == [
        """
        Other actions were received before the expected one: …

        Expected: Action.third

        Received: [
          Action.first,
          Action.second,
          Action.third,
        ]

        Assert what comes before it first:

        store.receive(.first) { $0.first = 1 }
        store.receive(.second) { $0.second = 1 }

        This step asserts what the expected action has changed. What comes before it is not reported again, \
        and a later step may still assert it.
        """
      ]
    )
  }

  @Test func `a wrong state change in an out-of-order step is also reported`() {
    let messages = messages(receiving: [.first, .second]) { store in
      store.receive(.second) { $0.second = 2 }
      store.receive(.first)
    }
    #expect(
      messages == [
        swapped,
        """
        A state change does not match expectation: …

          State(
            … (1 unchanged)
        -   second: 2,
        +   second: 1,
            … (2 unchanged)
          )

        (Expected: -, Actual: +)

        Change '$0' in the closure of this step to the state after the action.
        """,
        """
        A state change does not match expectation: …

          State(
        -   first: 0,
        +   first: 1,
            … (3 unchanged)
          )

        (Expected: -, Actual: +)

        Change '$0' in the closure of this step to the state after the action.
        """,
      ]
    )
  }

  @Test func `a change that depends on the order is not reported again`() {
    let messages = messages(receiving: [.number(1), .number(2)]) { store in
      store.receive(.number(2)) { $0.log = ["2"] }
      store.receive(.number(1)) { $0.log = ["2", "1"] }
    }
    #expect(
      messages.map { $0.prefix { $0 != "\n" } } == [
        "Another action was received before the expected one: …"
      ]
    )
  }

  @Test func `a step that names the wrong action but asserts the right change is one failure`() {
    let messages = messages(receiving: [.first, .second, .third]) { store in
      store.receive(.second) { $0.first = 1 }
      store.receive(.second) { $0.second = 1 }
      store.receive(.third) { $0.third = 1 }
    }
    #expect(messages == [swapped])
  }

  @Test(arguments: [true, false])
  func `expecting an out-of-order action a second time is another failure`(isLater: Bool) {
    let messages = messages(receiving: [.first, .second]) { store in
      store.receive(.second) { $0.second = 1 }
      if isLater { store.send(.start([])) } else { store.receive(.first) { $0.first = 1 } }
      store.receive(.second) { $0.second = 2 }
    }
    #expect(
      messages == [
        swapped,
        """
        Expected to receive an action, but no effect has sent one.

        Expected: Action.second

        No running effect could still do so.

        First make an effect send it, or remove this step.
        """,
      ]
    )
  }

  @Test func `a missing action between two received actions is one failure`() {
    let messages = messages(receiving: [.first, .third]) { store in
      store.receive(.first) { $0.first = 1 }
      store.receive(.second) { $0.second = 1 }
      store.receive(.third) { $0.third = 1 }
    }
    #expect(
      messages == [
        """
        Received an unexpected action: …

        - Action.second
        + Action.third

        (Expected: -, Actual: +)

        Fix the effect that sends it, or expect in this step what was received:

        store.receive(.third) { $0.third = 1 }
        """
      ]
    )
  }

  @Test func `only wrong changes that do not depend on a missing action are reported`() {
    let messages = messages(receiving: [.number(1), .number(3), .first, .second]) { store in
      store.receive(.number(1)) { $0.log = ["1"] }
      store.receive(.number(2)) { $0.log = ["1", "2"] }
      store.receive(.number(3)) { $0.log = ["1", "2", "3"] }
      store.receive(.first) {
        $0.first = 1
        $0.log = ["1", "2", "3"]
      }
      store.receive(.second) { $0.second = 2 }
    }
    #expect(
      messages.map { $0.prefix { $0 != "\n" } } == [
        "Received an unexpected action: …", "A state change does not match expectation: …",
      ]
    )
    #expect(messages.last?.contains("-   second: 2,\n+   second: 1,") == true)
  }

  @Test func `an unexpected action before the expected one is one failure`() {
    let messages = messages(receiving: [.first, .second]) { store in
      store.receive(.second) { $0.second = 1 }
      store.send(.third) { $0.third = 1 }
      store.send(.third) { $0.third = 2 }
    }
    #expect(messages == [swapped])
  }

  @Test func `expecting an action twice in a row reports the action received between`() {
    let messages = messages(receiving: [.first, .second, .first]) { store in
      store.receive(.first) { $0.first = 1 }
      store.receive(.first) { $0.first = 2 }
      store.receive(.second) { $0.second = 1 }
    }
    #expect(
      messages == [
        """
        Another action was received before the expected one: …

        Expected: Action.first

        Received: [
          Action.second,
          Action.first,
        ]

        Assert what comes before it first:

        store.receive(.second) { $0.second = 1 }

        This step asserts what the expected action has changed. What comes before it is not reported again, \
        and a later step may still assert it.
        """
      ]
    )
    let others = self.messages(receiving: [.first, .first]) { store in
      store.receive(.first) { $0.first = 1 }
    }
    #expect(
      others == [
        """
        The store received 1 unexpected action after this one: …

        Unhandled actions: [
          Action.first,
        ]

        Assert it with 'receive':

        store.receive(.first) { $0.first = 2 }
        """
      ]
    )
  }

  @Test func `two pairs of actions in the wrong order are two failures`() {
    let messages = messages(receiving: [.first, .second, .third, .number(4)]) { store in
      store.receive(.second) { $0.second = 1 }
      store.receive(.first) { $0.first = 1 }
      store.receive(.number(4)) { $0.log = ["4"] }
      store.receive(.third) { $0.third = 1 }
    }
    #expect(
      messages.map { $0.prefix { $0 != "\n" } } == [
        "Another action was received before the expected one: …",
        "Another action was received before the expected one: …",
      ]
    )
    #expect(messages.first == swapped)
  }

  @Test func `asserting an action after the next send instead of before it is one failure`() {
    let messages = messages(receiving: [.first]) { store in
      store.send(.start([.second]))
      store.receive(.first) { $0.first = 1 }
      store.receive(.second) { $0.second = 1 }
    }
    #expect(
      messages == [
        """
        An action was sent before 1 received action was asserted: …

        Unhandled actions: [
          Action.first,
        ]

        Assert it with 'receive' before this step:

        store.receive(.first) { $0.first = 1 }

        Action.first was skipped: this step begins with the state after it.
        """
      ]
    )
  }

  @Test func `an action that is expected too early is not reported again as unasserted`() {
    let messages = messages(receiving: [.first]) { store in
      store.receive(.second) { $0.second = 1 }
      store.send(.start([.second]))
      store.receive(.first) { $0.first = 1 }
    }
    #expect(messages.map { $0.prefix { $0 != "\n" } } == ["Received an unexpected action: …"])
  }

  @Test func `two sends later, an action of an earlier failure is reported again`() {
    let messages = messages(receiving: [.first]) { store in
      store.receive(.second) { $0.second = 1 }
      store.send(.start([]))
      store.send(.start([]))
      store.receive(.first)
    }
    #expect(
      messages.map { $0.prefix { $0 != "\n" } } == [
        "Received an unexpected action: …",
        "Expected to receive an action, but no effect has sent one.",
      ]
    )
  }
}
