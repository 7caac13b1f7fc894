// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Actions that another thread sends after a step has looked for such, and before its own one.
@Suite struct InterposedActionTests {
  enum Action: Equatable {
    case listen
    case skipped
    case heard(Int)
    case add(Int)
  }

  /// Lets another thread send when the store makes a note, which it does just before it sends the
  /// action of a step; and waits for that thread.
  private struct Interposer: IssueReporter {
    let subject = Subject<Int, Never>()
    let issues = Recorder<[ReportedIssue]>([])
    let notes = Recorder<[ReportedIssue]>([])

    func report(_ issue: ReportedIssue) { issues.update { $0.append(issue) } }

    func note(_ note: ReportedIssue) {
      notes.update { $0.append(note) }
      guard notes.value.count == 1 else { return }
      let isDone = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        subject.send(1)
        subject.send(2)
        isDone.signal()
      }
      isDone.wait()
    }
  }

  private func run(_ steps: (TestStore<[Int], Action, Void>) -> Void) -> Interposer {
    let interposer = Interposer()
    let reducer = Reducer<[Int], Action, Void> { state, action, _ in
      switch action {
      case .listen:
        return .merge(
          interposer.subject.effect.map { .heard($0) }.cancellable(id: 1),
          Effect(value: .skipped)
        )
      case .skipped: return .none
      case .heard(let number): state.append(number)
      case .add(let number):
        state.append(number)
        return .cancel(id: 1)
      }
      return .none
    }
    IssueReporting.withReporter(interposer) {
      let store = TestStore(initialState: [], reducer: reducer, environment: ())
      store.showsSkipped = true
      store.withExhaustivity(.all.subtracting(.receivedActions)) { store.send(.listen) }
      steps(store)
    }
    return interposer
  }

  @Test func `interposed actions fail the step, whose closure gets the state after them`() {
    let line: UInt = #line + 2
    let interposer = run { store in
      store.send(.add(3)) { state in
        #expect(state == [1, 2])
        state = [1, 2, 3]
      }
      #expect(store.state == [1, 2, 3])
      store.send(.add(4)) { $0 = [1, 2, 3, 4] }
    }
    #expect(
      interposer.issues.value.map(\.message) == [
        """
        An action was sent before 2 received actions were asserted: …

        Unhandled actions: [
          Action.heard(
            1
          ),
          Action.heard(
            2
          ),
        ]

        Assert them with 'receive' before this step:

        store.receive(.heard(1)) { $0 = [1] }
        store.receive(.heard(2)) { $0 = [1, 2] }

        The 2 actions were skipped: this step begins with the state after the last one.
        """
      ]
    )
    #expect(interposer.issues.value.map(\.location.line) == [line])
    #expect(interposer.notes.value.count == 1)
  }

  @Test func `interposed actions are skipped with a note if they need not be asserted`() {
    let interposer = run { store in
      store.exhaustivity.remove(.receivedActions)
      store.send(.add(3)) { $0 = [1, 2, 3] }
      store.finish()
      #expect(store.state == [1, 2, 3])
    }
    #expect(interposer.issues.value == [])
    #expect(
      interposer.notes.value.map(\.firstLine) == [
        "1 received action was skipped: …", "2 received actions were skipped: …",
      ]
    )
  }
}
