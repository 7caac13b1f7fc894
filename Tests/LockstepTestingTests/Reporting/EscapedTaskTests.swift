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

  /// The reports about an effect, and about later uses of the store by the test.
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
      store.send(.started, at: .step(2))
      steps(store)
    }
    .map(\.message)
  }

  @Test func `a task that outlives its effect is reported`() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let line = #line + 2
    let issues = issues(
      of: .fireAndForget(name: "upload") { () async in
        Task { for await _ in stream {} }
      }
    ) { $0.fireAndForget() }
    continuation.finish()
    #expect(
      issues == [
        """
        1 effect left a task behind that is still running at the end: …

        • fireAndForget "upload", made at LockstepTestingTests/EscapedTaskTests.swift:\(line)
          started by Action.started, in the step at Tests/Step.swift:2

        Usual cause: 'Task { }' in the body of the effect. Such a task is not cancelled with the \
        effect, and only 'await store.finish(timeout:)' waits for it. Await its value in the body, or use a task \
        group or 'async let'.
        """
      ]
    )
  }

  @Test func `nested tasks are reported in the order in which their effects started`() {
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
          started by Action.started, in the step at Tests/Step.swift:2
        • run "2", made at \(file):\(line)
          started by Action.started, in the step at Tests/Step.swift:2

        Usual cause: 'Task { }' in the body of the effect. Such a task is not cancelled with the \
        effect, and only 'await store.finish(timeout:)' waits for it. Await its value in the body, or use a task \
        group or 'async let'.
        """
      ]
    )
  }

  @Test func `child tasks in a group and later effects are not reported`() {
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

  @Test func `a task of a cancelled effect is not reported`() {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let issues = issues(
      of: .run { _ in
        Task { for await _ in stream {} }
        // It returns when it is cancelled.
        for await _ in AsyncStream<Never>.makeStream().stream {}
      }
      .cancellable(id: 1)
    ) { store in
      store.send(.ended)
    }
    continuation.finish()
    #expect(issues == [])
  }

  // MARK: What need not have ended

  /// A fire-and-forget effect that leaves a task behind, which ends when the stream does.
  private func leaving(
    _ name: String,
    _ stream: AsyncStream<Void>,
    line: UInt
  ) -> Effect<Action, Never> {
    .fireAndForget(name: name, fileID: "Feature/Feature.swift", line: line) { () async in
      Task { for await _ in stream {} }
    }
  }

  private func headings(_ issues: [String]) -> [String] {
    issues.map { String($0.prefix { $0 != "\n" }) }
  }

  private let failure = "1 effect left a task behind that is still running at the end: …"

  @Test func `only tasks outside a block without exhaustivity are reported`() {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let effect = leaving("upload", stream, line: 1)
    let notes = NoteCollector.collect {
      let store = TestStore(
        initialState: 0,
        reducer: Reducer<Int, Action, Void> { _, _, _ in effect },
        environment: ()
      )
      store.showsSkipped = true
      store.withExhaustivity(.off) {
        store.send(.started, at: .step(2))
      }
      store.withExhaustivity(.off) {}
    }
    let issues = issues(of: effect) { store in
      store.fireAndForget()
      store.withExhaustivity(.off) { store.send(.started) }
    }
    continuation.finish()
    #expect(
      notes.map(\.message) == [
        """
        1 fire-and-forget effect was skipped: …

        • fireAndForget "upload", made at Feature/Feature.swift:1
        """,
        """
        Skipped, and left behind by 1 effect: …

        • fireAndForget "upload", made at Feature/Feature.swift:1
          started by Action.started, in the step at Tests/Step.swift:2
        """,
      ]
    )
    #expect(headings(issues) == [failure])
  }

  @Test func `tasks that exist before skipRunning are not reported`() {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let effect = leaving("upload", stream, line: 1)
    let issues = [false, true].flatMap { isAfter in
      self.issues(of: effect) { store in
        store.fireAndForget()
        store.skipRunning()
        guard isAfter else { return }
        store.send(.started)
        store.fireAndForget()
      }
    }
    continuation.finish()
    #expect(headings(issues) == [failure])
  }

  @Test func `a reported effect is not reported again`() {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let effect = leaving("upload", stream, line: 1)
    let issues = issues(of: effect) { store in
      store.fireAndForget()
      store.finish()
      store.finish()
      store.send(.ended)
    }
    continuation.finish()
    #expect(headings(issues) == [failure])
  }

  // MARK: Waiting for them

  @Test @MainActor func `the asynchronous finish waits for tasks`() async {
    let didUpload = Recorder(false)
    let store = TestStore(
      initialState: 0,
      reducer: Reducer<Int, Action, Void> { _, _, _ in
        .fireAndForget(name: "upload") { () async in
          // It cannot begin before the test lets go of the main actor.
          Task { @MainActor in didUpload.set(true) }
        }
      },
      environment: ()
    )
    store.send(.started)
    store.fireAndForget()
    #expect(didUpload.value == false)
    await store.finish(timeout: .seconds(3_600))
    #expect(didUpload.value)
  }

  @Test func `a task that does not end before the timeout is reported`() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let effect = leaving("upload", stream, line: 1)
    let issues = await withReportedIssues {
      let store = TestStore(
        initialState: 0,
        reducer: Reducer<Int, Action, Void> { _, _, _ in effect },
        environment: ()
      )
      store.send(.started, at: .step(2))
      store.fireAndForget()
      await store.finish(timeout: .zero)
    }
    continuation.finish()
    #expect(
      issues.map(\.message) == [
        """
        1 effect left a task behind that is still running at the end, after 0 s of waiting: …

        • fireAndForget "upload", made at Feature/Feature.swift:1
          started by Action.started, in the step at Tests/Step.swift:2

        Usual cause: 'Task { }' in the body of the effect. Such a task is not cancelled with the \
        effect, and only 'await store.finish(timeout:)' waits for it. Await its value in the body, or use a task \
        group or 'async let'.
        """
      ]
    )
  }
}
