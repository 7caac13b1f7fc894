// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

/// Tests the complete failures of a test store about states.
@Suite struct TestStoreStateFailureTests {
  private typealias CounterStore = TestStore<CounterState, CounterAction, CounterEnvironment>

  private func makeStore(_ environment: CounterEnvironment = .failing) -> CounterStore {
    TestStore(initialState: CounterState(), reducer: counterReducer, environment: environment)
  }

  @Test func `the failure about a wrong state prints the difference`() {
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
        "LockstepTestingTests/TestStoreStateFailureTests.swift"
      ]
    )
  }

  @Test func `an error thrown by the closure of a step is reported`() {
    struct Failure: Error {}
    let issues = withReportedIssues {
      makeStore().send(.incrementButtonTapped) { _ in throw Failure() }
    }
    #expect(
      issues.map(\.message) == [
        """
        The closure of this step threw an error: Failure()

        The state was not compared. Fix the closure, or catch the error in it.
        """
      ]
    )
  }
}
