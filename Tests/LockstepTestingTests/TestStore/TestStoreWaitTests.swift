// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

/// Tests the failures of a test store about waiting effects.
@Suite struct TestStoreWaitTests {
  private let mainQueue = DispatchQueue.test

  /// Starts an effect, runs `during`, and returns the failures of the store at its end.
  private func ending(
    of effect: Effect<Int, Never>,
    during: () -> Void = {}
  ) -> [String] {
    let issues = withReportedIssues {
      let store = TestStore(
        initialState: 0,
        reducer: Reducer<Int, Int, Void> { _, action, _ in action == 0 ? effect : .none },
        environment: ()
      )
      store.exhaustivity.remove(.receivedActions)
      store.send(0, at: .step(2))
      during()
    }
    return issues.map(\.message)
  }

  private let mending = """
    Bring each effect to its end: advance its scheduler, complete its subject, finish its \
    stream, or send the action that cancels it. Cancelled effects are no longer running.
    """

  private let causes = """
    Usual causes of a suspension outside the store: a real sleep, the network, a detached task, \
    the main actor, Dispatch, a stream that has not finished, or a continuation or callback that \
    nobody has resumed or called. 'await store.receive(…, timeout:)' and \
    'await store.finish(timeout:)' wait for it.
    """

  /// Returns the failure about `effect`, with the line `wait`.
  private func waiting(_ effect: String, _ wait: String) -> [String] {
    [
      """
      1 effect is still running at the end: …

      • \(effect)
        started by 0, in the step at Tests/Step.swift:2
        \(wait)

      \(mending)
      """
    ]
  }

  private func suspended(_ effect: String) -> [String] {
    [
      """
      1 effect is still running at the end: …

      • \(effect)
        started by 0, in the step at Tests/Step.swift:2
        suspended outside the store

      \(causes)

      \(mending)
      """
    ]
  }

  private let place = "made at LockstepTestingTests/TestStoreWaitTests.swift"

  // MARK: On a test scheduler

