// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

/// Tests the number of pending effects that `assert(…steps:)` reports.
@Suite struct StepCountTests {
  private struct Failure: Error {}

  /// Starts an effect and returns the failure about pending effects.
  private func count(_ effect: @autoclosure @escaping @Sendable () -> Effect<Int, Never>) -> String?
  {
    let issues = withReportedIssues {
      assert(
        initialValue: 0,
        reducer: Reducer<Int, Int, Void> { _, action, _ in action == 1 ? effect() : .none },
        steps: Step(.send, 1)
      )
    }
    return issues.first?.message
  }

  private func left(_ count: Int) -> String {
    "Assertion failed to handle \(count) pending effect(s)"
  }

  @Test func `each merged effect that sends a value immediately is one pending effect`() {
    #expect(count(.none) == nil)
    #expect(count(.sync { 2 }) == left(1))
    #expect(count(.merge(.sync { 2 }, .sync { 3 })) == left(2))
    #expect(count(.merge(.sync { 2 }, .sync { 3 }, .merge(.sync { 4 }, .sync { 5 }))) == left(4))
    #expect(count(.merge(Effect(value: 2), .sync { 3 }, Effect(value: 4))) == left(3))
    #expect(count(.merge(.lazy { .sync { 2 } }, .lazy { Effect(value: 3) })) == left(2))
  }

  @Test func `operators do not change the number of pending effects`() {
    #expect(count(.merge(.sync { 2 }, .sync { 3 }).map { $0 + 1 }) == left(2))
    #expect(count(.merge(Effect(value: 2), Effect(value: 3)).filter { $0 > 1 }) == left(2))
    #expect(count(.merge(.sync { 2 }, .sync { 3 }).cancellable(id: 1)) == left(2))
    #expect(count(.merge(.sync { 2 }, .sync { 3 }).removeDuplicates()) == left(2))
    #expect(
      count(
        .merge(.sync { 2 }, .sync { 3 }).receive(on: AnySchedulerOf<DispatchQueue>.immediate)
      ) == left(2)
    )
    #expect(
      count(
        .merge(
          Effect<Int, Failure>.sync { () throws(Failure) in throw Failure() }.replaceError(with: 2),
          Effect<Int, Failure>(error: Failure()).catch { _ in .sync { 3 } }
        )
      ) == left(2)
    )
    #expect(count(Effect.merge(.sync { 2 }, .sync { 3 }).flatMap { Effect(value: $0) }) == left(2))
  }

  @Test func `each concatenated effect that sends a value immediately is one pending effect`() {
    #expect(count(.concatenate(.sync { 2 }, Effect(value: 3), .sync { 4 })) == left(3))
    #expect(
      count(.concatenate(.sync { 2 }, .task { await forever() }, .sync { 4 })) == left(2)
    )
  }

  @Test func `an effect that sends several values is one pending effect`() {
    #expect(
      count(
        .merge(
          .run { send in
            send(2)
            send(3)
          },
          .sync { 4 }
        )
      ) == left(2)
    )
  }

  @Test func `effects of children and effects of their parent have the same pending count`() {
    struct State: Equatable { var child = 0 }
    enum Action: Equatable { case child(Int) }
    let child = Reducer<Int, Int, Void> { _, action, _ in
      action == 1 ? .merge(.sync { 2 }, .sync { 3 }) : .none
    }
    let line: UInt = #line + 6
    let issues = withReportedIssues {
      assert(
        initialValue: State(),
        reducer: child.pullback(state: \State.child, action: /Action.child),
        steps: Step(.send, .child(1)),
        Step(.send, .child(4))
      )
    }
    #expect(
      issues.map { "\($0.location.line): \($0.message)" } == [
        "\(line): Action sent before handling 2 pending effect(s)"
      ]
    )
  }

  @Test func `an effect with several unasserted actions is one pending effect`() {
    let reducer = Reducer<Int, Int, SchedulerOf<DispatchQueue>> { state, action, mainQueue in
      state += action
      guard action == 1 else { return .none }
      return .merge(
        // Sends two actions and keeps running.
        .run { send in
          send(2)
          send(3)
          _ = await forever()
        },
        // Sends two actions and finishes.
        .run { send in
          send(4)
          await Task.yield()
          send(5)
        },
        // Each sends one action.
        Effect(value: 6),
        Effect(value: 7),
        .fireAndForget {},
        Effect(value: 8).delay(for: 1, scheduler: mainQueue)
      )
    }
    let issues = withReportedIssues {
      assert(
        initialValue: 0,
        reducer: reducer,
        environment: DispatchQueue.test,
        steps: Step(.send, 1) { $0 = 1 }
      )
    }
    #expect(issues.map { $0.message } == [left(6)])
  }

  @Test func `each send step skips received actions and reports other pending effects again`() {
    let line: UInt = #line + 7
    let issues = withReportedIssues {
      assert(
        initialValue: [],
        reducer: StepTests.reducer,
        environment: StepTests.Environment(),
        steps: Step(.send, .saveButtonTapped),
        Step(.send, .loadButtonTapped),
        Step(.send, .deleteFavoritePrimes([0])) { $0 = [31] }
      )
    }
    #expect(
      issues.map { "\($0.location.line): \($0.message)" } == [
        "\(line): Action sent before handling 1 pending effect(s)",
        "\(line + 1): Action sent before handling 2 pending effect(s)",
        "\(line - 5): Assertion failed to handle 1 pending effect(s)",
      ]
    )
  }
}

/// Waits until the task is cancelled.
private func forever() async -> Int {
  for await _ in AsyncStream<Never>.makeStream().stream {}
  return 0
}
