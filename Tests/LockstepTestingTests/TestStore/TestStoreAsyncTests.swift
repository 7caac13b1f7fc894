// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Synchronization
import Testing

/// Tests steps that wait for work outside the store.
@Suite struct TestStoreAsyncTests {
  enum Action: Equatable {
    case load
    case loaded(String)
    case save
  }

  struct Environment: Sendable {
    var load: @Sendable () async -> String = { "One" }
    var save: @Sendable () async -> Void = {}
  }

  static let reducer = Reducer<[String], Action, Environment> { state, action, environment in
    switch action {
    case .load:
      return .task(name: "load", line: 1) { .loaded(await environment.load()) }
    case .loaded(let text):
      state.append(text)
      return .none
    case .save:
      return .fireAndForget(name: "save", line: 2) { await environment.save() }
    }
  }

  typealias Store = TestStore<[String], Action, Environment>

  static func makeStore(_ environment: Environment = Environment()) -> Store {
    TestStore(initialState: [], reducer: reducer, environment: environment)
  }

  /// A timeout that is long enough for any machine; a passing test never reaches it.
  private let timeout = Duration.seconds(3_600)

  @Test func `receive waits for the main actor, a detached task and Dispatch`() async {
    let loads: [@Sendable () async -> String] = [
      { @MainActor in "main" },
      { await Task.detached { "detached" }.value },
      {
        await withCheckedContinuation { continuation in
          DispatchQueue.global().async { continuation.resume(returning: "Dispatch") }
        }
      },
    ]
    var texts: [String] = []
    let store = Self.makeStore()
    for (load, text) in zip(loads, ["main", "detached", "Dispatch"]) {
      store.environment.load = load
      store.send(.load)
      texts.append(text)
      await store.receive(.loaded(text), timeout: timeout) { $0 = texts }
    }
    await store.finish(timeout: timeout)
  }

  @Test func `by case and by condition`() async {
    let store = Self.makeStore(Environment(load: { @MainActor in "main" }))
    store.send(.load)
    await store.receive(/Action.loaded, timeout: timeout) { $0 = ["main"] }
    store.send(.load)
    await store.receive(/Action.loaded, "main", timeout: timeout) { $0.append("main") }
    store.send(.load)
    let isMain: (String) -> Bool = { $0 == "main" }
    await store.receive(/Action.loaded, where: isMain, timeout: timeout) { $0.append("main") }
    store.send(.load)
    let isLoaded: (Action) -> Bool = { $0 == .loaded("main") }
    await store.receive(/Action.self, where: isLoaded, timeout: timeout) { $0.append("main") }
  }

  @Test @MainActor func `a test on the main actor can wait for effects on the main actor`() async {
    let store = Self.makeStore(Environment(load: { @MainActor in "main" }))
    store.send(.load)
    await store.receive(.loaded("main"), timeout: timeout) { $0 = ["main"] }
    store.environment.save = { @MainActor in }
    store.send(.save)
    await store.fireAndForget(timeout: timeout)
    await store.finish(timeout: timeout)
  }

  @Test @MainActor func `a zero timeout still lets work run that is ready`() async {
    let (beginnings, begin) = AsyncStream<Void>.makeStream()
    let store = TestStore(
      initialState: false,
      reducer: Reducer<Bool, Bool, Void> { state, isArrival, _ in
        state = isArrival
        guard isArrival == false else { return .none }
        return .run(name: "turns", line: 1) { @MainActor send in
          begin.finish()
          for _ in 0..<20 { await Task.yield() }
          send(true)
        }
      },
      environment: ()
    )
    store.send(false)
    for await _ in beginnings {}
    await store.receive(true, timeout: .zero) { $0 = true }
    await store.finish(timeout: timeout)
  }

  @Test func `an actor can own a test store and wait for effects`() async {
    actor Tester {
      let store = TestStoreAsyncTests.makeStore(
        TestStoreAsyncTests.Environment(load: { await Task.detached { "detached" }.value })
      )

      func test(_ timeout: Duration) async -> [String] {
        store.send(.load)
        await store.receive(.loaded("detached"), timeout: timeout) { $0 = ["detached"] }
        await store.finish(timeout: timeout)
        return store.state
      }
    }
    #expect(await Tester().test(timeout) == ["detached"])
  }

  @Test func `finish waits for effects that send nothing`() async {
    let didSave = Recorder(false)
    let store = Self.makeStore(
      Environment(save: { @MainActor in didSave.set(true) })
    )
    store.send(.save)
    await store.withExhaustivity(.off) {
      await store.finish(timeout: timeout)
    }
    #expect(didSave.value)
  }

  @Test func `finish waits for a completion from another thread`() async {
    let subscribers = Recorder<[Effect<Action, Never>.Subscriber]>([])
    let store = TestStore(
      initialState: 0,
      reducer: Reducer<Int, Action, Void> { _, _, _ in
        .run { subscriber in
          subscribers.update { $0.append(subscriber) }
          return AnyCancellable {}
        }
      },
      environment: ()
    )
    store.send(.load)
    // The completion arrives before or during the wait.
    DispatchQueue.global().async {
      for subscriber in subscribers.value { subscriber.send(completion: .finished) }
    }
    await store.finish(timeout: timeout)
  }

  /// If the completion does not wake the store, the step waits for the whole timeout.
  @Test(.timeLimit(.minutes(20)))
  func `a completion on another thread wakes the store while other effects run`() async {
    let (saved, listener) = (Subject<Action, Never>(), Subject<Action, Never>())
    let store = TestStore(
      initialState: 0,
      reducer: Reducer<Int, Action, Void> { _, action, _ in
        action == .save
          ? .merge(saved.effect.fireAndForget(), listener.effect)
          : .none
      },
      environment: ()
    )
    store.send(.save)
    // The completion arrives before or during the wait.
    DispatchQueue.global().async { saved.send(completion: .finished) }
    await store.fireAndForget(timeout: timeout)
    listener.send(completion: .finished)
  }

