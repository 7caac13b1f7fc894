// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

/// Tests asynchronous effects on a test scheduler without waiting.
@Suite struct TestStoreTimeTests {
  enum Action: Equatable {
    case countDown
    case countedDown(Int)
    case poll
    case polled(Int64)
    case queryChanged(String)
    case response(String)
    case save(Int)
    case saved(Int)
    case stop
  }

  struct ID: Hashable {}

  static let reducer = Reducer<[String], Action, SchedulerOf<DispatchQueue>> {
    state,
    action,
    mainQueue in
    state.append("\(action)")
    switch action {
    case .countDown:
      return .run(name: "count down") { send in
        for number in [3, 2, 1] {
          try await mainQueue.sleep(for: 1)
          send(.countedDown(number))
        }
      }
      .cancellable(id: ID())
    case .poll:
      return .run { send in
        for await instant in mainQueue.timer(interval: 2) {
          try await mainQueue.clock.sleep(for: .milliseconds(500))
          send(.polled(instant.nanoseconds / 1_000_000_000))
        }
      }
      .cancellable(id: ID())
    case .queryChanged(let query):
      return .task {
        try await mainQueue.sleep(for: 0.1)
        return .response(query.uppercased())
      }
      .debounce(id: ID(), for: 0.3, scheduler: mainQueue)
    case .save(let number):
      return Effect(value: .saved(number))
        .throttle(id: ID(), for: 1, scheduler: mainQueue, latest: true)
    case .stop:
      return .cancel(id: ID())
    case .countedDown, .polled, .response, .saved:
      return .none
    }
  }

  private let mainQueue = DispatchQueue.test

  private func makeStore() -> TestStore<[String], Action, SchedulerOf<DispatchQueue>> {
    TestStore(
      initialState: [],
      reducer: Self.reducer,
      environment: mainQueue
    )
  }

  @Test func `advancing time wakes a sleeping effect once or several times`() {
    let store = makeStore()
    store.send(.countDown) { $0.append("countDown") }
    mainQueue.advance(by: 1)
    store.receive(.countedDown(3)) { $0.append("countedDown(3)") }
    mainQueue.advance(by: 2)
    store.receive(.countedDown(2)) { $0.append("countedDown(2)") }
    store.receive(.countedDown(1)) { $0.append("countedDown(1)") }
    store.finish()
  }

  @Test func `run advances the time until no effect sleeps`() {
    let store = makeStore()
    store.send(.countDown) { $0 = ["countDown"] }
    mainQueue.run()
    store.receive(.countedDown(3)) { $0.append("countedDown(3)") }
    store.receive(.countedDown(2)) { $0.append("countedDown(2)") }
    store.receive(.countedDown(1)) { $0.append("countedDown(1)") }
  }

  @Test func `cancelling a sleeping effect leaves no scheduled work`() {
    let store = makeStore()
    store.send(.countDown) { $0 = ["countDown"] }
    store.send(.stop) { $0.append("stop") }
    mainQueue.run()
    store.finish()
    #expect(mainQueue.now == DispatchQueue.test.now)
  }

  @Test func `an effect can sleep on a clock between timer ticks`() {
    let store = makeStore()
    store.send(.poll) { $0 = ["poll"] }
    mainQueue.advance(by: 4)
    store.receive(.polled(2)) { $0.append("polled(2)") }
    mainQueue.advance(by: 0.5)
    store.receive(.polled(4)) { $0.append("polled(4)") }
    store.send(.stop) { $0.append("stop") }
    mainQueue.run()
  }

