// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Releasing an object in the middle of an operation may end another object of the same kind.
@Suite @MainActor struct EffectLettingGoTests {
  private func makeStore() -> Store<Int, Effect<Int, Never>> {
    Store(
      initialState: 0,
      reducer: Reducer { _, effect, _ in effect.ignoreOutput() },
      environment: ()
    )
  }

  @Test func `releasing an effect of a subject may cancel another effect of the subject`() {
    let subject = Subject<Int, Never>()
    let store = makeStore()
    let ended = Recorder(false)
    let other = subject.effect.sink { _ in }
    do {
      let canceller = Canceller {
        other.cancel()
        ended.set(true)
      }
      store.send(
        subject.effect.map { number in withExtendedLifetime(canceller) { number } }
          .cancellable(id: 1)
      )
    }
    #expect(ended.value == false)
    store.send(.cancel(id: 1))
    #expect(ended.value)
  }

  @Test func `releasing work of a test scheduler may cancel other work`() {
    let scheduler = DispatchQueue.test
    let ran = Recorder(0)
    let other = scheduler.schedule(after: scheduler.now.advanced(by: 1)) {
      ran.update { $0 += 1 }
    }
    let work: ScheduledWork
    do {
      let canceller = Canceller { other.cancel() }
      work = scheduler.schedule(after: scheduler.now.advanced(by: 1)) {
        withExtendedLifetime(canceller) { ran.update { $0 += 1 } }
      }
    }
    work.cancel()
    scheduler.run()
    #expect(ran.value == 0)
  }

  @Test(.timeLimit(.minutes(60)))
  func `releasing the interval of a throttle may start another interval`() {
    let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))
    let numbers = Subject<Int, Never>()
    let asked = Recorder(false)
    let scheduler = HoldingScheduler(
      clock: clock,
      held: Recorder(
        Canceller {
          numbers.send(2)
          asked.set(true)
        }
      )
    )
    let store = makeStore()
    store.send(numbers.effect.throttle(id: 2, for: 1, scheduler: clock, latest: true))
    store.send(
      Effect(value: 1).throttle(id: 1, for: 1, scheduler: scheduler, latest: true)
    )
    #expect(asked.value == false)
    clock.advance(by: 1)
    #expect(asked.value)
  }

  /// Retains an object until the first piece of work is released.
  private struct HoldingScheduler: Scheduler {
    let clock: TestScheduler<Never>
    let held: Recorder<Canceller?>

    var now: SchedulerTime<Never> { clock.now }

    func schedule(_ work: @escaping @Sendable () -> Void) { clock.schedule(work) }

    func schedule(
      after instant: SchedulerTime<Never>,
      tolerance: SchedulerStride,
      _ work: @escaping @Sendable () -> Void
    ) -> ScheduledWork {
      let scheduled = clock.schedule(after: instant, tolerance: tolerance, work)
      let canceller = held.value
      held.set(nil)
      return ScheduledWork { withExtendedLifetime(canceller) { scheduled.cancel() } }
    }

    func schedule(
      after instant: SchedulerTime<Never>,
      interval: SchedulerStride,
      tolerance: SchedulerStride,
      _ work: @escaping @Sendable () -> Void
    ) -> ScheduledWork {
      clock.schedule(after: instant, interval: interval, tolerance: tolerance, work)
    }
  }

  @Test func `an observer is released when it is cancelled while other observers run`() {
    let store = Store<[Int], Int>(
      initialState: [],
      reducer: Reducer { numbers, number, _ in
        numbers.append(number)
        return .none
      },
      environment: ()
    )
    for cancelsWhileTold in [false, true] {
      var seen: [[Int]] = []
      var first: StoreObservation?
      let token: WeakToken
      do {
        let held = Token()
        token = WeakToken(token: held)
        first = store.observe { _, _ in withExtendedLifetime(held) {} }
      }
      let second = store.observe { numbers, _ in
        seen.append(numbers)
        if cancelsWhileTold, seen.count == 2 { first?.cancel() }
      }
      #expect(token.isDeallocated == false)
      if cancelsWhileTold { store.send(1) } else { first?.cancel() }
      #expect(token.isDeallocated)
      store.send(2)
      #expect(seen.last == store.state)
      second.cancel()
    }
  }

  @Test func `ten thousand observers can be cancelled at once`() {
    let store = Store<[Int], Int>(
      initialState: Array(repeating: 0, count: 10_000),
      reducer: Reducer { numbers, index, _ in
        numbers[index] += 1
        return .none
      },
      environment: ()
    )
    var calls: [Int] = []
    var observations: [StoreObservation] = numbersOfRows.map { row in
      store.scope(state: { $0[row] }).observe { _, _ in calls.append(row) }
    }
    calls = []
    withExtendedLifetime(observations) { _ = store.send(7) }
    #expect(calls == [7])
    observations = []
    store.send(8)
    #expect(calls == [7])
  }

  private var numbersOfRows: Range<Int> { 0..<10_000 }
}
