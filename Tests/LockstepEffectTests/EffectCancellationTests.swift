// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

@Suite struct EffectCancellationTests {
  typealias Numbers = Effect<Int, Never>

  private let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))

  /// Returns one effect of each kind.
  ///
  /// Unless it is cancelled, each effect sends at least one value.
  private static func kinds(
    _ clock: TestScheduler<Never>,
    _ subject: Subject<Int, Never>
  ) -> [(name: String, effect: Numbers)] {
    let run = Numbers.run { send in
      send(1)
      await Task.yield()
      send(2)
    }
    let callback = Numbers.run { subscriber in
      subscriber.send(1)
      let work = clock.schedule(after: clock.now.advanced(by: 1)) { subscriber.send(2) }
      return AnyCancellable { work.cancel() }
    }
    return [
      ("value", Numbers(value: 1)),
      ("result", .sync { 1 }),
      ("task", .task { 1 }),
      (
        "yielding task",
        .task {
          await Task.yield()
          return 1
        }
      ),
      ("run", run),
      ("callback", callback),
      ("future", .future { $0(.success(1)) }),
      ("later future", .future { callback in clock.schedule { callback(.success(1)) } }),
      ("timer", Effect.timer(id: "timer", every: 1, on: clock).map { _ in 1 }),
      ("delay", Numbers(value: 1).delay(for: 1, scheduler: clock)),
      ("receive", Numbers(value: 1).receive(on: clock)),
      (
        "immediate",
        Numbers(value: 1).receive(on: TimelessScheduler<Never>.immediate(at: clock.now))
      ),
      ("subject", subject.effect),
      ("merge", .merge(Numbers(value: 1), .task { 2 }, callback)),
      ("concatenate", .concatenate(Numbers(value: 1), .task { 2 }, Numbers(value: 3))),
      ("flatMap", Numbers.task { 1 }.flatMap { Numbers(value: $0) }),
      ("flatMap of a task", Numbers(value: 1).flatMap { number in .task { number } }),
      ("map", run.map { $0 + 1 }.filter { _ in true }),
      ("prefix", run.prefix(2)),
      ("catch", Effect<Int, Problem>(error: Problem()).catch { _ in Numbers(value: 1) }),
      ("catchToEffect", Numbers(value: 1).catchToEffect().map { _ in 1 }),
      ("nested ids", run.cancellable(id: "inner")),
      ("deferred", .lazy { Numbers(value: 1) }),
      ("deferred by a time", Numbers(value: 1).deferred(for: 1, scheduler: clock)),
      ("subscribe", Numbers(value: 1).subscribe(on: clock)),
      ("sequence", Effect(AsyncStream { $0.yield(1) })),
    ]
  }

  @Test func `each kind of effect sends a value if it is not cancelled`() {
    let subject = Subject<Int, Never>()
    for (name, effect) in Self.kinds(clock, subject) {
      let run = EffectRun(effect.cancellable(id: 1))
      clock.advance()
      subject.send(1)
      clock.advance(by: 1)
      run.settle()
      #expect(run.picture.filter(\.isNumber).isEmpty == false, "\(name)")
      run.start(.cancel(id: 1))
    }
  }

  @Test func `each kind of effect sends nothing if it is started and cancelled in one turn`() {
    let subject = Subject<Int, Never>()
    for (name, effect) in Self.kinds(clock, subject) {
      let run = EffectRun<Int, Never>()
      run.start(.merge(effect.cancellable(id: 1), .cancel(id: 1)))
      clock.advance(by: 3)
      subject.send(1)
      run.settle()
      #expect(run.picture == "|", "\(name), merged")

      let concatenated = EffectRun<Int, Never>()
      concatenated.start(inOneTurn: effect.cancellable(id: 1), .cancel(ids: [2, 1]))
      clock.advance(by: 3)
      subject.send(1)
      concatenated.settle()
      #expect(concatenated.picture == "| |", "\(name), started on its own")
    }
  }

  @Test func `cancelling before the start cancels nothing`() {
    let run = EffectRun<Int, Never>()
    run.start(.merge(.cancel(id: 1), Numbers(value: 1).cancellable(id: 1)))
    #expect(run.picture == "1 |")
  }

  @Test func `cancelInFlight replaces the effect that runs under the id`() {
    func search(_ number: Int) -> Numbers {
      Numbers(value: number).delay(for: 2, scheduler: clock)
        .cancellable(id: "search", cancelInFlight: true)
    }
    let run = EffectRun(search(1))
    clock.advance(by: 1)
    run.start(search(2))
    clock.advance(by: 1)
    run.start(search(3))
    clock.advance(by: 2)
    #expect(run.picture == "| | 3 |")
  }

  @Test func `several effects run under one id`() {
    let run = EffectRun<Int, Never>()
    for number in 1...3 {
      run.start(
        Numbers(value: number).delay(for: .seconds(number), scheduler: clock)
          .cancellable(id: "id")
      )
    }
    clock.advance(by: 1)
    run.start(.cancel(id: "id"))
    clock.advance(by: 5)
    #expect(run.picture == "1 | | | |")
  }

  @Test func `cancelling twice, or without a running effect, does nothing`() {
    let run = EffectRun<Int, Never>()
    run.start(.cancel(id: 1))
    run.start(Numbers(value: 1).delay(for: 1, scheduler: clock).cancellable(id: 1))
    run.start(.merge(.cancel(id: 1), .cancel(id: 1)))
    run.start(.cancel(id: 1))
    clock.advance(by: 2)
    run.start(Numbers(value: 2).cancellable(id: 1))
    run.start(.cancel(id: 1))
    #expect(run.picture.filter { $0 != " " } == "||||2||")
  }

  @Test func `ids of different types are different ids`() {
    struct ID: Hashable {}
    let run = EffectRun<Int, Never>()
    run.start(Numbers(value: 1).delay(for: 1, scheduler: clock).cancellable(id: ID()))
    run.start(Numbers(value: 2).delay(for: 1, scheduler: clock).cancellable(id: "ID()"))
    run.start(.cancel(id: ID()))
    clock.advance(by: 1)
    #expect(run.picture == "| | 2 |")
  }

  @Test func `cancelling an id in one store does not cancel it in another store`() {
    let first = EffectRun(Numbers(value: 1).delay(for: 1, scheduler: clock).cancellable(id: 1))
    let second = EffectRun(Numbers(value: 2).delay(for: 1, scheduler: clock).cancellable(id: 1))
    first.start(.cancel(id: 1))
    clock.advance(by: 1)
    #expect(first.picture == "| |")
    #expect(second.picture == "2 |")
  }

  @Test func `an inner id cancels a part of an effect, and an outer id cancels the whole effect`() {
    func effect() -> Numbers {
      .merge(
        Numbers(value: 1).delay(for: 1, scheduler: clock).cancellable(id: "inner"),
        Numbers(value: 2).delay(for: 2, scheduler: clock)
      )
      .cancellable(id: "outer")
    }
    let inner = EffectRun(effect())
    inner.start(.cancel(id: "inner"))
    clock.advance(by: 3)
    #expect(inner.picture == "| 2 |")
    let outer = EffectRun(effect())
    clock.advance(by: 1)
    outer.start(.cancel(id: "outer"))
    clock.advance(by: 3)
    #expect(outer.picture == "1 | |")
  }

  @Test
  func `cancelling a part of a concatenation starts the next effect, for each kind of effect`() {
    let subject = Subject<Int, Never>()
    for (name, effect) in Self.kinds(clock, subject) {
      // Synchronous effects end before they can be cancelled, so this one starts after a delay.
      let slow = Numbers.concatenate(Numbers.none.delay(for: 9, scheduler: clock), effect)
      let part = Numbers.merge(effect.filter { _ in false }, slow.filter { _ in false }, .never)
      let run = EffectRun<Int, Never>()
      run.start(.concatenate(part.cancellable(id: 1), Numbers(value: 7), .task { 8 }))
      #expect(run.picture == "", "\(name)")
      run.start(.cancel(id: 1))
      // A synchronous next effect runs during the cancellation, before the cancelling effect ends.
      #expect(["| 7 8 |", "7 8 | |"].contains(run.picture), "\(name)")
    }
  }

  @Test func `an effect that cancels its own id ends`() {
    let run = EffectRun<Int, Never>()
    run.start(.concatenate(Numbers(value: 1), .cancel(id: 1), Numbers(value: 2)).cancellable(id: 1))
    #expect(run.picture == "|")
  }

  @Test @MainActor func `an effect has its id before its body starts`() async {
    let subject = Subject<Void, Never>()
    let leaves: [Numbers] = [
      .run { send in
        subject.send(())
        await Task.yield()
        send(1)
      },
      .run { subscriber in
        subject.send(())
        subscriber.send(1)
        subscriber.send(completion: .finished)
        return AnyCancellable {}
      },
    ]
    let store = Store<[Int], Int>(
      initialState: [],
      reducer: Reducer { numbers, number, _ in
        numbers.append(number)
        switch number {
        case -1: return subject.effect.flatMap { Numbers.cancel(id: 1) }
        case -2: return leaves[0].cancellable(id: 1)
        case -3: return leaves[1].cancellable(id: 1)
        default: return .none
        }
      },
      environment: ()
    )
    let listening = store.send(-1)
    await store.send(-2).finish()
    await store.send(-3).finish()
    #expect(store.state == [-1, -2, -3])
    listening.cancel()
  }

  @Test func `cancelInFlight also cancels effects that follow under the same id`() {
    let (first, second) = (Subject<Int, Never>(), Subject<Int, Never>())
    let run = EffectRun(
      Numbers.concatenate(first.effect.cancellable(id: 1), second.effect.cancellable(id: 1))
    )
    run.start(Subject<Int, Never>().effect.cancellable(id: 1, cancelInFlight: true))
    second.send(1)
    run.settle()
    #expect(run.picture == "|")
  }

  /// Returns an effect that sends a number each second under an id and replaces the effect that runs under the id.
  ///
  /// Uses the operator with the given name.
  private static func alone(
    _ number: Int,
    _ name: String,
    _ clock: TestScheduler<Never>
  ) -> Numbers {
    let ticks = Effect.timer(id: "\(number)", every: 1, on: clock).map { _ in number }
    return switch name {
    case "debounce": ticks.debounce(id: 1, for: 1, scheduler: clock)
    case "throttle": ticks.throttle(id: 1, for: 0.5, scheduler: clock, latest: true)
    case "throttle, first": ticks.throttle(id: 1, for: 0.5, scheduler: clock, latest: false)
    case "timer": Effect.timer(id: 1, every: 1, on: clock).map { _ in number }
    default: ticks.cancellable(id: 1, cancelInFlight: true)
    }
  }

  private static let operators = [
    "cancellable", "debounce", "throttle", "throttle, first", "timer",
  ]

  @Test(arguments: operators, operators)
  func `an effect that takes an id over also ends the effects that follow under it`(
    old: String,
    new: String
  ) {
    let clock = clock
    let hasFollowed = Recorder(false)
    let run = EffectRun(
      Numbers.concatenate(
        Self.alone(1, old, clock),
        Self.alone(2, old, clock),
        .fireAndForget { hasFollowed.set(true) }
      )
    )
    run.start(Self.alone(3, new, clock))
    #expect(hasFollowed.value)
    clock.advance(by: 2.25)
    let picture = new == "debounce" ? "| 3" : "| 3 3"
    #expect(run.picture == picture)
    run.start(.cancel(id: 1))
    clock.advance(by: 9)
    #expect(run.picture == picture + " | |")
  }

  @Test(arguments: operators)
  func `cancelling a part by its id starts the next effect under the same id`(name: String) {
    let clock = clock
    let run = EffectRun(
      Numbers.concatenate(Self.alone(1, name, clock), Self.alone(2, name, clock))
    )
    run.start(.cancel(id: 1))
    clock.advance(by: 2.25)
    let picture = name == "debounce" ? "| 2" : "| 2 2"
    #expect(run.picture == picture)
    run.start(.cancel(id: 1))
    clock.advance(by: 9)
    #expect(["\(picture) | |"].contains(run.picture))
  }

  @Test func `a cancelled effect does not replace the effect under its id`() {
    let subject = Subject<Int, Problem>()
    let run = EffectRun<Int, Problem>()
    run.start(subject.effect.cancellable(id: "place"))
    run.start(
      .merge(
        .cancel(id: "whole"),
        .never.cancellable(id: "place", cancelInFlight: true),
        Effect(value: 2)
      )
      .cancellable(id: "whole")
    )
    subject.send(1)
    run.settle()
    #expect(run.picture == "| 1")
  }

  @Test func `a failed effect does not run the rest of its merged effects`() {
    let subject = Subject<Int, Problem>()
    let run = EffectRun(subject.effect.cancellable(id: 1))
    run.start(.merge(Effect(error: Problem()), .cancel(id: 1)))
    subject.send(1)
    run.settle()
    #expect(run.picture == "x(problem 1) | 1")
  }

  @Test func `values sent from another thread before the cancellation are dropped`() {
    let subscriber = Recorder<Numbers.Subscriber?>(nil)
    let run = EffectRun(
      Numbers.run { given in
        subscriber.set(given)
        return AnyCancellable {}
      }
      .cancellable(id: 1)
    )
    let sender = DispatchQueue(label: "sender")
    sender.sync { subscriber.value?.send(1) }
    run.settle()
    #expect(run.picture == "1")
    // Both effects run in one turn, so the numbers are in the store's queue when the cancellation starts.
    run.start(
      .merge(
        .fireAndForget {
          sender.sync {
            for number in 2...100 { subscriber.value?.send(number) }
          }
        },
        .cancel(id: 1)
      )
    )
    #expect(run.picture == "1 | |")
    sender.sync { subscriber.value?.send(101) }
    run.settle()
    #expect(run.picture == "1 | |")
  }

  @Test func `a cancellation runs after the values that were sent before it`() {
    let subject = Subject<Int, Never>()
    let run = EffectRun(subject.effect.cancellable(id: 1))
    for number in 1...3 { subject.send(number) }
    run.start(.cancel(id: 1))
    #expect(run.picture == "1 2 3 | |")
  }

  @Test func `a body that ignores cancellation sends nothing more`() {
    let resume = Recorder<(@Sendable () -> Void)?>(nil)
    let hasReturned = Recorder(false)
    let run = EffectRun(
      Numbers.run { send in
        send(1)
        await withCheckedContinuation { continuation in
          resume.set { continuation.resume() }
        }
        send(2)
        hasReturned.set(true)
      }
      .cancellable(id: 1)
    )
    run.start(.cancel(id: 1))
    #expect(run.picture == "1 | |")
    resume.value?()
    run.settle()
    #expect(hasReturned.value)
    #expect(run.picture == "1 | |")
  }

  @Test func `the task of an effect is cancelled with it`() {
    let wasCancelled = Recorder<Bool?>(nil)
    let run = EffectRun(
      Numbers.run { _ in
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        for await _ in stream {}
        wasCancelled.set(Task.isCancelled)
        _ = continuation
      }
      .cancellable(id: 1)
    )
    #expect(wasCancelled.value == nil)
    run.start(.cancel(id: 1))
    #expect(wasCancelled.value == true)
  }
}

extension Effect {
  /// An effect that neither sends a value nor ends.
  fileprivate static var never: Self {
    .run { _ in AnyCancellable {} }
  }
}