  @Test func `actors, task groups and child tasks run to completion at each instant`() {
    actor Log {
      private var lines: [String] = []

      func nap(_ name: String, _ scheduler: SchedulerOf<DispatchQueue>) async throws {
        try await scheduler.sleep(for: 1)
        await Task.yield()
        lines.append("\(name) at \(scheduler.now.nanoseconds / 1_000_000_000)")
      }

      var text: String { lines.joined(separator: ", ") }
    }
    let reducer = Reducer<String, String?, SchedulerOf<DispatchQueue>> { state, action, queue in
      guard let action else {
        return .task {
          let log = Log()
          try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...3 {
              group.addTask {
                for _ in 1...number { try await log.nap("\(number)", queue) }
              }
            }
            try await group.waitForAll()
          }
          async let first: Void = log.nap("a", queue)
          async let second: Void = log.nap("b", queue)
          _ = try await (first, second)
          return await log.text
        }
      }
      state = action
      return .none
    }
    let store = TestStore(
      initialState: "",
      reducer: reducer,
      environment: mainQueue
    )
    store.send(nil)
    mainQueue.advance(by: 4)
    let text = "1 at 1, 2 at 1, 3 at 1, 2 at 2, 3 at 2, 3 at 3, a at 4, b at 4"
    store.receive(text) { $0 = text }
  }

  @Test func `a debounced effect runs after the pause`() {
    let store = makeStore()
    store.send(.queryChanged("a")) { $0.append(#"queryChanged("a")"#) }
    mainQueue.advance(by: 0.2)
    store.send(.queryChanged("ab")) { $0.append(#"queryChanged("ab")"#) }
    mainQueue.advance(by: 0.3)
    // The next query cancels the effect while it sleeps.
    store.send(.queryChanged("abc")) { $0.append(#"queryChanged("abc")"#) }
    mainQueue.advance(by: 0.4)
    store.receive(.response("ABC")) { $0.append(#"response("ABC")"#) }
    mainQueue.run()
  }

  @Test func `a throttled effect runs once in each interval`() {
    let store = makeStore()
    store.send(.save(1)) { $0.append("save(1)") }
    store.receive(.saved(1)) { $0.append("saved(1)") }
    store.send(.save(2)) { $0.append("save(2)") }
    store.send(.save(3)) { $0.append("save(3)") }
    mainQueue.advance(by: 1)
    store.receive(.saved(3)) { $0.append("saved(3)") }
    mainQueue.advance(by: 1)
    store.send(.save(4)) { $0.append("save(4)") }
    store.receive(.saved(4)) { $0.append("saved(4)") }
  }

  @Test func `the failure states the source location and the wake time of each waiting effect`() {
    let line: UInt = #line + 4
    let reducer = Reducer<Int, Int, SchedulerOf<DispatchQueue>> { _, _, mainQueue in
      let value = Effect<Int, Never>(value: 1)
      return .merge(
        value.debounce(id: 1, for: 1, scheduler: mainQueue),
        value.deferred(for: 1, scheduler: mainQueue),
        value.subscribe(on: mainQueue),
        Effect<Int, Never>.merge(value, value)
          .throttle(id: 2, for: 1, scheduler: mainQueue, latest: true).ignoringFirst(),
        .task(name: "nap") {
          try await mainQueue.sleep(for: 1)
          return 1
        }
      )
    }
    let issues = withReportedIssues {
      let store = TestStore(
        initialState: 0,
        reducer: reducer,
        environment: mainQueue
      )
      store.send(0, at: .step(1))
    }
    let file = "LockstepTestingTests/TestStoreTimeTests.swift"
    let start = "started by 0, in the step at Tests/Step.swift:1"
    #expect(
      issues.map(\.message) == [
        """
        5 effects are still running at the end: …

        • debounce, made at \(file):\(line)
          \(start)
          waits on test scheduler until 1 s (DispatchQueue, 1 s from now)
        • deferred, made at \(file):\(line + 1)
          \(start)
          waits on test scheduler until 1 s (DispatchQueue, 1 s from now)
        • subscribe(on:), made at \(file):\(line + 2)
          \(start)
          waits on test scheduler until it is advanced (DispatchQueue)
        • throttle, made at \(file):\(line + 4)
          \(start)
          waits on the scheduler of its throttle for another 1 s
        • task "nap", made at \(file):\(line + 5)
          \(start)
          waits on test scheduler until 1 s (DispatchQueue, 1 s from now)

        Bring each effect to its end: advance its scheduler, complete its subject, finish its \
        stream, or send the action that cancels it. Cancelled effects are no longer running.
        """
      ]
    )
  }

  @Test func `sleeping on a failing scheduler fails at the step and does not hang`() {
    let line: UInt = #line + 8
    let issues = withReportedIssues {
      let store = TestStore(
        initialState: [],
        reducer: Self.reducer,
        environment: .failing("mainQueue")
      )
      // The cancellation error of the effect is not reported separately.
      store.send(.countDown) { $0 = ["countDown"] }
      store.finish()
    }
    let inFlight = """
      Action in flight: Action.countDown
      Effect: run "count down", made at LockstepTestingTests/TestStoreTimeTests.swift:31

      Supply it in the environment of the test, or change the feature so that this action does not \
      use it.
      """
    #expect(
      issues.map(\.message) == [
        """
        mainQueue - A failing scheduler was asked for the current time.

        \(inFlight)
        """,
        """
        mainQueue - A failing scheduler was asked to run work after a delay.

        \(inFlight)
        """,
      ]
    )
    #expect(issues.map(\.location.line) == [line, line])
  }
}

/// Tests two stores that share a test scheduler.
@Suite struct TestStorePairTests {
  private enum Action: Equatable {
    case sleep
    case woke
    case listen
    case heard(Int)
    case later
  }

  @Test func `an effect of one store reaches another store within the same advance`() {
    let mainQueue = DispatchQueue.test
    let subject = Subject<Int, Never>()
    let reducer = Reducer<[Action], Action, Void> { log, action, _ in
      log.append(action)
      switch action {
      case .sleep:
        return .task {
          try? await mainQueue.sleep(for: 1)
          subject.send(1)
          return .woke
        }
      case .listen:
        return subject.effect.map { .heard($0) }.cancellable(id: 1)
      case .heard:
        return Effect(value: .later).delay(for: 1, scheduler: mainQueue)
      case .later: return .cancel(id: 1)
      case .woke: return .none
      }
    }
    let sleeper = TestStore(initialState: [], reducer: reducer, environment: ())
    let listener = TestStore(initialState: [], reducer: reducer, environment: ())
    listener.send(.listen) { $0 = [.listen] }
    sleeper.send(.sleep) { $0 = [.sleep] }
    mainQueue.advance(by: 2)
    sleeper.receive(.woke) { $0 = [.sleep, .woke] }
    listener.receive(.heard(1)) { $0 = [.listen, .heard(1)] }
    listener.receive(.later) { $0 = [.listen, .heard(1), .later] }
  }

  @Test func `a random schedule handles no incoming values in the turn that advances the time`() {
    let mainQueue = DispatchQueue.test
    let subject = Subject<Int, Never>()
    let store = TestStore(
      initialState: [],
      reducer: Reducer<[Action], Action, Void> { log, action, _ in
        log.append(action)
        switch action {
        case .listen: return subject.effect.map { .heard($0) }.cancellable(id: 1)
        case .sleep: mainQueue.advance()
        case .heard: return .cancel(id: 1)
        case .woke, .later: break
        }
        return .none
      },
      environment: (),
      schedule: .random(seed: 1)
    )
    let workLimit = store.workLimit
    store.send(.listen) { $0 = [.listen] }
    mainQueue.schedule { subject.send(1) }
    store.send(.sleep) { $0 = [.listen, .sleep] }
    store.receive(.heard(1)) { $0 = [.listen, .sleep, .heard(1)] }
    // The store lowers its limit if the effects never become idle.
    #expect(store.workLimit == workLimit)
  }
}

extension Effect {
  /// Drops the first value, which the throttle sends immediately.
  fileprivate func ignoringFirst() -> Self {
    let isFirst = Recorder(true)
    return filter { _ in
      defer { isFirst.set(false) }
      return isFirst.value == false
    }
  }
}
