// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

/// Tests the complete failures of a test store about actions.
@Suite struct TestStoreActionFailureTests {
  private typealias CounterStore = TestStore<CounterState, CounterAction, CounterEnvironment>

  private func makeStore(_ environment: CounterEnvironment = .failing) -> CounterStore {
    TestStore(initialState: CounterState(), reducer: counterReducer, environment: environment)
  }

  @Test
  func `sending an action before asserting a received action fails and prints the missing step`() {
    let issues = withReportedIssues {
      let store = makeStore()
      store.send(.decrementAndIncrement) { $0.count = -1 }
      store.send(.incrementButtonTapped) {
        $0.count = 1
        $0.history = [-1, 0]
      }
    }
    #expect(
      issues.map(\.message) == [
        """
        An action was sent before 1 received action was asserted: …

        Unhandled actions: [
          CounterAction.incrementButtonTapped,
        ]

        Assert it with 'receive' before this step:

        store.receive(.incrementButtonTapped) {
          $0.count = 0
          $0.history = [-1]
        }

        CounterAction.incrementButtonTapped was skipped: this step begins with the state after it.
        """
      ]
    )
  }

  @Test func `the failure about many unasserted actions shows only the first actions`() {
    let issues = withReportedIssues {
      let store = TestStore(
        initialState: 0,
        reducer: Reducer<Int, Int, Void> { _, action, _ in
          action == 0 ? .merge((1...25).map { Effect(value: $0) }) : .none
        },
        environment: ()
      )
      store.send(0)
    }
    let actions = (1...20).map { "  \($0),\n" }.joined()
    let steps = (1...10).map { "store.receive(\($0))\n" }.joined()
    #expect(
      issues.map(\.message) == [
        """
        The store received 25 unexpected actions after this one: …

        Unhandled actions: [
        \(actions)  … (5 more)
        ]

        Assert each of them, in this order, with 'receive':

        \(steps)… (15 more)
        """
      ]
    )
  }

  @Test func `receiving an action fails if no effect can send it`() {
    let issues = withReportedIssues {
      let store = makeStore()
      store.receive(.timerTicked) { $0.count = 1 }
    }
    #expect(
      issues.map(\.message) == [
        """
        Expected to receive an action, but no effect has sent one.

        Expected: CounterAction.timerTicked

        No running effect could still do so.

        First make an effect send it, or remove this step.
        """
      ]
    )
  }

  @Test func `receiving an action fails and names the effect that is still running`() {
    var environment = CounterEnvironment.failing
    environment.mainQueue = DispatchQueue.test
    let issues = withReportedIssues {
      let store = makeStore(environment)
      store.environment.fact = { _ in
        .task(name: "fact") { () async throws(FactError) in "One" }
      }
      store.send(.factButtonTapped, at: .step(1))
      store.receive(.factResponse(.success("One"))) { $0.fact = "One" }
    }
    #expect(
      issues.map(\.message) == [
        """
        Expected to receive an action, but no effect has sent one.

        Expected: CounterAction.factResponse(
          Result<String, FactError>.success(
            "One"
          )
        )

        Still running, and what each is waiting for:

        • receive(on:), made at LockstepTestingTests/Counter.swift:53
          started by CounterAction.factButtonTapped, in the step at Tests/Step.swift:1
          waits on test scheduler until it is advanced (DispatchQueue)

        First make an effect send it, or remove this step.
        """
      ]
    )
  }

  @Test func `another action`() {
    let issues = withReportedIssues {
      let store = makeStore()
      store.environment.mainQueue = .immediate
      store.environment.fact = { _ in Effect(value: "One") }
      store.send(.factButtonTapped)
      store.receive(.factResponse(.success("Two"))) { $0.fact = "One" }
    }
    #expect(
      issues.map(\.message) == [
        """
        Received an unexpected action: …

          CounterAction.factResponse(
            Result<String, FactError>.success(
        -     "Two"
        +     "One"
            )
          )

        (Expected: -, Actual: +)

        Fix the effect that sends it, or expect in this step what was received:

        store.receive(.factResponse(.success("One"))) { $0.fact = "One" }
        """
      ]
    )
  }

  @Test func `an unasserted action at the end is reported at the line of the last step`() {
    let line = #line + 3
    let issues = withReportedIssues {
      let store = makeStore()
      store.send(.decrementAndIncrement) { $0.count = -1 }
    }
    #expect(
      issues.map(\.message) == [
        """
        The store received 1 unexpected action after this one: …

        Unhandled actions: [
          CounterAction.incrementButtonTapped,
        ]

        Assert it with 'receive':

        store.receive(.incrementButtonTapped) {
          $0.count = 0
          $0.history = [-1]
        }
        """
      ]
    )
    #expect(issues.map(\.location.line) == [UInt(line)])
  }

  @Test func `the failure about a running effect lists its unasserted actions`() {
    let mainQueue = DispatchQueue.test
    let issues = withReportedIssues {
      let store = makeStore()
      store.environment.mainQueue = mainQueue
      store.send(.startButtonTapped, at: .step(1))
      mainQueue.advance(by: 2)
      store.finish()
    }
    #expect(
      issues.map(\.message) == [
        """
        1 effect is still running at the end: …

        • timer, made at LockstepTestingTests/Counter.swift:74
          started by CounterAction.startButtonTapped, in the step at Tests/Step.swift:1
          waits on test scheduler until 3 s (DispatchQueue, 1 s from now)

        2 actions from it were not asserted:

        store.receive(.timerTicked) { $0.count = 1 }
        store.receive(.timerTicked) { $0.count = 2 }

        Bring each effect to its end: advance its scheduler, complete its subject, finish its \
        stream, or send the action that cancels it. Cancelled effects are no longer running.
        """
      ]
    )
  }

  @Test func `a chain of actions that reaches the action limit is reported`() {
    let issues = withReportedIssues {
      let store = TestStore(
        initialState: 0,
        reducer: Reducer<Int, Bool, Void> { state, _, _ in
          state += 1
          return .task { true }
        },
        environment: (),
        actionLimit: 12
      )
      store.send(false) { $0 = 1 }
      for count in 2...13 { store.receive(true) { $0 = count } }
      store.finish()
    }
    #expect(
      issues.map(\.message) == [
        """
        A chain of actions does not end.

        12 actions followed from one another without input from outside. The last were:

          true
          true
          true
          true
          true
          true
          true
          true
          true
          true

        The store dropped this action: true

        An effect or an observer of each action sent the next one. End the chain at one of them, or pass a higher \
        'actionLimit' to the store.
        """
      ]
    )
  }

  @Test func `a chain stops after 10,000 actions and the store accepts further actions`() {
    let issues = withReportedIssues {
      let store = TestStore(
        initialState: 0,
        reducer: Reducer<Int, Bool, Void> { state, isEndless, _ in
          state += 1
          return isEndless ? Effect(value: true) : .none
        },
        environment: ()
      )
      store.send(true) { $0 = 1 }
      store.skipReceived()
      #expect(store.state == 10_001)
      store.send(false) { $0 = 10_002 }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("\n\n10000 actions followed from one another ") == true)
  }

  @Test func `failures reach the running test`() {
    let line = #line + 3
    withKnownIssue {
      let store = makeStore()
      store.send(.decrementAndIncrement) { $0.count = -1 }
    } matching: { issue in
      issue.sourceLocation?.line == line
        && issue.comments.first?.rawValue.hasPrefix("The store received 1 unexpected action")
          == true
    }
  }
}
