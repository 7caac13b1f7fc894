// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

/// Tasks that effects leave behind are named at the end.
@Suite struct EscapedTaskTests {
  private enum Action: Equatable, Sendable {
    case started
    case ended
  }

  /// What is reported of an effect, and of what the test does with the store after that.
  private func issues(
    of effect: Effect<Action, Never>,
    _ steps: (TestStore<Int, Action, Void>) -> Void = { _ in }
  ) -> [String] {
    withReportedIssues {
      let store = TestStore(
        initialState: 0,
        reducer: Reducer<Int, Action, Void> { _, action, _ in
          action == .started ? effect : .cancel(id: 1)
        },
        environment: ()
      )
      store.send(.started)
      steps(store)
    }
    .map(\.message)
  }

  @Test func `a task that outlives its effect`() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let line = #line + 2
    let issues = issues(
      of: .fireAndForget("upload") { () async in
        Task { for await _ in stream {} }
      }
    ) { $0.fireAndForget() }
    continuation.finish()
    #expect(
      issues == [
        """
        1 effect left a task behind that is still running at the end: …

        • fireAndForget "upload", made at LockstepTestingTests/EscapedTaskTests.swift:\(line)

        Usual cause: 'Task { }' in the body of the effect. Such a task is not cancelled with the \
        effect, and no step can assert what it does. Await its value in the body, or use a task \
        group or 'async let'.
        """
      ]
    )
  }

  @Test func `tasks of tasks, of two effects, in the order in which the effects were started`() {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let line = #line + 4
    let issues = issues(
      of: .merge(
        (1...2).map { number in
          .run(name: "\(number)") { _ in
            Task { Task { for await _ in stream {} } }
          }
        }
      )
    )
    continuation.finish()
    let file = "LockstepTestingTests/EscapedTaskTests.swift"
    #expect(
      issues == [
        """
        2 effects left tasks behind that are still running at the end: …

        • run "1", made at \(file):\(line)
        • run "2", made at \(file):\(line)

        Usual cause: 'Task { }' in the body of the effect. Such a task is not cancelled with the \
        effect, and no step can assert what it does. Await its value in the body, or use a task \
        group or 'async let'.
        """
      ]
    )
  }

  @Test func `structured children and what follows from an effect do not count`() {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let issues = issues(
      of: .concatenate(
        .fireAndForget { () async in
          await withTaskGroup { group in group.addTask {} }
        },
        // It is running, and its task was started in that of the first.
        .run(name: "second") { _ in for await _ in stream {} }
      )
      .cancellable(id: 1)
    ) { store in
      store.fireAndForget()
      store.send(.ended)
    }
    continuation.finish()
    #expect(issues == [])
  }

  @Test func `what is left behind by an effect that was cancelled does not count`() {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let issues = issues(
      of: .run { _ in
        let task = Task { for await _ in stream {} }
        await withTaskCancellationHandler {
          await task.value
        } onCancel: {
        }
      }
      .cancellable(id: 1)
    ) { store in
      store.send(.ended)
    }
    continuation.finish()
    #expect(issues == [])
  }
}
