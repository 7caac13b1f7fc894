// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

@testable import LockstepJournal

/// Tests the sender, the cause and the preceding turn that a journal records for each turn.
@Suite struct JournalSenderTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let effect: @Sendable (TestScheduler<DispatchQueue>) -> Effect<Int, Never>
    let turns: [String]

    init(
      _ name: String,
      _ effect: @escaping @Sendable (TestScheduler<DispatchQueue>) -> Effect<Int, Never>,
      _ turns: String...
    ) {
      testDescription = name
      self.effect = effect
      self.turns = turns
    }
  }

  /// Returns a callback effect that sends numbers as soon as it starts, and then completes.
  private static func numbers(_ numbers: Int..., name: String) -> Effect<Int, Never> {
    .run(name: name) { subscriber in
      for number in numbers { subscriber.send(number) }
      subscriber.send(completion: .finished)
      return AnyCancellable {}
    }
  }

  private static func task(_ number: Int, name: String) -> Effect<Int, Never> {
    .task(name: name) {
      await Task.yield()
      return number
    }
  }

  static let cases = [
    Case("a value", { _ in Effect(value: 1) }, "2 1: at once of 1 in 1"),
    Case("a lazy value", { _ in .lazy { Effect(value: 1) } }, "2 1: at once of 1 in 1"),
    Case("a synchronous value", { _ in .sync { 1 } }, "2 1: at once of 1 in 1"),
    Case(
      "a callback, in its turn",
      { _ in numbers(1, 2, name: "a") },
      "2 1: run \"a\" of 1 in 1",
      "3 2: run \"a\" of 1 in 1"
    ),
    Case("a task", { _ in task(1, name: "a") }, "2 1: task \"a\" of 1"),
    Case(
      "a task that sends",
      { _ in
        .run(name: "a") { send in
          await Task.yield()
          send(1)
          send(2)
        }
      },
      "2 1: run \"a\" of 1",
      "3 2: run \"a\" of 1"
    ),
    Case(
      "a merge",
      { _ in .merge(task(1, name: "a"), Effect(value: 2), numbers(3, name: "b")) },
      "2 2: at once of 1 in 1",
      "3 3: run \"b\" of 1 in 1",
      "4 1: task \"a\" of 1"
    ),
    Case(
      "a concatenation",
      { _ in .concatenate(task(1, name: "a"), Effect(value: 2), task(3, name: "b")) },
      "2 1: task \"a\" of 1",
      "3 2: task \"a\" of 1",
      "4 3: task \"b\" of 1"
    ),
    Case(
      "flatMap to values",
      { _ in task(1, name: "a").flatMap { .merge(Effect(value: $0 * 10), .sync { 20 }) } },
      "2 10: task \"a\" of 1",
      "3 20: task \"a\" of 1"
    ),
    Case(
      "flatMap to another effect",
      { _ in task(1, name: "a").flatMap { task($0 * 10, name: "b") } },
      "2 10: task \"b\" of 1"
    ),
    Case(
      "catch",
      { _ in Effect.failingRun("a").catch { _ in Effect(value: -1) } },
      "2 -1: run \"a\" of 1 in 1"
    ),
    Case(
      "catch by another effect",
      { _ in Effect.failingRun("a").catch { _ in task(-1, name: "b") } },
      "2 -1: task \"b\" of 1"
    ),
    Case(
      "retry",
      { scheduler in
        let attempts = Recorder(0)
        return Effect<Int, JournalFailure>
          .run(name: "a") { subscriber in
            if attempts.update({ attempt in
              attempt += 1
              return attempt
            }) == 2 {
              subscriber.send(7)
            }
            subscriber.send(completion: attempts.value < 2 ? .failure(JournalFailure()) : .finished)
            return AnyCancellable {}
          }
          .retry(.exponential(attempts: 2, from: 1), on: scheduler)
          .catch { _ in Effect(value: -1) }
      },
      "2 7: run \"a\" of 1"
    ),
    Case(
      "a debounced value",
      { Effect(value: 1).debounce(id: "id", for: 1, scheduler: $0) },
      "2 1: debounce of 1"
    ),
    Case(
      "a debounced task",
      { task(1, name: "a").debounce(id: "id", for: 1, scheduler: $0) },
      "2 1: task \"a\" of 1"
    ),
    Case(
      "a delayed value",
      { Effect(value: 1).delay(for: 1, scheduler: $0) },
      "2 1: delay of 1"
    ),
    Case(
      "a delayed task",
      { task(1, name: "a").delay(for: 1, scheduler: $0) },
      "2 1: task \"a\" of 1"
    ),
    Case(
      "a delayed task that goes on with a value",
      { task(1, name: "a").delay(for: 1, scheduler: $0).flatMap { Effect(value: $0 * 10) } },
      "2 10: task \"a\" of 1"
    ),
    Case(
      "a delayed value from flatMap",
      { task(1, name: "a").flatMap { Effect(value: $0 * 10) }.delay(for: 1, scheduler: $0) },
      "2 10: delay of 1"
    ),
    Case(
      "a throttled value from flatMap",
      { scheduler in
        numbers(1, 2, name: "a").flatMap { Effect(value: $0 * 10) }
          .throttle(id: "id", for: 1, scheduler: scheduler, latest: true)
      },
      "2 10: throttle of 1 in 1",
      "3 20: throttle of 1"
    ),
    Case(
      "deferred",
      { Effect(value: 1).deferred(for: 1, scheduler: $0) },
      "2 1: deferred of 1"
    ),
    Case(
      "a value of a subscription on a scheduler",
      { Effect(value: 1).subscribe(on: $0) },
      "2 1: subscribe(on:) of 1"
    ),
    Case(
      "a value received on a scheduler",
      { Effect(value: 1).receive(on: $0) },
      "2 1: receive(on:) of 1"
    ),
    Case(
      "throttled values",
      { scheduler in
        numbers(1, 2, 3, name: "a")
          .throttle(id: "id", for: 1, scheduler: scheduler, latest: true)
      },
      "2 1: run \"a\" of 1 in 1",
      "3 3: run \"a\" of 1"
    ),
    Case(
      "a timer",
      { scheduler in
        Effect.timer(id: "timer", every: 1, on: scheduler).map { _ in 1 }.prefix(2)
      },
      "2 1: timer of 1",
      "3 1: timer of 1"
    ),
    Case(
      "one at a time",
      { _ in
        .merge(
          task(1, name: "a").cancellable(id: "id", whenRunning: .queue),
          Effect(value: 2).cancellable(id: "id", whenRunning: .queue)
        )
      },
      "2 1: task \"a\" of 1",
      "3 2: cancellable of 1 in 2"
    ),
    Case(
      "a future",
      { _ in
        .future(name: "a") { callback in callback(.success(1)) }
      },
      "2 1: future \"a\" of 1 in 1"
    ),
  ]

  @Test(arguments: cases)
  func `a turn names the leaf effect that sent its action`(example: Case) {
    let run = JournaledStore()
    run.start(example.effect(run.scheduler))
    for _ in 0..<4 { run.scheduler.advance(by: 1) }
    #expect(run.journal.turnTexts == ["1 start: send"] + example.turns)
    for turn in run.journal.turns.dropFirst() { #expect((turn.cause ?? .max) < turn.number) }
  }

  @Test
  func
    `a subject's value is caused by the turn that sends it, or else by the turn that started observing`()
  {
    let run = JournaledStore()
    let subject = Subject<Int, Never>()
    run.start(subject.effect)
    run.start(.fireAndForget { subject.send(5) })
    subject.send(6)
    run.manual.run()
    #expect(
      run.journal.turnTexts == [
        "1 start: send", "2 start: send", "3 5: subject of 1 in 2", "4 6: subject of 1",
      ]
    )
    #expect(run.journal.turns.map(\.cause) == [nil, nil, 2, 1])
  }

  @Test func `an action sent by an observer is caused by the observed turn`() {
    let run = JournaledStore()
    let observation = run.store.observe(removeDuplicates: nil) {
      [unowned store = run.store] state, _ in
      if state.count == 1 { store.send(.add(2)) }
    }
    run.manual.send(.add(1))
    #expect(run.journal.turnTexts == ["1 1: send", "2 2: send in 1"])
    #expect(run.journal.turns.map(\.cause) == [nil, 1])
    withExtendedLifetime(observation) {}
  }

  @Test func `a chain of values leads back to the action sent from outside`() {
    let run = JournaledStore()
    func chain(_ rest: Int) -> Effect<JournaledAction, Never> {
      rest == 0 ? Effect(value: .add(0)) : Effect(value: .startAll(chain(rest - 1)))
    }
    run.manual.send(.startAll(chain(3)))
    #expect(run.journal.turns.map(\.cause) == [nil, 1, 2, 3, 4])
    #expect(run.journal.causes(ofTurns: [5]).map(\.number) == [5, 4, 3, 2, 1])
  }

  @Test func `an action sent from another thread has no cause`() {
    let run = JournaledStore()
    let sender = run.store.sender
    DispatchQueue.global().sync { sender.send(.add(1), fileID: "App/Feature.swift", line: 4) }
    run.manual.run()
    #expect(run.journal.turnTexts == ["1 1: send"])
    #expect(run.journal.turns[0].sender.description == "'send' at App/Feature.swift:4")
    #expect(run.journal.turns[0].cause == nil)
  }

  @Test func `a value sent from another thread names its effect as the sender`() {
    let run = JournaledStore()
    let source = CallbackSource()
    run.start(source.numbers)
    DispatchQueue.global().sync { source.send(3) }
    run.manual.run()
    #expect(run.journal.turnTexts == ["1 start: send", "2 3: run of 1"])
  }

  @Test func `an action sent with an animation causes the turn of its effect's value`() {
    let run = JournaledStore()
    run.store.send(.start(Effect(value: 1)), animation: .easeIn)
    #expect(run.journal.turnTexts == ["1 start: send", "2 1: at once of 1 in 1"])
    #expect(run.journal.turns.map(\.cause) == [nil, 1])
  }

  @Test
  func `an effect that follows a cancelled effect is not attributed to the cancelling effect`() {
    let run = JournaledStore()
    let endless = Effect<Int, Never>.run(name: "a") { _ in AnyCancellable {} }
    run.start(.concatenate(endless.cancellable(id: "id"), Effect(value: 1)))
    run.start(
      .concatenate(
        .task(name: "b") {
          await Task.yield()
          return 2
        },
        .cancel(id: "id")
      )
    )
    #expect(
      run.journal.turnTexts.sorted() == [
        "1 start: send", "2 start: send", "3 2: task \"b\" of 2", "4 1: at once of 1",
      ]
    )
  }

  @Test func `a subject that relays values between two stores keeps their senders separate`() {
    let (first, second) = (JournaledStore(), JournaledStore())
    let subject = Subject<Int, Never>()
    second.start(subject.effect.flatMap { Effect(value: $0 + 1) })
    first.start(
      .task(name: "a") { 1 }
        .flatMap { number in
          subject.send(number)
          return Effect(value: number)
        }
    )
    second.manual.run()
    #expect(first.journal.turnTexts == ["1 start: send", "2 1: task \"a\" of 1 in 1"])
    #expect(second.journal.turnTexts == ["1 start: send", "2 2: subject of 1"])
  }
}
