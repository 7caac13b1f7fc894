// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

/// The whole texts of what a test store reports, and where.
@Suite struct TestStoreFailureTests {
  private typealias CounterStore = TestStore<CounterState, CounterAction, CounterEnvironment>

  private func makeStore(_ environment: CounterEnvironment = .failing) -> CounterStore {
    TestStore(initialState: CounterState(), reducer: counterReducer, environment: environment)
  }

  @Test func `wrong state`() {
    let line = #line + 3
    let issues = withReportedIssues {
      let store = makeStore()
      store.send(.incrementButtonTapped) {
        $0.count = 2
        $0.history = [0]
      }
    }
    #expect(
      issues.map(\.message) == [
        """
        A state change does not match expectation: …

          CounterState(
        -   count: 2,
        +   count: 1,
            … (2 unchanged)
          )

        (Expected: -, Actual: +)

        Change '$0' in the closure of this step to the state after the action.
        """
      ]
    )
    #expect(issues.map(\.location.line) == [UInt(line)])
    #expect(
      issues.map(\.location.fileID.description) == [
        "LockstepTestingTests/TestStoreFailureTests.swift"
      ]
    )
  }

  @Test func `an error in the closure of a step`() {
    struct Failure: Error {}
    let issues = withReportedIssues {
      makeStore().send(.incrementButtonTapped) { _ in throw Failure() }
    }
    #expect(
      issues.map(\.message) == [
        """
        The closure of this step threw an error: Failure()

        The state was not compared. The closure gets the state before the step; let it make of that the \
        state after it.
        """
      ]
    )
  }

  @Test func `an action that is not asserted before the next is sent`() {
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

        Assert it with 'receive' before this step. It was skipped.
        """
      ]
    )
  }

  @Test func `an action that no effect has sent`() {
    let issues = withReportedIssues {
      let store = makeStore()
      store.receive(.timerTicked) { $0.count = 1 }
    }
    #expect(
      issues.map(\.message) == [
        """
        Expected to receive an action, but no effect has sent one.

        Expected: CounterAction.timerTicked

        No effect is running that could still do so.

        Let the test do first what makes an effect send it, or remove this step.
        """
      ]
    )
  }

  @Test func `an action that no effect has sent yet`() {
    var environment = CounterEnvironment.failing
    environment.mainQueue = DispatchQueue.test.eraseToAnyScheduler()
    let issues = withReportedIssues {
      let store = makeStore(environment)
      store.environment.fact = { _ in
        .task(name: "fact") { () async throws(FactError) in "One" }
      }
      store.send(.factButtonTapped)
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

        Still running, each waiting for something outside of the store:

        • receive(on:), made at LockstepTestingTests/Counter.swift:53
          waits on test scheduler until it is advanced (DispatchQueue)

        Let the test do first what makes an effect send it, or remove this step.
        """,
        """
        1 effect is still running at the end: …

        • receive(on:), made at LockstepTestingTests/Counter.swift:53
          waits on test scheduler until it is advanced (DispatchQueue)

        Let the test bring each to its end: advance its scheduler, complete its subject, or send the \
        action that cancels it. What was cancelled by now is no longer running.
        """,
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

        Expect in this step what was received, or mend the effect that sends it.
        """
      ]
    )
  }

  @Test func `an action that is not asserted at the end, at the line of the last step`() {
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

        Assert it with 'receive'.
        """
      ]
    )
    #expect(issues.map(\.location.line) == [UInt(line)])
  }

  @Test func `several actions that are not asserted at the end`() {
    let mainQueue = DispatchQueue.test
    let issues = withReportedIssues {
      let store = makeStore()
      store.environment.mainQueue = mainQueue.eraseToAnyScheduler()
      store.send(.startButtonTapped)
      mainQueue.advance(by: 2)
      store.finish()
    }
    #expect(
      issues.map(\.message) == [
        """
        The store received 2 unexpected actions after this one: …

        Unhandled actions: [
          CounterAction.timerTicked,
          CounterAction.timerTicked,
        ]

        Assert each of them, in this order, with 'receive'.
        """,
        """
        1 effect is still running at the end: …

        • timer, made at LockstepTestingTests/Counter.swift:74
          waits on test scheduler until 3 s (DispatchQueue, 1 s from now)

        Let the test bring each to its end: advance its scheduler, complete its subject, or send the \
        action that cancels it. What was cancelled by now is no longer running.
        """,
      ]
    )
  }

  @Test func `fire-and-forget effects that are not asserted`() {
    let line = #line + 3
    let issues = withReportedIssues {
      let store = makeStore()
      store.environment.save = { _ in .fireAndForget("save") {} }
      store.send(.saveButtonTapped)
      store.environment.save = { _ in .fireAndForget {} }
      store.send(.saveButtonTapped)
    }
    #expect(
      issues.map(\.message) == [
        """
        2 fire-and-forget effects were not asserted: …

        • fireAndForget "save", made at LockstepTestingTests/TestStoreFailureTests.swift:\(line)
        • fireAndForget, made at LockstepTestingTests/TestStoreFailureTests.swift:\(line + 2)

        Assert each with 'fireAndForget()' after the step that starts it.
        """
      ]
    )
  }

  @Test func `a fire-and-forget effect that was not run`() {
    let line = #line + 4
    let issues = withReportedIssues {
      let store = makeStore()
      store.fireAndForget()
      store.environment.save = { _ in .fireAndForget("save") {} }
      store.send(.saveButtonTapped)
      store.fireAndForget("load")
      store.fireAndForget("save")
    }
    #expect(
      issues.map(\.message) == [
        """
        No pending effects to run

        Each 'fireAndForget()' asserts one fire-and-forget effect that has finished; none is left.

        No effect is running that could still do so.

        Let the test do first what runs one, or remove this step.
        """,
        """
        No pending effects to run named "load"

        Each 'fireAndForget()' asserts one fire-and-forget effect that has finished. These are left:

        • fireAndForget "save", made at LockstepTestingTests/TestStoreFailureTests.swift:\(line)

        No effect is running that could still do so.

        Let the test do first what runs it, assert what is left instead, or remove this step.
        """,
      ]
    )
  }

  @Test func `dependencies that the test does not supply, at the line of the step`() {
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
    let file = "LockstepTestingTests/TestStoreFailureTests.swift"
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
          waits on a failing scheduler, which has dropped its work

        Let the test bring each to its end: advance its scheduler, complete its subject, or send the \
        action that cancels it. What was cancelled by now is no longer running.
        """,
      ]
    )
  }

  @Test func `a chain of actions that does not end`() {
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

        12 actions followed from one another without anything from outside. The last were:

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

        This one was dropped: true

        Each of them was sent by an effect of the one before, or by an observer of its change. Let \
        one of them end the chain, or raise the limit that the store was made with.
        """
      ]
    )
  }

  @Test func `an asynchronous effect that never rests`() {
    let issues = withReportedIssues {
      let store = TestStore(
        initialState: 0,
        reducer: Reducer<Int, Bool, Void> { _, _, _ in
          .run { _ in
            while Task.isCancelled == false { await Task.yield() }
          }
        },
        environment: ()
      )
      store.send(true)
    }
    #expect(
      issues.map { $0.message.prefix { $0 != "\n" } } == [
        "The effects do not come to rest.",
        "1 effect is still running at the end: …",
      ]
    )
  }

  @Test func `the same text for values that are not equal`() {
    struct Opaque: Equatable {
      static func == (lhs: Self, rhs: Self) -> Bool { false }
    }
    let issues = withReportedIssues {
      TestStore(
        initialState: Opaque(),
        reducer: Reducer<Opaque, Bool, Void>.empty,
        environment: ()
      )
      .send(true)
    }
    #expect(
      issues.map(\.message) == [
        """
        A state change does not match expectation: …

        Both print the same, but are not equal:

        Opaque()

        (Expected: -, Actual: +)

        Change '$0' in the closure of this step to the state after the action.
        """
      ]
    )
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
