// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

/// Tests scopes of a test store.
@Suite struct TestStoreScopeTests {
  struct AppState: Equatable {
    var counter = CounterState()
    var title = ""
  }

  enum AppAction: Equatable {
    case counter(CounterAction)
    case titleChanged(String)
  }

  static let reducer = Reducer<AppState, AppAction, CounterEnvironment>.combine(
    counterReducer.pullback(state: \.counter, action: /AppAction.counter),
    Reducer { state, action, _ in
      switch action {
      case .counter(.factResponse(.success(let fact))):
        return Effect(value: .titleChanged(fact))
      case .counter:
        return .none
      case .titleChanged(let title):
        state.title = title
        return .none
      }
    }
  )

  struct ViewState: Equatable {
    var text: String

    init(_ state: CounterState) {
      text = "\(state.count)"
    }
  }

  private func makeStore() -> TestStore<AppState, AppAction, CounterEnvironment> {
    TestStore(initialState: AppState(), reducer: Self.reducer, environment: .failing)
  }

  @Test func `a scope sends and receives actions of a child`() {
    let store = makeStore()
    let counter = store.scope(state: \.counter, action: AppAction.counter)
    counter.environment.mainQueue = .immediate
    counter.environment.fact = { _ in Effect(value: "One") }
    counter.send(.incrementButtonTapped) {
      $0.count = 1
      $0.history = [0]
    }
    #expect(counter.state == CounterState(count: 1, history: [0]))
    #expect(store.state.counter == counter.state)
    counter.send(.factButtonTapped)
    counter.receive(.factResponse(.success("One"))) { $0.fact = "One" }
    store.receive(.titleChanged("One")) { $0.title = "One" }
    counter.send(.factButtonTapped)
    counter.receive(/CounterAction.factResponse)
    counter.skipReceived()
    #expect(store.state.title == "One")
  }

  @Test func `a scope can derive view state`() {
    let store = makeStore()
    let view = store.scope(state: { ViewState($0.counter) }, action: AppAction.counter)
    view.send(.incrementButtonTapped) { $0.text = "1" }
    store.scope(state: \.title).send(.titleChanged("New")) { $0 = "New" }
  }

  @Test func `a scope can be created from another scope`() {
    enum OuterAction: Equatable { case app(AppAction) }
    struct OuterState: Equatable { var app = AppState() }
    let store = TestStore(
      initialState: OuterState(),
      reducer: Self.reducer.pullback(
        state: \OuterState.app,
        action: /OuterAction.app
      ),
      environment: .failing
    )
    let count = store.scope(state: \.app, action: OuterAction.app)
      .scope(state: \.counter.count, action: AppAction.counter)
    count.send(.decrementAndIncrement) { $0 = -1 }
    count.receive(/CounterAction.incrementButtonTapped) { $0 = 0 }
    count.send(.decrementAndIncrement) { $0 = -1 }
    count.receive(.incrementButtonTapped) { $0 = 0 }
  }

  @Test func `a scope accepts a closure that embeds actions`() {
    let store = makeStore()
    let title = store.scope(state: \.title, action: { (text: String) in .titleChanged(text) })
    title.send("New") { $0 = "New" }
    store.environment.mainQueue = .immediate
    store.environment.fact = { _ in Effect(value: "One") }
    store.send(.counter(.factButtonTapped))
    store.receive(.counter(.factResponse(.success("One")))) { $0.counter.fact = "One" }
    title.receive("One") { $0 = "One" }
  }

  /// Actions that are not `Equatable` but contain `Equatable` actions.
  enum LooseAction {
    case counter(CounterAction)
    case finished(Report)

    struct Report {
      let text: String
    }
  }

