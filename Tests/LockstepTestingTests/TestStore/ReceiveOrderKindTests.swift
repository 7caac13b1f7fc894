// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

/// Tests each form of `receive` with actions in a different order than the test expects.
extension ReceiveOrderTests {
  @Test
  func
    `each form of receive reports a changed order once unless received actions are not exhaustive`()
  {
    let byCase = messages(receiving: [.number(1), .first, .second]) { store in
      store.receive(/Action.first) { $0.first = 1 }
      store.receive(/Action.number, where: { $0 == 1 }) { $0.log = ["1"] }
      store.receive(/Action.self, where: { $0 == .second }) { $0.second = 1 }
    }
    #expect(
      byCase == [
        """
        Another action was received before the expected one: …

        Expected: /Action.first

        Received: [
          Action.number(
            1
          ),
          Action.first,
        ]

        Assert what comes before it first:

        store.receive(.number(1)) { $0.log = ["1"] }

        This step asserts what the expected action has changed. What comes before it is not reported again, \
        and a later step may still assert it.
        """
      ]
    )
    let inPart = messages(receiving: [.first, .second]) { store in
      let part = store.scope(state: \.second)
      part.receive(.second) { $0 = 1 }
      part.receive(.first)
    }
    #expect(
      inPart == [
        swapped.replacing(
          "store.receive(.first) { $0.first = 1 }",
          with: "store.receive(.first)"
        )
      ]
    )
    let inList = messages(receiving: [.first, .second]) { store in
      store.assert(
        .receive(.second) { $0.second = 1 },
        .receive(.first) { $0.first = 1 }
      )
    }
    #expect(inList == [swapped])
    let withoutState = messages(receiving: [.first, .second]) { store in
      store.exhaustivity.remove(.stateChanges)
      store.receive(.second) { $0.second = 1 }
      store.receive(.first)
    }
    #expect(
      withoutState == [
        swapped.replacing(
          "store.receive(.first) { $0.first = 1 }",
          with: "store.receive(.first)"
        )
      ]
    )
    let withoutActions = messages(receiving: [.first, .second]) { store in
      store.exhaustivity.remove(.receivedActions)
      store.receive(.second) { $0.second = 1 }
    }
    #expect(withoutActions.isEmpty)
    let skipped = messages(receiving: [.first, .second]) { store in
      store.exhaustivity.remove(.receivedActions)
      store.receive(.second) { $0.second = 1 }
      store.receive(/Action.first) { $0.first = 1 }
      store.receive(.first) { $0.first = 1 }
    }
    #expect(
      skipped == [
        """
        An earlier step skipped the expected action: …

        Expected: /Action.first

        Received: Action.first

        Assert it before that step, in the order in which the actions were received.
        """,
        """
        Expected to receive an action, but no effect has sent one.

        Expected: Action.first

        No running effect could still do so.

        First make an effect send it, or remove this step.
        """,
      ]
    )
  }

  @Test func `a list of steps with an initial value reports a changed order once`() {
    let issues = withReportedIssues {
      assert(
        initialValue: State(),
        reducer: Self.reducer,
        steps: Step(.send, .start([.first, .second])),
        Step(.receive, .second) { $0.second = 1 },
        Step(.receive, .first) { $0.first = 1 },
        Step(.send, .start([.third])),
        Step(.send, .start([.number(4)])),
        Step(.receive, .third) { $0.third = 1 },
        Step(.receive, .number(4)) { $0.log = ["4"] }
      )
    }
    #expect(
      issues.map(\.message) == [
        swapped.replacing(
          "store.receive(.first) { $0.first = 1 }",
          with: "Step(.receive(.first) { $0.first = 1 })"
        ),
        "Action sent before handling 1 pending effect(s)",
      ]
    )
  }

  @Test func `a receive step with a timeout reports the next action when the order is wrong`() async
  {
    let queue = DispatchQueue.test
    let issues = await withReportedIssues {
      let store = TestStore(
        initialState: State(),
        reducer: Reducer<State, Action, Void>.combine(
          Self.reducer,
          Reducer { _, action, _ in
            action == .start([])
              ? .merge(
                Effect(value: .first),
                Effect(value: .second).delay(for: 1, scheduler: queue)
              )
              : .none
          }
        ),
        environment: ()
      )
      store.send(.start([]))
      await store.receive(.second, timeout: .seconds(60)) { $0.second = 1 }
      queue.advance(by: 1)
      await store.receive(.first, timeout: .seconds(60)) { $0.first = 1 }
      store.finish()
    }
    #expect(
      issues.map(\.message) == [
        """
        Received an unexpected action: …

        - Action.second
        + Action.first

        (Expected: -, Actual: +)

        Fix the effect that sends it, or expect in this step what was received:

        store.receive(.first) { $0.first = 1 }
        """
      ]
    )
  }

  @Test func `a changed order is one failure in each random schedule`() {
    for seed in 0..<20 {
      let issues = withReportedIssues {
        let store = TestStore(
          initialState: State(),
          reducer: Self.reducer,
          environment: (),
          schedule: .random(seed: UInt64(seed))
        )
        store.send(.start([.first, .second]))
        store.receive(.second) { $0.second = 1 }
        store.receive(.first) { $0.first = 1 }
      }
      #expect(issues.count == 1)
    }
  }
}
