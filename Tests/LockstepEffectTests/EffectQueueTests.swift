// SPDX-License-Identifier: MIT

import Dispatch
import LockstepTestSupport
import LockstepTesting
import Testing

@testable import Lockstep

/// An effect delivers its values one at a time.
@Suite struct EffectQueueTests {
  typealias Numbers = Effect<Int, Never>

  private let received = Recorder<[Int]>([])

  private func run(_ numbers: Numbers) -> AnyCancellable {
    numbers.sink { [received] number in received.update { $0.append(number) } }
  }

  // MARK: What is slow to start

  @Test func `an effect that starts slowly delays the other effects of its action`() {
    let (first, second) = (CallbackSource(), CallbackSource())
    let (begun, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let slow = Numbers.sync {
      begun.signal()
      gate.wait()
      return 10
    }
    let cancellable = run(.merge(first.numbers.flatMap { _ in slow }, second.numbers).map { $0 })
    let done = DispatchGroup()
    DispatchQueue.global().async(group: done) { first.send(1) }
    begun.wait()
    second.send(2)
    #expect(received.value == [])
    gate.signal()
    done.wait()
    #expect(received.value == [10, 2])
    cancellable.cancel()
  }

  @Test func `a slow start on a scheduler delays no other effect`() {
    let queue = DispatchQueue(label: "slow")
    let both = DispatchSemaphore(value: 0)
    let (first, second) = (CallbackSource(), CallbackSource())
    let (begun, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let slow = Numbers.sync {
      begun.signal()
      gate.wait()
      return 10
    }
    .subscribe(on: queue.eraseToAnyScheduler())
    let cancellable = Numbers.merge(first.numbers.flatMap { _ in slow }, second.numbers).sink {
      [received] number in
      received.update { $0.append(number) }
      if number == 10 { both.signal() }
    }
    first.send(1)
    begun.wait()
    second.send(2)
    #expect(received.value == [2])
    gate.signal()
    both.wait()
    #expect(received.value == [2, 10])
    cancellable.cancel()
  }

  @Test func `values that arrive while an effect starts follow the values of its start`() {
    let pipe = CallbackSource()
    let (begun, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let slow = Numbers.sync {
      begun.signal()
      gate.wait()
      return 10
    }
    let done = DispatchGroup()
    let cancellable = Recorder<AnyCancellable?>(nil)
    DispatchQueue.global().async(group: done) {
      cancellable.set(run(.merge(pipe.numbers, slow).map { $0 }))
    }
    begun.wait()
    pipe.send(1)
    #expect(received.value == [])
    gate.signal()
    done.wait()
    #expect(received.value == [10, 1])
    cancellable.value?.cancel()
  }

  @Test(arguments: ["fireAndForget", "sync", "value", "deferred"])
  func `synchronous parts run on the starting thread while another thread sends`(name: String) {
    let pipe = CallbackSource()
    let parts = Recorder<[Int]>([])
    let threads = Recorder<[UInt]>([])
    let first: @Sendable () -> Void = {
      let sent = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        pipe.send(1)
        sent.signal()
      }
      sent.wait()
      parts.update { $0.append(1) }
    }
    let second = Numbers.fireAndForget { parts.update { $0.append(2) } }
    let concatenation =
      switch name {
      case "fireAndForget": Numbers.concatenate(.fireAndForget(first), second)
      case "sync":
        Numbers.concatenate(
          .sync {
            first()
            return 2
          },
          second
        )
      case "value": Numbers.concatenate(.fireAndForget(first), Numbers(value: 2), second)
      default: Numbers.concatenate(.fireAndForget(first), .lazy { .none }, second)
      }
    let cancellable = run(
      .merge(pipe.numbers, concatenation).map { number in
        threads.update { $0.append(currentThread()) }
        return number
      }
    )
    #expect(parts.value == [1, 2])
    #expect(received.value == (["sync", "value"].contains(name) ? [2, 1] : [1]))
    #expect(threads.value.allSatisfy { $0 == currentThread() })
    cancellable.cancel()
  }

  // MARK: The order

  @Test
  func `a thread's next value follows all effects of its previous value`() {
    let (first, second) = (CallbackSource(), CallbackSource())
    let (entered, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let numbers = Numbers.merge(first.numbers, second.numbers).flatMap { number in
      if number == 1 {
        entered.signal()
        gate.wait()
      }
      return number < 10 ? Numbers(value: number * 100) : Numbers(value: number)
    }
    let cancellable = run(numbers)
    let done = DispatchGroup()
    DispatchQueue.global().async(group: done) { first.send(1) }
    entered.wait()
    // The other thread delivers these values.
    for number in [2, 30, 3, 40] { second.send(number) }
    gate.signal()
    done.wait()
    #expect(received.value == [100, 200, 30, 300, 40])
    cancellable.cancel()
  }

  @Test func `a value that a function sends follows the effects of the function's own value`() {
    let pipe = CallbackSource()
    let numbers = pipe.numbers.flatMap { number in
      if number == 1 { pipe.send(2) }
      return .concatenate(Numbers(value: number * 10), Numbers(value: number * 10 + 1))
    }
    let cancellable = run(numbers)
    pipe.send(1)
    #expect(received.value == [10, 11, 20, 21])
    cancellable.cancel()
  }

  @Test func `the next value of a callback follows the effects of the previous value`() {
    let numbers = Numbers.run { subscriber in
      subscriber.send(1)
      subscriber.send(2)
      subscriber.send(completion: .finished)
      return AnyCancellable {}
    }
    // The callback is a part of an effect that is starting.
    let cancellable = run(
      .concatenate(
        Numbers(value: 0),
        numbers.flatMap { .concatenate(Numbers(value: $0 * 10), Numbers(value: $0 * 10 + 1)) },
        Numbers(value: 3)
      )
    )
    #expect(received.value == [0, 10, 11, 20, 21, 3])
    cancellable.cancel()
  }

  /// The time at which a thread sends to the effects of two actions.
  enum Moment: CaseIterable, Sendable {
    /// While one of the effects starts.
    case start
    /// While one of the effects starts as a part of a merge.
    case startOfPart
    /// While an effect of a third action delivers a value.
    case delivery
    /// While another part of one of the effects delivers a value.
    case deliveryOfPart
  }

  @Test(arguments: Moment.allCases, [(false, false), (false, true), (true, false), (true, true)])
  @MainActor
  func
    `a thread's values for the effects of two actions keep their order, with or without operators`(
      moment: Moment,
      haveOperators: (Bool, Bool)
    )
  {
    let (one, other, third) = (CallbackSource(), CallbackSource(), CallbackSource())
    let starts = moment == .start || moment == .startOfPart
    // Without an operator, the values go directly to the mailbox.
    func effect(_ numbers: Numbers, hasOperator: Bool) -> Numbers {
      hasOperator ? numbers.filter { $0 > 0 } : numbers
    }
    let sendingAtStart = Numbers.run { subscriber in
      subscriber.send(1)
      other.send(3)
      subscriber.send(2)
      return AnyCancellable {}
    }
    let first = effect(starts ? sendingAtStart : one.numbers, hasOperator: haveOperators.0)
    let second = effect(other.numbers, hasOperator: haveOperators.1)
    let sendingLater = third.numbers.filter { _ in
      one.send(1)
      other.send(3)
      one.send(2)
      return false
    }
    let effects =
      switch moment {
      case .start, .delivery: [second, first, sendingLater]
      case .startOfPart, .deliveryOfPart: [second, .merge(first, sendingLater)]
      }
    let store = Store<[Int], Int>(
      initialState: [],
      reducer: Reducer { numbers, number, _ in
        if number < 0 { return effects[-1 - number] }
        numbers.append(number)
        return .none
      },
      environment: ()
    )
    for index in effects.indices { store.send(-1 - index) }
    if starts == false { third.send(0) }
    // The store has received all values by now.
    store.send(4)
    #expect(store.state == [1, 3, 2, 4])
  }

  @Test @MainActor
  func
    `a store that receives an action while an effect starts runs the action's effects in that call`()
  {
    let log = Recorder<[String]>([])
    let clock = DispatchQueue.test
    let used = Using()
    let store = Store<Void, String>(
      initialState: (),
      reducer: Reducer<Void, String, Void> { _, action, _ in
        log.update { $0.append(action) }
        switch action {
        case "begin":
          return Effect.concatenate(
            .fireAndForget {
              MainActor.assumeIsolated { used.send("within") }
              log.update { $0.append("sent") }
            },
            .fireAndForget { log.update { $0.append("last") } }
          )
          .subscribe(on: clock)
        case "within":
          return .concatenate(
            .fireAndForget { log.update { $0.append("started") } },
            .fireAndForget { log.update { $0.append("started as well") } }
          )
        default: return .none
        }
      },
      environment: ()
    )
    used.store = store
    _ = store.send("begin")
    clock.advance()
    #expect(log.value == ["begin", "within", "started", "started as well", "sent", "last"])
    used.store = nil
  }

  /// Lets an effect send actions to a store.
  @MainActor private final class Using {
    var store: Store<Void, String>?

    func send(_ action: String) { _ = store?.send(action) }
  }

  @Test func `a merge does not call the functions of its parts at the same time`() {
    let (entered, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let done = DispatchGroup()
    let calls = Recorder<[Int]>([])
    let answers = Recorder<[@Sendable (Result<Int, Never>) -> Void]>([])
    let future = Numbers.future { answer in answers.update { $0.append(answer) } }
    let first = future.map { number in
      calls.update { $0.append(number) }
      entered.signal()
      gate.wait()
      return number
    }
    let second = future.map { number in
      calls.update { $0.append(number) }
      return number
    }
    // Each part sends to the mailbox directly.
    let store = ManualStore<[Int], Int?>(
      initialState: [],
      reducer: Reducer { numbers, number, _ in
        guard let number else { return .merge(first.map(Optional.some), second.map(Optional.some)) }
        numbers.append(number)
        return .none
      },
      environment: ()
    )
    store.send(nil)
    DispatchQueue.global().async(group: done) { answers.value[0](.success(1)) }
    entered.wait()
    answers.value[1](.success(2))
    #expect(calls.value == [1])
    gate.signal()
    done.wait()
    #expect(calls.value == [1, 2])
    // The store has received all values by now.
    store.send(3)
    #expect(store.store.state == [1, 2, 3])
  }

  // MARK: What schedulers send

  @Test(arguments: ["receive(on:)", "delay", "throttle", "timer"])
  func `a scheduler delivers its values on its own thread while another thread delivers`(
    name: String
  ) {
    let (source, other) = (CallbackSource(), CallbackSource())
    let (entered, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let clock = DispatchQueue.test
    let scheduled =
      switch name {
      case "receive(on:)": source.numbers.receive(on: clock)
      case "delay": source.numbers.delay(for: 1, scheduler: clock)
      case "throttle": source.numbers.throttle(id: 1, for: 1, scheduler: clock, latest: true)
      default: Effect.timer(id: 1, every: 1, on: clock).map { _ in 5 }
      }
    let threads = Recorder<[UInt]>([])
    let cancellable = run(
      .merge(
        scheduled.map { number in
          threads.update { $0.append(currentThread()) }
          return number
        },
        other.numbers.map { number in
          entered.signal()
          gate.wait()
          return number
        }
      )
    )
    source.send(4)
    source.send(5)
    let before = received.value
    let done = DispatchGroup()
    DispatchQueue.global().async(group: done) { other.send(1) }
    entered.wait()
    // Another thread is delivering when the work is due.
    clock.advance(by: 1)
    #expect(received.value == before)
    gate.signal()
    done.wait()
    #expect(received.value == before + [1])
    clock.advance()
    #expect(received.value.last == 5)
    #expect(threads.value.allSatisfy { $0 == currentThread() })
    cancellable.cancel()
  }

  // MARK: What goes with a value

  @Test func `a value that another thread delivers keeps its animation`() {
    let (first, second) = (CallbackSource(), CallbackSource())
    let (entered, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let animations = Recorder<[StoreAnimation?]>([])
    let numbers = Numbers.merge(first.numbers, second.numbers).map { number in
      if number == 1 {
        entered.signal()
        gate.wait()
      }
      animations.update { $0.append(StoreAnimation.current) }
      return number
    }
    let cancellable = run(numbers)
    let done = DispatchGroup()
    DispatchQueue.global().async(group: done) { first.send(1) }
    entered.wait()
    StoreAnimation.$current.withValue(.easeIn) { second.send(2) }
    gate.signal()
    done.wait()
    #expect(animations.value == [nil, .easeIn])
    cancellable.cancel()
  }

  @Test func `a value that waits for another thread is dropped if its part is cancelled`() {
    let (first, second) = (CallbackSource(), CallbackSource())
    let (entered, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let cancel = CallbackSource()
    let numbers = Numbers.merge(
      .merge(first.numbers, second.numbers.cancellable(id: 2)).map { number in
        if number == 1 {
          entered.signal()
          gate.wait()
        }
        return number
      },
      cancel.numbers.flatMap { _ in .cancel(id: 2) }
    )
    let cancellable = run(numbers)
    let done = DispatchGroup()
    DispatchQueue.global().async(group: done) { first.send(1) }
    entered.wait()
    cancel.send(0)
    second.send(2)
    gate.signal()
    done.wait()
    second.send(3)
    // The cancel waited in front of the value.
    #expect(received.value == [1])
    cancellable.cancel()
  }

  // MARK: Who holds what

  @Test func `a queue releases everything when its effect ends`() {
    let census = Census()
    do {
      let member = census.makeMember()
      let pipe = CallbackSource()
      let cancellable = run(
        pipe.numbers.flatMap { number in
          member.touch()
          if number == 1 { pipe.send(2) }
          return .concatenate(.fireAndForget { member.touch() }, Numbers(value: number))
        }
      )
      pipe.send(1)
      cancellable.cancel()
    }
    #expect(census.count == 0)
    #expect(received.value == [1, 2])
  }
}
