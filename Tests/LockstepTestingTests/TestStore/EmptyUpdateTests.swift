// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// A step whose closure changes nothing.
@Suite struct EmptyUpdateTests {
  struct State: Equatable {
    var alert: String?
    var sheet = Sheet()

    struct Sheet: Equatable {
      var rows: [Int] = []
    }
  }

  enum Action: Equatable {
    case dismissed
    case loadButtonTapped
    case loaded([Int])
  }

  private static let reducer = Reducer<State, Action, Void> { state, action, _ in
    switch action {
    case .dismissed:
      state.alert = nil
      return .none
    case .loadButtonTapped:
      return .task { .loaded([]) }
    case .loaded(let rows):
      state.sheet.rows = rows
      return .none
    }
  }

  private func makeStore(_ state: State = State()) -> TestStore<State, Action, Void> {
    TestStore(initialState: state, reducer: Self.reducer, environment: ())
  }

  /// The failure, at a line, with the shown part of the state.
  private func failure(at line: Int, _ state: String) -> String {
    """
    LockstepTestingTests/EmptyUpdateTests.swift:\(line): A state change was expected, but nothing has \
    changed: …

    The closure of this step only sets what was already there:

    \(state)

    Remove the closure to assert that nothing changes, or fix the closure or the reducer.
    """
  }

  private let whole = """
    State(
      alert: nil,
      sheet: Sheet(
        rows: []
      )
    )
    """

  @Test func `a send or a receive whose closure changes nothing fails`() async {
    let line = #line + 3
    let issues = await withReportedIssues {
      let store = makeStore()
      store.send(.dismissed) { $0.alert = nil }
      store.send(.loadButtonTapped) { _ in }
      store.receive(.loaded([])) { $0.sheet.rows = [] }
      store.send(.loadButtonTapped)
      store.receive(/Action.loaded) { $0.sheet.rows = [] }
      store.send(.loadButtonTapped)
      store.receive(/Action.self, where: { $0 == .loaded([]) }) { $0.sheet.rows = [] }
      store.send(.loadButtonTapped)
      await store.receive(.loaded([]), timeout: .zero) { $0.sheet.rows = [] }
    }
    #expect(
      issues.map(\.description) == [0, 1, 2, 4, 6, 8].map { failure(at: line + $0, whole) }
    )
  }

  @Test func `a step in a list whose closure changes nothing fails`() {
    let line = #line + 4
    let issues = withReportedIssues {
      let store = makeStore()
      store.assert(
        .send(.dismissed) { $0.alert = nil },
        .send(.loadButtonTapped),
        .receive(.loaded([])) { $0.sheet.rows = [] }
      )
    }
    #expect(issues.map(\.description) == [0, 2].map { failure(at: line + $0, whole) })
  }

  @Test func `a step of a scope fails if only other parts of the state change`() {
    let line = #line + 4
    let issues = withReportedIssues {
      let store = makeStore(State(alert: "Full"))
      let sheet = store.scope(state: \.sheet)
      sheet.send(.dismissed) { $0.rows = [] }
      store.send(.loadButtonTapped)
      store.scope(state: \.sheet.rows).receive(.loaded([])) { $0 = [] }
    }
    #expect(
      issues.map(\.description) == [
        failure(at: line, "Sheet(\n  rows: []\n)"), failure(at: line + 2, "[]"),
      ]
    )
  }

  @Test func `a closure that changes nothing fails with a difference if the state changes`() {
    let issues = withReportedIssues {
      makeStore(State(alert: "Full")).send(.dismissed) { $0.alert = "Full" }
    }
    #expect(
      issues.map(\.message) == [
        """
        A state change does not match expectation: …

          State(
        -   alert: "Full",
        +   alert: nil,
            … (1 unchanged)
          )

        (Expected: -, Actual: +)

        Change '$0' in the closure of this step to the state after the action.
        """
      ]
    )
  }

  @Test func `an error in the closure is the only failure`() {
    struct Failure: Error {}
    let issues = withReportedIssues {
      makeStore().send(.dismissed) { _ in throw Failure() }
    }
    #expect(
      issues.map(\.firstLine) == [
        "The closure of this step threw an error: Failure()"
      ]
    )
  }

  @Test func `a step without a closure asserts that nothing changes`() {
    let store = makeStore()
    store.send(.dismissed)
    store.assert(.send(.loadButtonTapped), .receive(/Action.loaded))
  }

  @Test func `a closure may change nothing if state changes need not be asserted`() {
    let store = makeStore()
    store.withExhaustivity(.all.subtracting(.stateChanges)) {
      store.send(.dismissed) { $0.alert = nil }
      store.assert(.send(.loadButtonTapped) { _ in }, .receive(.loaded([])) { $0.sheet.rows = [] })
    }
  }

  @Test func `a closure may change nothing in an assertion with a list of steps`() {
    assert(
      initialValue: State(),
      reducer: Self.reducer,
      steps: Step(.send, .dismissed) { $0.alert = nil },
      Step(.send(.loadButtonTapped) { _ in }),
      Step(.receive, .loaded([])) { $0.sheet.rows = [] }
    )
  }

  @Test func `the start of a long state is shown`() {
    let line = #line + 3
    let issues = withReportedIssues {
      let state = State(sheet: State.Sheet(rows: Array(1...50)))
      makeStore(state).send(.dismissed) { $0.alert = nil }
    }
    let rows = (1...36).map { "      \($0)," }.joined(separator: "\n")
    #expect(
      issues.map(\.description) == [
        failure(
          at: line,
          """
          State(
            alert: nil,
            sheet: Sheet(
              rows: [
          \(rows)
          … (17 more lines)
          """
        )
      ]
    )
  }
}
