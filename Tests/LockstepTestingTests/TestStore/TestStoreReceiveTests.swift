// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

/// Tests `receive` by value, case, payload and condition.
@Suite struct TestStoreReceiveTests {
  /// Actions that are deliberately not `Equatable`.
  enum Action: Sendable {
    case start
    case loaded(id: Int, text: String)
    case progressed(Double)
    case finished
    case missing(Int)
  }

  struct State: Equatable {
    var texts: [Int: String] = [:]
    var progress = 0.0
  }

  static let reducer = Reducer<State, Action, Void> { state, action, _ in
    switch action {
    case .start:
      return .concatenate(
        Effect(value: .progressed(0.5)),
        Effect(value: .loaded(id: 1, text: "One")),
        Effect(value: .progressed(1))
      )
    case .loaded(let id, let text):
      state.texts[id] = text
    case .progressed(let progress):
      state.progress = progress
    case .finished, .missing:
      break
    }
    return .none
  }

  private func makeStore() -> TestStore<State, Action, Void> {
    TestStore(initialState: State(), reducer: Self.reducer, environment: ())
  }

  @Test func `by case`() {
    let store = makeStore()
    store.send(.start)
    store.receive(/Action.progressed) { $0.progress = 0.5 }
    store.receive(/Action.loaded) { $0.texts = [1: "One"] }
    store.receive(/Action.progressed) { $0.progress = 1 }
  }

  @Test func `receive accepts a payload or a condition on it if the action is not Equatable`() {
    let store = makeStore()
    store.send(.start)
    store.receive(/Action.progressed, 0.5) { $0.progress = 0.5 }
    let isOne: ((id: Int, text: String)) -> Bool = { $0 == (1, "One") }
    store.receive(/Action.loaded, where: isOne) { $0.texts = [1: "One"] }
    let isNearlyAll: (Double) -> Bool = { $0 > 0.9 }
    store.receive(/Action.progressed, where: isNearlyAll) { $0.progress = 1 }
  }

  @Test func `receive accepts a condition on the action`() {
    let store = makeStore()
    store.send(.start)
    for progress in [0.5, nil, 1] {
      let isExpected: (Action) -> Bool = { (/Action.progressed).extract(from: $0) == progress }
      store.receive(/Action.self, where: isExpected) {
        if let progress { $0.progress = progress } else { $0.texts = [1: "One"] }
      }
    }
  }

  @Test func `receiving a different case, payload or action fails`() {
    let isTwo: ((id: Int, text: String)) -> Bool = { $0 == (2, "One") }
    let line: UInt = #line + 4
    let issues = withReportedIssues {
      let store = makeStore()
      store.send(.start)
      store.receive(/Action.progressed, 2) { $0.progress = 0.5 }
      store.receive(/Action.loaded, where: isTwo) { $0.texts = [1: "One"] }
      store.receive(/Action.missing) { $0.progress = 1 }
      store.receive(/Action.self, where: { _ in false })
    }
    #expect(
      issues.map(\.message) == [
        """
        Received an unexpected action: …

          Action.progressed(
        -   2.0
        +   0.5
          )

        (Expected: -, Actual: +)

        Fix the effect that sends it, or expect in this step what was received:

        store.receive(/TestStoreReceiveTests.Action.progressed) { $0.progress = 0.5 }
        """,
        """
        Received an unexpected action: …

        Expected: /Action.loaded, with a payload that meets the condition of this step

        Received: Action.loaded(
          id: 1,
          text: "One"
        )

        Fix the effect that sends it, or expect in this step what was received:

        store.receive(/TestStoreReceiveTests.Action.loaded) { $0.texts = [1: "One"] }
        """,
        """
        Received an unexpected action: …

        Expected: /Action.missing

        Received: Action.progressed(
          1.0
        )

        Fix the effect that sends it, or expect in this step what was received:

        store.receive(/TestStoreReceiveTests.Action.progressed) { $0.progress = 1.0 }
        """,
        """
        Expected to receive an action, but no effect has sent one.

        Expected: an action that meets the condition of this step

        No running effect could still do so.

        First make an effect send it, or remove this step.
        """,
      ]
    )
    #expect(issues.map(\.location.line) == [line, line + 1, line + 2, line + 3])
  }

  @Test func `a case without a payload`() {
    let store = TestStore(
      initialState: CounterState(),
      reducer: counterReducer,
      environment: .failing
    )
    store.send(.decrementAndIncrement) { $0.count = -1 }
    store.receive(/CounterAction.incrementButtonTapped) {
      $0.count = 0
      $0.history = [-1]
    }
  }
}
