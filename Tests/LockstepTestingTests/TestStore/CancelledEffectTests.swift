// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

/// A test that waits for what was cancelled by its id says so.
@Suite struct CancelledEffectTests {
  private struct Search: Equatable {
    var query = ""
  }

  private enum Action: Equatable {
    case typed(String)
    case found(String)
    case closed
  }

  private struct SearchID: Hashable {}

  private enum AppAction: Equatable {
    case left(Action)
    case right(Action)
    case closed
  }

  private struct App: Equatable {
    var left = Search()
    var right = Search()
  }

  private let queue = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))

  private var search: Reducer<Search, Action, Void> {
    Reducer { [queue] search, action, _ in
      switch action {
      case .typed(let query):
        search.query = query
        return Effect(value: .found(query))
          .deferred(for: 1, scheduler: queue, fileID: "Feature/Search.swift", line: 7)
          .cancellable(id: SearchID(), cancelInFlight: true)
      case .found: return .none
      case .closed: return .cancel(id: SearchID())
      }
    }
  }

  private func makeStore() -> TestStore<App, AppAction, Void> {
    TestStore(
      initialState: App(),
      reducer: .combine(
        search.pullback(state: \.left, action: /AppAction.left, environment: { $0 }),
        search.pullback(state: \.right, action: /AppAction.right, environment: { $0 }),
        Reducer { _, action, _ in action == .closed ? .cancel(id: SearchID()) : .none }
      ),
      environment: ()
    )
  }

  @Test func `by an effect under the same id, by its feature, and by a parent`() {
    let issues = withReportedIssues {
      let store = makeStore()
      store.send(.left(.typed("a")), at: .step(1)) { $0.left.query = "a" }
      store.send(.left(.typed("ab")), at: .step(2)) {
        $0.left.query = "ab"
      }
      store.send(.right(.typed("c")), at: .step(3)) {
        $0.right.query = "c"
      }
      store.send(.left(.closed), at: .step(4))
      store.send(.closed, at: .step(5))
      queue.advance(by: 1)
      store.receive(.left(.found("ab")))
    }
    #expect(
      issues.map(\.message) == [
        """
        Expected to receive an action, but no effect has sent one.

        Expected: AppAction.left(
          Action.found(
            "ab"
          )
        )

        No effect is running that could still do so.

        Cancelled by their ids, so that they send nothing more:

        • deferred, made at Feature/Search.swift:7, under the id SearchID()
          started by AppAction.left(Action.typed("a")), in the step at Tests/Step.swift:1
          cancelled by AppAction.left(Action.typed("ab")), in the step at Tests/Step.swift:2
        • deferred, made at Feature/Search.swift:7, under the id SearchID()
          started by AppAction.left(Action.typed("ab")), in the step at Tests/Step.swift:2
          cancelled by AppAction.left(Action.closed), in the step at Tests/Step.swift:4
        • deferred, made at Feature/Search.swift:7, under the id SearchID()
          started by AppAction.right(Action.typed("c")), in the step at Tests/Step.swift:3
          cancelled by AppAction.closed, in the step at Tests/Step.swift:5

        Let the test do first what makes an effect send it, or remove this step.
        """
      ]
    )
  }

  @Test func `the last five are named`() {
    let issues = withReportedIssues {
      let store = makeStore()
      for number in 1...8 {
        store.send(.left(.typed("\(number)"))) { $0.left.query = "\(number)" }
      }
      store.receive(.left(.found("1")))
      queue.advance(by: 1)
      store.receive(.left(.found("8")))
    }
    #expect(issues.count == 1)
    let lines = issues.first?.message.split(separator: "\n") ?? []
    #expect(lines.count { $0.contains("under the id") } == 5)
    #expect(lines.count { $0.contains(#"started by AppAction.left(Action.typed("3"))"#) } == 1)
    #expect(lines.count { $0.contains(#"started by AppAction.left(Action.typed("2"))"#) } == 0)
  }

  @Test func `what was cancelled otherwise, or went on, is not named`() {
    let issues = withReportedIssues {
      let store = makeStore()
      store.send(.left(.typed("a"))) { $0.left.query = "a" }
      store.receive(.left(.found("b")))
      queue.advance(by: 1)
      store.receive(.left(.found("a")))
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("Cancelled by") == false)
  }
}