  private func makeLooseStore() -> TestStore<AppState, LooseAction, CounterEnvironment> {
    TestStore(
      initialState: AppState(),
      reducer: .combine(
        counterReducer.pullback(
          state: \.counter,
          action: /LooseAction.counter
        ),
        Reducer { state, action, _ in
          switch action {
          case .counter(.incrementButtonTapped):
            return Effect(value: .finished(LooseAction.Report(text: "Done")))
          case .counter:
            return .none
          case .finished(let report):
            state.title = report.text
            return .none
          }
        }
      ),
      environment: .failing
    )
  }

  @Test func `actions that cannot be compared`() {
    let store = makeLooseStore()
    let counter = store.scope(state: \.counter.count, action: LooseAction.counter)
    let title = store.scope(state: \.title)
    counter.send(.decrementAndIncrement) { $0 = -1 }
    counter.receive(.incrementButtonTapped) { $0 = 0 }
    title.receive(/LooseAction.finished) { $0 = "Done" }
    counter.send(.decrementAndIncrement) { $0 = -1 }
    title.receive(/LooseAction.counter, .incrementButtonTapped)
    title.receive(/LooseAction.finished)
  }

  @Test func `a scope reports a different action if the parent's actions are not Equatable`() {
    let issues = withReportedIssues {
      let counter = makeLooseStore().scope(state: \.counter.count, action: LooseAction.counter)
      counter.send(.decrementAndIncrement) { $0 = -1 }
      counter.receive(.timerTicked) { $0 = 0 }
      counter.receive(.timerTicked)
    }
    #expect(
      issues.map(\.message) == [
        """
        Received an unexpected action: …

          LooseAction.counter(
        -   CounterAction.timerTicked
        +   CounterAction.incrementButtonTapped
          )

        (Expected: -, Actual: +)

        Fix the effect that sends it, or expect in this step what was received:

        store.receive(/TestStoreScopeTests.LooseAction.counter .. /CounterAction.incrementButtonTapped) { $0 = 0 }
        """,
        """
        Received an unexpected action: …

        - LooseAction.counter(
        -   CounterAction.timerTicked
        - )
        + LooseAction.finished(
        +   Report(
        +     text: "Done"
        +   )
        + )

        (Expected: -, Actual: +)

        Fix the effect that sends it, or expect in this step what was received:

        store.receive(/TestStoreScopeTests.LooseAction.finished)
        """,
      ]
    )
  }

  @Test func `failures of a scope show the actions of the parent and the state of the scope`() {
    let issues = withReportedIssues {
      let store = makeStore()
      let counter = store.scope(state: \.counter.count, action: AppAction.counter)
      counter.send(.incrementButtonTapped) { $0 = 2 }
      counter.send(.decrementAndIncrement) { $0 = 0 }
      counter.receive(.timerTicked) { $0 = 1 }
    }
    #expect(
      issues.map(\.message) == [
        """
        A state change does not match expectation: …

        - 2
        + 1

        (Expected: -, Actual: +)

        Change '$0' in the closure of this step to the state after the action.
        """,
        """
        Received an unexpected action: …

          AppAction.counter(
        -   CounterAction.timerTicked
        +   CounterAction.incrementButtonTapped
          )

        (Expected: -, Actual: +)

        Fix the effect that sends it, or expect in this step what was received:

        store.receive(.counter(.incrementButtonTapped)) { $0 = 1 }
        """,
      ]
    )
  }

  @Test func `a scope retains its store, which reports unasserted actions at the end`() {
    let line: UInt = #line + 3
    let issues = withReportedIssues {
      let counter = makeStore().scope(state: \.counter, action: AppAction.counter)
      counter.send(.decrementAndIncrement) { $0.count = -1 }
    }
    #expect(
      issues.map(\.message) == [
        """
        The store received 1 unexpected action after this one: …

        Unhandled actions: [
          AppAction.counter(
            CounterAction.incrementButtonTapped
          ),
        ]

        Assert it with 'receive':

        store.receive(.counter(.incrementButtonTapped)) {
          $0.counter.count = 0
          $0.counter.history = [-1]
        }
        """
      ]
    )
    #expect(issues.map(\.location.line) == [line])
  }
}