  @Test func `the failure states when sleeps on a test scheduler, its clock and its timer end`() {
    let (mainQueue, place) = (mainQueue, place)
    for (name, wait) in [
      ("sleep", { @Sendable in try? await mainQueue.sleep(for: 2.5) }),
      ("clock", { @Sendable in try? await mainQueue.clock.sleep(for: .milliseconds(2_500)) }),
      (
        "timer",
        { @Sendable in
          for await _ in mainQueue.timer(interval: 2.5) {}
        }
      ),
    ] {
      let effect = Effect<Int, Never>.run(name: name, line: 1) { _ in await wait() }
      let start = mainQueue.now.nanoseconds / 1_000_000_000
      let texts = ending(of: effect) { mainQueue.advance(by: 1) }
      #expect(
        texts
          == waiting(
            "run \"\(name)\", \(place):1",
            """
            waits on test scheduler until \(start == 0 ? "2.5" : "\(Double(start) + 2.5)") s \
            (DispatchQueue, 1.5 s from now)
            """
          )
      )
    }
  }

  @Test func `the failure states the earliest wake time of an effect's child tasks`() {
    let mainQueue = mainQueue
    let texts = ending(
      of: .task(name: "group", line: 1) {
        await withTaskGroup(of: Void.self) { group in
          for seconds in 1...3 {
            group.addTask { try? await mainQueue.sleep(for: .seconds(seconds * 10)) }
          }
        }
        return 1
      },
      during: { mainQueue.advance(by: 15) }
    )
    #expect(
      texts
        == waiting(
          "task \"group\", \(place):1",
          "waits on test scheduler until 20 s (DispatchQueue, 5 s from now)"
        )
    )
  }

  @Test func `the failure states when a delayed or throttled value is sent`() {
    let value = Effect<Int, Never>(value: 1)
    #expect(
      ending(of: value.delay(for: 1, scheduler: mainQueue, line: 1))
        == waiting(
          "delay, \(place):1",
          "waits on test scheduler until 1 s (DispatchQueue, 1 s from now)"
        )
    )
    #expect(
      ending(
        of: .merge(value, value)
          .throttle(id: 1, for: 1, scheduler: mainQueue, latest: true, line: 1),
        during: { mainQueue.advance(by: 0.5) }
      )
        == waiting(
          "throttle, \(place):1",
          "waits on the scheduler of its throttle for another 0.5 s"
        )
    )
  }

  @Test func `two schedulers`() {
    let (mainQueue, runLoop) = (mainQueue, RunLoop.test)
    let effect = Effect<Int, Never>.task(name: "race", line: 1) {
      async let first: Void = mainQueue.sleep(for: 1)
      async let second: Void = runLoop.sleep(for: 2)
      _ = try? await (first, second)
      return 1
    }
    #expect(
      ending(of: effect)
        == waiting(
          "task \"race\", \(place):1",
          """
          waits on test scheduler until 1 s (DispatchQueue, 1 s from now); waits on test scheduler \
          until 2 s (RunLoop, 2 s from now)
          """
        )
    )
  }

  @Test func `the failure states when a sleep on a test clock ends`() {
    let scheduler = ContinuousClock.test
    #expect(
      ending(
        of: .task(name: "nap", line: 1) {
          try? await scheduler.clock.sleep(for: .seconds(1))
          return 1
        }
      )
        == waiting(
          "task \"nap\", \(place):1",
          "waits on test scheduler until 1 s (ContinuousClock, 1 s from now)"
        )
    )
  }

  // MARK: On the others

  @Test func `the failure names the subject that an effect or its task waits for`() {
    let subject = Subject<Int, Never>(name: "messages", line: 1)
    let text = #"waits for a value of its subject "messages", \#(place):1"#
    #expect(ending(of: subject.effect) == waiting("subject \"messages\", \(place):1", text))
    let effect = Effect<Int, Never>.run(name: "listen", line: 2) { send in
      for await number in subject.effect.values() { send(number) }
    }
    #expect(
      ending(of: effect, during: { subject.send(1) })
        == waiting("run \"listen\", \(place):2", text)
    )
  }

  @Test func `the failure explains that no-op and immediate schedulers never resume an effect`() {
    let noop = DispatchQueue.noop
    #expect(
      ending(
        of: .task(name: "nap", line: 1) {
          try? await noop.sleep(for: 1)
          return 1
        }
      ) == waiting("task \"nap\", \(place):1", "waits on a no-op scheduler, which drops all work")
    )
    #expect(
      ending(
        of: Effect.timer(id: 1, every: 1, on: DispatchQueue.immediate, line: 1).map { _ in 1 }
      )
        == waiting(
          "timer, \(place):1",
          "waits for a timer of an immediate scheduler, whose time never advances"
        )
    )
  }

  // MARK: Outside

  @Test
  func `the failure reports continuations, callbacks and detached tasks as suspended outside`() {
    let continuations = Recorder<[CheckedContinuation<Int, Never>]>([])
    #expect(
      ending(
        of: .task(name: "continuation", line: 1) {
          await withCheckedContinuation { continuation in
            continuations.update { $0.append(continuation) }
          }
        }
      ) == suspended("task \"continuation\", \(place):1")
    )
    for continuation in continuations.value { continuation.resume(returning: 1) }

    #expect(
      ending(of: .future(name: "callback", line: 1) { _ in })
        == suspended("future \"callback\", \(place):1")
    )
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let effect = Effect<Int, Never>.run(name: "detached", line: 1) { send in
      let task = Task.detached {
        for await _ in stream { return 1 }
        return 2
      }
      send(await task.value)
    }
    #expect(ending(of: effect) == suspended("run \"detached\", \(place):1"))
    continuation.finish()
  }

  @Test func `the failure reports effects of unfinished streams as suspended outside`() {
    let continuations = Recorder<[AsyncStream<Int>.Continuation]>([])
    func makeStream() -> AsyncStream<Int> {
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      continuations.update { $0.append(continuation) }
      return stream
    }
    let (first, second, third) = (makeStream(), makeStream(), makeStream())
    let effects: [(name: String, effect: Effect<Int, Never>)] = [
      ("sequence", Effect(first, name: "rows", line: 1)),
      (
        "run",
        .run(name: "rows", line: 1) { send in
          for await row in second { send(row) }
        }
      ),
      (
        "run",
        .run(name: "rows", line: 1) { send in
          for await row in Effect<Int, Never>(third).values() { send(row) }
        }
      ),
      (
        "run",
        .run(name: "rows", line: 1) { subscriber in
          subscriber.send(1)
          return AnyCancellable {}
        }
      ),
    ]
    for (name, effect) in effects {
      let texts = ending(of: effect) {
        for continuation in continuations.value { continuation.yield(1) }
      }
      #expect(texts == suspended("\(name) \"rows\", \(place):1"))
    }
  }

  @Test func `the failure does not mention a sleep that has ended`() {
    let mainQueue = mainQueue
    let effect = Effect<Int, Never>.task(name: "two", line: 1) {
      try? await mainQueue.sleep(for: 1)
      for await _ in AsyncStream<Never>.makeStream().stream {}
      return 1
    }
    #expect(
      ending(of: effect, during: { mainQueue.advance(by: 1) })
        == suspended("task \"two\", \(place):1")
    )
  }

  // MARK: Many

  @Test func `the failure shows only the first 20 waiting effects`() {
    let mainQueue = mainQueue
    let effects = (1...25).map { number in
      Effect<Int, Never>.task(name: "\(number)", line: 1) {
        try? await mainQueue.sleep(for: .seconds(Double(number)))
        return 1
      }
    }
    let bullets = (1...20).map { number in
      """
      • task "\(number)", \(place):1
        started by 0, in the step at Tests/Step.swift:2
        waits on test scheduler until \(number) s (DispatchQueue, \(number) s from now)
      """
    }
    #expect(
      ending(of: .merge(effects)) == [
        """
        25 effects are still running at the end: …

        \(bullets.joined(separator: "\n"))
        … (5 more)

        \(mending)
        """
      ]
    )
  }

  @Test func `waiting effects are released with the store`() {
    final class Token: Sendable {}
    weak var weakToken: Token?
    let (mainQueue, subject) = (mainQueue, Subject<Int, Never>())
    do {
      let token = Token()
      weakToken = token
      let noop = DispatchQueue.noop
      let effect = Effect<Int, Never>.merge(
        .task {
          try? await noop.sleep(for: 1)
          _ = token
          return 1
        },
        .task {
          try? await mainQueue.sleep(for: 1)
          _ = token
          return 1
        },
        subject.effect.map { number in
          _ = token
          return number
        },
        Effect(value: 1).delay(for: 1, scheduler: noop).map { number in
          _ = token
          return number
        },
        Effect.timer(id: 1, every: 1, on: DispatchQueue.immediate).map { _ in
          _ = token
          return 1
        }
      )
      #expect(ending(of: effect).count == 1)
    }
    #expect(weakToken == nil)
  }
}
