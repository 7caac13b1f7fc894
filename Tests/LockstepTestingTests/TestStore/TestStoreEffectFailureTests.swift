// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

/// Tests the complete failures of a test store about effects and dependencies.
@Suite struct TestStoreEffectFailureTests {
  private typealias CounterStore = TestStore<CounterState, CounterAction, CounterEnvironment>

  private func makeStore(_ environment: CounterEnvironment = .failing) -> CounterStore {
    TestStore(initialState: CounterState(), reducer: counterReducer, environment: environment)
  }

  @Test func `the failure at the end names the fire-and-forget effects that were not asserted`() {
    let line = #line + 3
    let issues = withReportedIssues {
      let store = makeStore()
      store.environment.save = { _ in .fireAndForget(name: "save") {} }
      store.send(.saveButtonTapped)
      store.environment.save = { _ in .fireAndForget {} }
      store.send(.saveButtonTapped)
    }
    #expect(
      issues.map(\.message) == [
        """
        2 fire-and-forget effects were not asserted: …

        • fireAndForget "save", made at LockstepTestingTests/TestStoreEffectFailureTests.swift:\(line)
        • fireAndForget, made at LockstepTestingTests/TestStoreEffectFailureTests.swift:\(line + 2)

        Assert each with 'fireAndForget()' after the step that starts it.
        """
      ]
    )
  }

  @Test func `asserting a fire-and-forget effect fails if no matching effect has finished`() {
    let line = #line + 4
    let issues = withReportedIssues {
      let store = makeStore()
      store.fireAndForget()
      store.environment.save = { _ in .fireAndForget(name: "save") {} }
      store.send(.saveButtonTapped)
      store.fireAndForget("load")
      store.fireAndForget("save")
    }
    #expect(
      issues.map(\.message) == [
        """
        Expected a fire-and-forget effect, but no unasserted one has finished.

        Each 'fireAndForget()' asserts one fire-and-forget effect that has finished; none is left.

        No running effect could still do so.

        First run one, or remove this step.
        """,
        """
        Expected a fire-and-forget effect named "load", but no unasserted one has finished.

        Each 'fireAndForget()' asserts one fire-and-forget effect that has finished. These are left:

        • fireAndForget "save", made at LockstepTestingTests/TestStoreEffectFailureTests.swift:\(line)

        No running effect could still do so.

        First run it, assert what is left instead, or remove this step.
        """,
      ]
    )
  }

  @Test func `effects that restart each other under an id without end are reported`() {
    let file = "LockstepTestingTests/TestStoreEffectFailureTests.swift"
    let queue = DispatchQueue.test
    @Sendable func poll() -> Effect<Int, Never> {
      .concatenate(
        Effect.timer(id: "poll", every: 1, on: queue).map { _ in 1 },
        .lazy { poll() }
      )
    }
    let line = #line + 10
    let issues = withReportedIssues {
      let store = TestStore(
        initialState: 0,
        reducer: Reducer<Int, Int, Void> { _, action, _ in action == 0 ? poll() : .none },
        environment: ()
      )
      store.send(0)
      queue.advance(by: 1)
      store.receive(1)
      store.send(0)
      queue.advance(by: 1)
      store.receive(1)
      store.skipRunning()
    }
    #expect(
      issues.map(\.description) == [
        """
        \(file):\(line): Effects restart one another endlessly.

        Effect: timer, made at \(file):\(line - 14)

        Effects with the same id have cancelled and restarted one another 10000 times in a row. The store cancelled \
        this effect and all other effects of its action.

        Put the id around the whole loop, not around one step: '.cancellable(id:cancelInFlight: true)' after the \
        concatenation.
        """
      ]
    )
  }

  @Test func `each missing dependency is reported at the line of the step that uses it`() {
    let line = #line + 3
    let issues = withReportedIssues {
      let store = makeStore()
      store.send(.factButtonTapped)
      store.send(.startButtonTapped)
      store.send(.stopButtonTapped)
    }
    let remedy = """
      Supply it in the environment of the test, or change the feature so that this action does not \
      use it.
      """
    let file = "LockstepTestingTests/TestStoreEffectFailureTests.swift"
    #expect(
      issues.map(\.description) == [
        """
        \(file):\(line): CounterEnvironment.fact(0) is unimplemented - A failing effect ran.

        Action in flight: CounterAction.factButtonTapped

        \(remedy)
        """,
        """
        \(file):\(line): mainQueue - A failing scheduler was asked to run work at once.

        Action in flight: CounterAction.factButtonTapped

        \(remedy)
        """,
        """
        \(file):\(line + 1): mainQueue - A failing scheduler was asked for the current time.

        Action in flight: CounterAction.startButtonTapped

        \(remedy)
        """,
        """
        \(file):\(line + 1): mainQueue - A failing scheduler was asked to run work repeatedly.

        Action in flight: CounterAction.startButtonTapped

        \(remedy)
        """,
        """
        \(file):\(line + 2): 1 effect is still running at the end: …

        • receive(on:), made at LockstepTestingTests/Counter.swift:53
          started by CounterAction.factButtonTapped, in the step at \(file):\(line)
          waits on a failing scheduler, which has dropped its work

        Bring each effect to its end: advance its scheduler, complete its subject, finish its \
        stream, or send the action that cancels it. Cancelled effects are no longer running.
        """,
      ]
    )
  }

  @Test(arguments: [1, 1_000])
  func `asynchronous effects that never become idle are reported`(limit: Int) {
    let line = #line + 6
    let issues = withReportedIssues {
      let store = TestStore(
        initialState: 0,
        reducer: Reducer<Int, Bool, Void> { _, _, _ in
          .merge(
            .run(name: "loop") { _ in
              while Task.isCancelled == false { await Task.yield() }
            },
            .future(name: "callback") { _ in }
          )
        },
        environment: ()
      )
      #expect(store.workLimit == 1_000_000)
      store.workLimit = limit
      store.send(true, at: .step(1))
      store.receive(false)
    }
    let pieces =
      limit == 1 ? "1 piece of asynchronous work has" : "1000 pieces of asynchronous work have"
    let file = "LockstepTestingTests/TestStoreEffectFailureTests.swift"
    let start = "started by true, in the step at Tests/Step.swift:1"
    let running = """
      • run "loop", made at \(file):\(line)
        \(start)
        keeps running, or is suspended outside the store
      • future "callback", made at \(file):\(line + 3)
        \(start)
        keeps running, or is suspended outside the store
      """
    #expect(
      issues.map(\.message) == [
        """
        The effects never become idle.

        \(pieces) run in sequence, and more work is waiting.

        Still running:

        • run "loop", made at \(file):\(line)
          \(start)
        • future "callback", made at \(file):\(line + 3)
          \(start)

        Usual cause: a loop that yields until a condition is true. Await the event instead.
        """,
        """
        Expected to receive an action, but no effect has sent one.

        Expected: false

        Still running, and what each is waiting for:

        \(running)

        First make an effect send it, or remove this step.
        """,
      ]
    )
  }
}
