// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Effects send their last action on another thread and end just after the store has received its actions.
///
/// No effect was running when the store checked its end, and the store neither received nor reported the
/// waiting action.
@Suite struct LastLetterTests {
  enum Action: Equatable {
    case start
    case first
    case second
    case third
  }

  typealias Subscriber = Effect<Action, Never>.Subscriber
  typealias Store = TestStore<[Action], Action, Void>

  private let first = Recorder<Subscriber?>(nil)
  private let second = Recorder<Subscriber?>(nil)

  /// Creates a store in which another thread sends the second action during the turn of the first action.
  ///
  /// The second action waits after that turn, because a run of the store does not receive actions that other
  /// threads send meanwhile.
  private func makeStore(_ afterSecond: @escaping @Sendable () -> Effect<Action, Never>) -> Store {
    TestStore(
      initialState: [],
      reducer: Reducer<[Action], Action, Void> { [first, second] log, action, _ in
        log.append(action)
        switch action {
        case .start: return .merge(Self.callback(first), Self.callback(second))
        case .first:
          let isDone = DispatchSemaphore(value: 0)
          Thread.detachNewThread {
            second.value?.end(with: .second)
            isDone.signal()
          }
          isDone.wait()
          return .none
        case .second: return afterSecond()
        case .third: return .none
        }
      },
      environment: ()
    )
  }

  private static func callback(_ subscriber: Recorder<Subscriber?>) -> Effect<Action, Never> {
    .run {
      subscriber.set($0)
      return AnyCancellable {}
    }
  }

  @Test @MainActor func `finish waits for the effect that an effect's last action starts`() async {
    let issues = await withReportedIssues {
      let store = makeStore {
        // The main actor is free only while the test waits.
        .future { callback in
          Task { @MainActor in callback(.success(.third)) }
        }
      }
      store.exhaustivity.remove(.receivedActions)
      store.send(.start) { $0 = [.start] }
      first.value?.end(with: .first)
      await store.finish(timeout: .seconds(3_600))
      #expect(store.state == [.start, .first, .second, .third])
    }
    #expect(issues == [])
  }

  @Test func `finish reports an effect's last action as unasserted`() {
    let issues = withReportedIssues {
      let store = makeStore { .none }
      store.send(.start) { $0 = [.start] }
      first.value?.end(with: .first)
      store.finish()
    }
    #expect(
      issues.map(\.message) == [
        """
        The store received 2 unexpected actions after this one: …

        Unhandled actions: [
          Action.first,
          Action.second,
        ]

        Assert each of them, in this order, with 'receive':

        store.receive(.first) { $0 = [.start, .first] }
        store.receive(.second) { $0 = [.start, .first, .second] }
        """
      ]
    )
  }

  /// Ends an effect when the store reports an issue.
  private struct Ender: IssueReporter {
    let subscriber: Recorder<Subscriber?>
    let issues = Recorder<[String]>([])

    func report(_ issue: ReportedIssue) {
      issues.update { $0.append(issue.firstLine) }
      subscriber.value?.end(with: .third)
    }
  }

  @Test func `an effect that ends during the report of finish is reported as running`() {
    let ender = Ender(subscriber: second)
    IssueReporting.withReporter(ender) {
      let store = Store(
        initialState: [],
        reducer: Reducer<[Action], Action, Void> { [second] _, action, _ in
          action == .start ? .merge(Effect(value: .first), Self.callback(second)) : .none
        },
        environment: ()
      )
      store.send(.start)
      store.finish()
    }
    #expect(
      ender.issues.value == [
        "The store received 1 unexpected action after this one: …",
        "1 effect is still running at the end: …",
      ]
    )
  }
}

extension Effect.Subscriber where Failure == Never {
  fileprivate func end(with value: Output) {
    send(value)
    send(completion: .finished)
  }
}
