// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Each value that waits for a scheduler arrives once, whatever the scheduler does, and delays no other value.
@Suite(.timeLimit(.minutes(10))) struct SchedulerHammerTests {
  enum Operator: CaseIterable, Sendable {
    case receive
    case delay
    case debounce
    case deferred
    case throttle
    case timer

    /// An effect that sends a number on a scheduler.
    fileprivate func effect(_ number: Int, on scheduler: CountingScheduler) -> Effect<Int, Never> {
      let value = Effect<Int, Never>(value: number)
      return switch self {
      case .receive: value.receive(on: scheduler)
      case .delay: value.delay(for: 0.01, scheduler: scheduler)
      case .debounce: value.debounce(id: number, for: 0.01, scheduler: scheduler)
      case .deferred: value.deferred(for: 0.01, scheduler: scheduler)
      case .throttle:
        // The zero passes; the throttle holds the number.
        Effect.merge(Effect(value: 0), value)
          .throttle(id: number, for: 0.01, scheduler: scheduler, latest: true)
          .filter { $0 > 0 }
      case .timer:
        Effect.timer(id: number, every: 0.01, on: scheduler).map { _ in number }.prefix(1)
      }
    }
  }

  private let received = Recorder<[Int]>([])

  private func run(_ effects: [Effect<Int, Never>]) -> AnyCancellable {
    Effect.merge(effects).sink { [received] number in
      received.update { $0.append(number) }
      // Delays the delivery, so that other work finds the queue occupied.
      let end = DispatchTime.now().uptimeNanoseconds + 50_000
      while DispatchTime.now().uptimeNanoseconds < end {}
    }
  }

  private func expect(_ numbers: some Sequence<Int>, _ comment: Comment) async {
    let numbers = Array(numbers)
    await wait { received.value.count >= numbers.count }
    #expect(received.value.sorted() == numbers, comment)
  }

  /// Waits at most thirty seconds, because other tests may occupy the threads of the global queues.
  private func wait(until isTrue: () -> Bool) async {
    let end = ContinuousClock.now.advanced(by: .seconds(30))
    while isTrue() == false, ContinuousClock.now < end {
      try? await Task.sleep(for: .milliseconds(1))
    }
  }

  @Test(arguments: Operator.allCases)
  func `five hundred values that are due on concurrent queues each arrive once`(
    operator: Operator
  ) async {
    let schedulers = (1...5).map {
      CountingScheduler(DispatchQueue(label: "concurrent \($0)", attributes: .concurrent))
    }
    let effects = (1...500).map { `operator`.effect($0, on: schedulers[$0 % 5]) }
    let token = run(effects)
    await expect(1...500, "all, once")
    let calls = schedulers.map(\.callCount).reduce(0, +)
    // Each number needs its work, its completion's work, and one call to enter a queue that was occupied.
    #expect(calls <= 3 * 500, "\(calls) calls of 'schedule'")
    token.cancel()
  }

  @Test(arguments: Operator.allCases)
  func `a scheduler that waits for its work`(operator: Operator) async {
    let scheduler = CountingScheduler(DispatchQueue(label: "user interface"), waits: true)
    let token = run((1...5).map { `operator`.effect($0, on: scheduler) })
    await expect(1...5, "all, once")
    let calls = scheduler.callCount
    #expect(calls <= 4 * 5, "\(calls) calls of 'schedule'")
    token.cancel()
  }

  @Test(arguments: Operator.allCases)
  func `a suspended queue beside one that works`(operator: Operator) async {
    let suspended = CountingScheduler(DispatchQueue(label: "suspended"))
    let working = CountingScheduler(DispatchQueue(label: "working"))
    suspended.queue.suspend()
    let token = run([1, 2].map { `operator`.effect($0, on: $0 == 1 ? suspended : working) })
    await expect([2], "the working queue is not held up")
    suspended.queue.resume()
    await expect([1, 2], "all")
    token.cancel()
  }

  /// The work of both queues is due while another thread delivers.
  ///
  /// Only one of the queues then runs it.
  @Test(arguments: Operator.allCases)
  func `a queue that is suspended while its value waits delays no other queue`(
    operator: Operator
  ) async {
    let suspended = CountingScheduler(DispatchQueue(label: "suspended"))
    let working = CountingScheduler(DispatchQueue(label: "working"))
    for scheduler in [suspended, working] { scheduler.queue.suspend() }
    let subject = Subject<Int, Never>()
    let (isIn, gate) = (Recorder(false), DispatchSemaphore(value: 0))
    let slow = subject.effect.map { number in
      if number == 3 {
        isIn.set(true)
        gate.wait()
      }
      return number
    }
    let effects = [1, 2].map { `operator`.effect($0, on: $0 == 1 ? suspended : working) }
    let token = run([slow] + effects)
    Thread.detachNewThread { subject.send(3) }
    await wait { isIn.value }
    for scheduler in [suspended, working] { scheduler.queue.resume() }
    await wait { suspended.hasDoneWork && working.hasDoneWork }
    suspended.queue.suspend()
    gate.signal()
    await expect([2, 3], "the working queue is not held up")
    // The queue is free for later values.
    subject.send(4)
    await expect([2, 3, 4], "nothing is held up")
    suspended.queue.resume()
    await expect([1, 2, 3, 4], "all")
    token.cancel()
  }
}
