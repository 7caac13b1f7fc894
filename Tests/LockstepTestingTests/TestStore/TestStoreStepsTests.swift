// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Tests `TestStore.assert(_:)` with a list of steps.
@Suite struct TestStoreStepsTests {
  private typealias CounterStore = TestStore<CounterState, CounterAction, CounterEnvironment>

  private func makeStore() -> CounterStore {
    TestStore(initialState: CounterState(), reducer: counterReducer, environment: .failing)
  }

  @Test func `a list can contain every kind of step`() {
    let mainQueue = DispatchQueue.test
    let saved = Recorder<[Int]>([])
    makeStore()
      .assert(
        .environment {
          $0.mainQueue = mainQueue
          $0.fact = { _ in Effect(value: "One") }
          $0.save = { count in .fireAndForget(name: "save") { saved.update { $0.append(count) } } }
        },
        .send(.incrementButtonTapped) {
          $0.count = 1
          $0.history = [0]
        },
        .send(.factButtonTapped),
        .do { mainQueue.advance() },
        .receive(.factResponse(.success("One"))) { $0.fact = "One" },
        .send(.saveButtonTapped),
        .fireAndForget,
        .send(.saveButtonTapped),
        .fireAndForget("save"),
        .send(.startButtonTapped),
        .do { mainQueue.advance(by: 3) },
        .receive(/CounterAction.timerTicked) { $0.count = 2 },
        .receive(/CounterAction.self, where: { $0 == .timerTicked }) { $0.count = 3 },
        .receive(.timerTicked) { $0.count = 4 },
        .sequence(.send(.stopButtonTapped), .do { #expect(saved.value == [1, 1]) }),
        .environment { $0.mainQueue = .immediate },
        .send(.factButtonTapped),
        .receive(/CounterAction.factResponse, .success("One")),
        .send(.factButtonTapped),
        .receive(/CounterAction.factResponse, where: { $0 == .success("One") })
      )
  }

  @Test func `a list can contain steps that skip actions, effects and changes`() {
    makeStore()
      .assert(
        .environment { $0.mainQueue = DispatchQueue.test },
        .send(.decrementAndIncrement) { $0.count = -1 },
        .skipReceived(),
        .send(.decrementAndIncrement) { $0.count = -1 },
        .receive(.incrementButtonTapped) {
          $0.count = 0
          $0.history.append(-1)
        },
        .withExhaustivity(.off, .send(.incrementButtonTapped), .send(.startButtonTapped)),
        .send(.incrementButtonTapped) {
          $0.count = 2
          $0.history.append(1)
        },
        .send(.startButtonTapped),
        .skipRunning(),
        .finish()
      )
  }

  @Test func `a finish step reports unasserted actions with the store's own exhaustivity`() {
    let line: UInt = #line + 4
    let issues = withReportedIssues {
      let store = makeStore()
      store.assert(
        .withExhaustivity(.off, .send(.incrementButtonTapped)),
        .send(.decrementAndIncrement) { $0.count = 0 },
        .finish(),
        .send(.incrementButtonTapped)
      )
    }
    #expect(
      issues.map(\.firstLine) == [
        "The store received 1 unexpected action after this one: …",
        "A state change does not match expectation: …",
      ]
    )
    #expect(issues.map(\.location.line) == [line + 2, line + 3])
  }

  @Test func `a sequence of steps can be shared`() {
    let increments = CounterStore.Step.sequence(
      (0..<3).map { count in
        .send(.incrementButtonTapped) {
          $0.count = count + 1
          $0.history.append(count)
        }
      }
    )
    let store = makeStore()
    store.assert(increments, .do { #expect(store.state.count == 3) })
    store.assert([.send(.decrementAndIncrement) { $0.count = 2 }])
    store.assert(
      .receive(.incrementButtonTapped) {
        $0.count = 3
        $0.history.append(2)
      }
    )
  }

  @Test func `each step fails at its own line and later steps still run`() {
    struct Failure: Error {}
    let line: UInt = #line + 4
    let issues = withReportedIssues {
      let store = makeStore()
      store.assert(
        .fireAndForget,
        .send(.incrementButtonTapped) { $0.count = 1 },
        .do { throw Failure() },
        .environment { _ in throw Failure() },
        .receive(.timerTicked),
        .fireAndForget("save"),
        .send(.saveButtonTapped)
      )
    }
    #expect(
      issues.map(\.firstLine) == [
        "Expected a fire-and-forget effect, but no unasserted one has finished.",
        "A state change does not match expectation: …",
        "The closure of this step threw an error: Failure()",
        "The closure of this step threw an error: Failure()",
        "Expected to receive an action, but no effect has sent one.",
        #"Expected a fire-and-forget effect named "save", but no unasserted one has finished."#,
        "CounterEnvironment.save(1) is unimplemented - A failing effect ran.",
      ]
    )
    #expect(issues.map(\.location.line) == [line - 1] + (1...6).map { line + $0 })
    #expect(
      issues[2].message == """
        The closure of this step threw an error: Failure()

        The steps after it were still taken. Fix the work, or catch the error in it.
        """
    )
  }
}
