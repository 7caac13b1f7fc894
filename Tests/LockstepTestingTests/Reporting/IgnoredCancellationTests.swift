// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Effects that were cancelled, but go on, are named in a note at the end.
@Suite struct IgnoredCancellationTests {
  private enum Action: Equatable, Sendable {
    case started
    case cancelled
    case sent
  }

  /// Goes on until the stream ends, whether it is cancelled or not, and then sends.
  private func makeStore(
    _ stream: AsyncStream<Void>,
    count: Int = 1
  ) -> TestStore<Int, Action, Void> {
    let effect = Effect<Action, Never>.merge(
      (1...count).map { number in
        .run(name: "\(number)", fileID: "Feature/Feature.swift", line: 1) { send in
          await Task { for await _ in stream {} }.value
          send(.sent)
        }
      }
    )
    return TestStore(
      initialState: 0,
      reducer: Reducer<Int, Action, Void> { _, action, _ in
        action == .started
          ? effect.cancellable(id: 1)
          : .cancel(id: 1, fileID: "Feature/Feature.swift", line: 2)
      },
      environment: ()
    )
  }

  @Test func `each running cancelled effect is noted once`() {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let line: UInt = #line + 5
    let notes = NoteCollector.collect {
      let store = makeStore(stream, count: 2)
      store.send(.started, at: .step(2))
      store.send(.cancelled, at: .step(3))
      store.finish()
      store.finish()
    }
    continuation.finish()
    #expect(
      notes.map(\.message) == [
        """
        2 effects were cancelled, but their bodies have not returned by the end: …

        • run "1", made at Feature/Feature.swift:1, under the id 1
          started by Action.started, in the step at Tests/Step.swift:2
          cancelled by Action.cancelled, in the step at Tests/Step.swift:3
          with its effect cancel, made at Feature/Feature.swift:2
        • run "2", made at Feature/Feature.swift:1, under the id 1
          started by Action.started, in the step at Tests/Step.swift:2
          cancelled by Action.cancelled, in the step at Tests/Step.swift:3
          with its effect cancel, made at Feature/Feature.swift:2

        What is cancelled counts as ended, and sends nothing more. To end the work too, let the body \
        await what ends with its task, use 'withTaskCancellationHandler', or check \
        'Task.isCancelled'.
        """
      ]
    )
    #expect(notes.map(\.location.line) == [line])
  }

  @Test func `an effect that finish cancels is reported only as running`() {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    var notes: [ReportedIssue] = []
    let issues = withReportedIssues {
      notes = NoteCollector.collect {
        let store = makeStore(stream)
        store.send(.started)
        store.finish()
        store.send(.cancelled)
      }
    }
    continuation.finish()
    #expect(
      issues.map(\.firstLine) == ["1 effect is still running at the end: …"]
    )
    #expect(notes == [])
  }

  @Test func `an exploration notes each effect once`() {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    var schedules = 0
    let notes = NoteCollector.collect {
      explore(schedules: 20) {
        schedules += 1
        let store = makeStore(stream, count: 2)
        store.send(.started)
        store.send(.cancelled)
      }
    }
    continuation.finish()
    #expect(schedules == 20)
    // An effect that has not begun when it is cancelled has nothing left to return.
    #expect(Set(notes).count == notes.count)
    #expect(
      Set(notes.map(\.firstLine)) == [
        "1 effect was cancelled, but its body has not returned by the end: …",
        "2 effects were cancelled, but their bodies have not returned by the end: …",
      ]
    )
  }

  @Test func `an effect that ends on cancellation is not noted`() {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let notes = NoteCollector.collect {
      let store = TestStore(
        initialState: 0,
        reducer: Reducer<Int, Action, Void> { _, action, _ in
          action == .started
            ? .run { _ in for await _ in stream {} }.cancellable(id: 1) : .cancel(id: 1)
        },
        environment: ()
      )
      store.send(.started)
      store.send(.cancelled)
    }
    continuation.finish()
    #expect(notes == [])
  }
}