  @Test func `a synchronous effect on another thread is not finished before its work returns`()
    async
  {
    let (began, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let work: @Sendable () -> Void = {
      began.signal()
      mayEnd.wait()
    }
    let synchronous: Effect<Void, Never> = .sync(work)
    let effects: [Effect<Action, Never>] = [
      .fireAndForget { work() },
      synchronous.fireAndForget(),
    ]
    for effect in effects {
      let issues = await withReportedIssues {
        let store = TestStore(
          initialState: 0,
          reducer: Reducer<Int, Action, Void> { _, _, _ in
            effect.subscribe(on: DispatchQueue.global().eraseToAnyScheduler())
          },
          environment: ()
        )
        store.send(.save)
        wait(for: began)
        store.fireAndForget()
        mayEnd.signal()
        await store.finish(timeout: timeout)
      }
      #expect(
        issues.map(\.firstLine) == [
          "Expected a fire-and-forget effect, but no unasserted one has finished.",
          "1 fire-and-forget effect was not asserted: …",
        ]
      )
    }
  }

  private func wait(for semaphore: DispatchSemaphore) { semaphore.wait() }

  @Test func `an action that has arrived is received with a zero timeout`() async {
    let store = Self.makeStore()
    store.send(.load)
    await store.receive(.loaded("One"), timeout: .zero) { $0 = ["One"] }
    await store.finish(timeout: .zero)
  }

  @Test func `the failure after a timeout names the effects that are still running`() async {
    let never: @Sendable () async -> String = {
      for await _ in AsyncStream<Never>.makeStream().stream {}
      return ""
    }
    let line: UInt = #line + 4
    let issues = await withReportedIssues {
      let store = Self.makeStore(Environment(load: never))
      store.send(.load, at: .step(2))
      await store.receive(.loaded("One"), timeout: .zero)
      await store.receive(/Action.loaded, timeout: .milliseconds(1))
      await store.fireAndForget("save", timeout: .seconds(0))
      await store.finish(timeout: .zero)
    }
    let running = """
      • task "load", made at LockstepTestingTests/TestStoreAsyncTests.swift:1
        started by Action.load, in the step at Tests/Step.swift:2
        suspended outside the store

      Usual causes of a suspension outside the store: a real sleep, the network, a detached \
      task, the main actor, Dispatch, a stream that has not finished, or a continuation or callback \
      that nobody has resumed or called. Wait longer, or use a test double that responds immediately.
      """
    #expect(
      issues.map(\.message) == [
        """
        Expected to receive an action, but no effect has sent one within 0 s.

        Expected: Action.loaded(
          "One"
        )

        Still running, and what each is waiting for:

        \(running)

        First make an effect send it, or remove this step.
        """,
        """
        Expected to receive an action, but no effect has sent one within 0.001 s.

        Expected: /Action.loaded

        Still running, and what each is waiting for:

        \(running)

        First make an effect send it, or remove this step.
        """,
        """
        Expected a fire-and-forget effect named "save", but no unasserted one has finished within 0 s.

        Each 'fireAndForget()' asserts one fire-and-forget effect that has finished; none is left.

        Still running, and what each is waiting for:

        \(running)

        First run it, or remove this step.
        """,
      ]
    )
    #expect(issues.map(\.location.line) == [line, line + 1, line + 2])
  }

  @Test func `cancelling the waiting task ends the wait for an action`() async {
    let issues = await withReportedIssues {
      let task = Task {
        let store = Self.makeStore(
          Environment(load: {
            for await _ in AsyncStream<Never>.makeStream().stream {}
            return ""
          })
        )
        store.send(.load, at: .step(2))
        withUnsafeCurrentTask { $0?.cancel() }
        await store.receive(.loaded("One"), timeout: .seconds(3_600))
        store.skipRunning()
      }
      await task.value
    }
    #expect(
      issues.map(\.message) == [
        """
        Expected to receive an action, but no effect has sent one before the task that waited was \
        cancelled.

        Expected: Action.loaded(
          "One"
        )

        Still running, and what each is waiting for:

        • task "load", made at LockstepTestingTests/TestStoreAsyncTests.swift:1
          started by Action.load, in the step at Tests/Step.swift:2
          suspended outside the store

        Usual causes of a suspension outside the store: a real sleep, the network, a detached \
        task, the main actor, Dispatch, a stream that has not finished, or a continuation or \
        callback that nobody has resumed or called. Use a test double that responds immediately.

        First make an effect send it, or remove this step.
        """
      ]
    )
  }

  @Test func `cancelling the waiting task ends the wait in finish and fireAndForget`() async {
    let issues = await withReportedIssues {
      let task = Task {
        let store = Self.makeStore(
          Environment(load: {
            for await _ in AsyncStream<Never>.makeStream().stream {}
            return ""
          })
        )
        store.send(.load)
        withUnsafeCurrentTask { $0?.cancel() }
        await store.fireAndForget("save", timeout: .seconds(3_600))
        await store.finish(timeout: .seconds(3_600))
      }
      await task.value
    }
    #expect(
      issues.map(\.firstLine) == [
        #"Expected a fire-and-forget effect named "save", but no unasserted one has finished before the task that waited was cancelled."#,
        "1 effect is still running at the end, after the task that waited was cancelled: …",
      ]
    )
  }

  @Test func `a timeout that no clock can count`() async {
    let store = Self.makeStore(Environment(load: { @MainActor in "main" }))
    store.send(.load)
    await store.receive(.loaded("main"), timeout: .seconds(Int64.max)) { $0 = ["main"] }
  }
}
