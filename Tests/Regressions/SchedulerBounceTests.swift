// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Synchronization
import Testing

/// Work of schedulers that is due while another thread delivers for the same effect.
///
/// The work was handed back to its scheduler again and again, once for each time that it came too early.
@Suite struct SchedulerBounceTests {
  typealias Numbers = Effect<Int, Never>

  private let received = Recorder<[Int]>([])

  private func run(_ numbers: Numbers, _ end: @escaping @Sendable () -> Void = {}) -> AnyCancellable
  {
    numbers.sink(
      receiveCompletion: { _ in end() },
      receiveValue: { [received] number in received.update { $0.append(number) } }
    )
  }

  /// Sends values to a running effect from any thread.
  private final class Pipe: Sendable {
    private let subscriber = Recorder<Numbers.Subscriber?>(nil)

    var numbers: Numbers {
      .run { [subscriber] in
        subscriber.set($0)
        return AnyCancellable {}
      }
    }

    func send(_ number: Int) { subscriber.value?.send(number) }
  }

  /// Counts the pieces of work that are scheduled on a queue, and drops those beyond a limit, so that endless
  /// work comes to an end.
  private final class CountingScheduler: Scheduler, Sendable {
    typealias Domain = DispatchQueue

    private let base: AnySchedulerOf<DispatchQueue>
    private let limit: Int
    private let scheduled = Atomic(0)

    init(_ queue: DispatchQueue, limit: Int) {
      base = queue.eraseToAnyScheduler()
      self.limit = limit
    }

    var count: Int { scheduled.load(ordering: .relaxed) }

    private func isAccepted() -> Bool {
      scheduled.add(1, ordering: .relaxed).newValue <= limit
    }

    var now: SchedulerTime<DispatchQueue> { base.now }

    func schedule(_ work: @escaping @Sendable () -> Void) {
      if isAccepted() { base.schedule(work) }
    }

    func schedule(
      after instant: SchedulerTime<DispatchQueue>,
      tolerance: SchedulerStride,
      _ work: @escaping @Sendable () -> Void
    ) -> ScheduledWork {
      guard isAccepted() else { return .done }
      return base.schedule(after: instant, tolerance: tolerance, work)
    }

    func schedule(
      after instant: SchedulerTime<DispatchQueue>,
      interval: SchedulerStride,
      tolerance: SchedulerStride,
      _ work: @escaping @Sendable () -> Void
    ) -> ScheduledWork {
      guard isAccepted() else { return .done }
      return base.schedule(after: instant, interval: interval, tolerance: tolerance, work)
    }
  }

  /// Keeps the thread busy for a moment.
  private static func work(microseconds: UInt64) {
    let end = DispatchTime.now().uptimeNanoseconds + 1_000 * microseconds
    while DispatchTime.now().uptimeNanoseconds < end {}
  }

  // MARK: Concurrent queues

  /// Rows that are answered by callbacks on a concurrent queue and received on another one.
  private static func rows(_ count: Int, on scheduler: CountingScheduler) -> Numbers {
    .merge(
      (0..<count).map { row in
        Numbers.future { callback in
          DispatchQueue.global().asyncAfter(deadline: .now() + 0.02) { callback(.success(row)) }
        }
        .receive(on: scheduler)
        .map { row in
          work(microseconds: 200)
          return row
        }
      }
    )
  }

  @Test func `callbacks that are received on a concurrent queue are handed back at most once`()
    async
  {
    let count = 100
    // One piece of work for each value and one for each end.
    let needed = 2 * count
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let scheduler = CountingScheduler(queue, limit: 10 * needed)
    let end = Milestone()
    let cancellable = run(Self.rows(count, on: scheduler).map { $0 }) { end.reach() }
    #expect(await end.isReached())
    #expect(received.value.sorted() == Array(0..<count))
    #expect(scheduler.count <= 2 * needed)
    cancellable.cancel()
  }

  @Test @MainActor
  func `a live store receives callbacks on a concurrent queue, each handed back at most once`()
    async
  {
    let count = 100
    let needed = 2 * count
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let scheduler = CountingScheduler(queue, limit: 10 * needed)
    let store = Store(
      initialState: [],
      reducer: Reducer<[Int], Int?, Void> { rows, row, _ in
        guard let row else { return Self.rows(count, on: scheduler).map { $0 } }
        rows.append(row)
        return .none
      },
      environment: ()
    )
    let end = Milestone()
    let task = store.send(nil)
    Task {
      await task.finish()
      end.reach()
    }
    #expect(await end.isReached())
    #expect(store.state.sorted() == Array(0..<count))
    #expect(scheduler.count <= 2 * needed)
  }

  @Test func `work that is due while another thread delivers is handed back at most once`() async {
    let count = 100
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let scheduler = CountingScheduler(queue, limit: 20 * count)
    let (pipes, occupier, end) = ((0..<count).map { _ in Pipe() }, Occupier(), Milestone())
    let numbers = Numbers.merge(
      pipes.map { pipe in
        pipe.numbers.receive(on: scheduler).map { number in
          Self.work(microseconds: 200)
          return number
        }
      }
    )
    let cancellable = run(.merge(occupier.numbers, numbers).prefix(count + 1)) { end.reach() }
    queue.suspend()
    for (number, pipe) in pipes.enumerated() { pipe.send(number) }
    occupier.enter(sending: -1)
    queue.resume()
    // All the work comes while the other thread is inside.
    queue.sync(flags: .barrier) {}
    occupier.leave()
    #expect(await end.isReached())
    #expect(received.value.first == -1)
    #expect(received.value.dropFirst().sorted() == Array(0..<count))
    #expect(scheduler.count <= 2 * count)
    cancellable.cancel()
  }

  @Test func `a thousand delayed values arrive from five concurrent queues`() async {
    let (queues, count) = (5, 200)
    let needed = 2 * queues * count
    let schedulers = (0..<queues).map { number in
      CountingScheduler(
        DispatchQueue(label: "queue \(number)", attributes: .concurrent),
        limit: 4 * needed
      )
    }
    let numbers = (0..<queues * count).map { number in
      Numbers(value: number).delay(
        for: .milliseconds(10),
        scheduler: schedulers[number % queues]
      )
    }
    let end = Milestone()
    let cancellable = run(
      Numbers.merge(numbers).map { number in
        Self.work(microseconds: 50)
        return number
      }
    ) {
      end.reach()
    }
    #expect(await end.isReached())
    #expect(Set(0..<queues * count).subtracting(received.value).count == 0)
    #expect(received.value.count == queues * count)
    #expect(schedulers.map(\.count).reduce(0, +) <= 2 * needed)
    cancellable.cancel()
  }

  // MARK: A scheduler that waits

  /// Runs work on a thread of its own and waits for it, like a user interface's "invoke and wait"; after a
  /// limited number of calls it no longer waits.
  private final class WaitingScheduler: Scheduler, Sendable {
    typealias Domain = DispatchQueue

    private static let limit = 50

    let queue = DispatchQueue(label: "user interface")
    private let calls = Atomic(0)

    var count: Int { calls.load(ordering: .relaxed) }

    var now: SchedulerTime<DispatchQueue> { SchedulerTime(nanoseconds: 0) }

    func schedule(_ work: @escaping @Sendable () -> Void) {
      if calls.add(1, ordering: .relaxed).newValue > Self.limit {
        return queue.async(execute: work)
      }
      let isDone = DispatchSemaphore(value: 0)
      queue.async {
        work()
        isDone.signal()
      }
      isDone.wait()
    }

    func schedule(
      after instant: SchedulerTime<DispatchQueue>,
      tolerance: SchedulerStride,
      _ work: @escaping @Sendable () -> Void
    ) -> ScheduledWork {
      schedule(work)
      return .done
    }

    func schedule(
      after instant: SchedulerTime<DispatchQueue>,
      interval: SchedulerStride,
      tolerance: SchedulerStride,
      _ work: @escaping @Sendable () -> Void
    ) -> ScheduledWork {
      .done
    }
  }

  @Test(arguments: ["receive(on:)", "delay"])
  func `values arrive from a scheduler that waits for its work`(name: String) {
    let scheduler = WaitingScheduler()
    let subject = Subject<Int, Never>()
    let arrival = DispatchSemaphore(value: 0)
    let numbers =
      name == "delay"
      ? subject.effect.delay(for: 1, scheduler: scheduler)
      : subject.effect.receive(on: scheduler)
    let cancellable = run(
      numbers.handleEvents(receiveOutput: { _ in arrival.signal() })
    )
    for number in 1...2 {
      let isSent = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        subject.send(number)
        isSent.signal()
      }
      #expect(isSent.isSignalled())
      #expect(arrival.isSignalled())
    }
    scheduler.queue.sync {}
    #expect(received.value == [1, 2])
    // One call for each value, and one in which it is handed back.
    #expect(scheduler.count <= 4)
    cancellable.cancel()
  }

  // MARK: Schedulers that do not run their work

  /// Holds the delivery of an effect on another thread, so that work of schedulers comes too early.
  private final class Occupier: Sendable {
    private let pipe = Pipe()
    private let isInside = DispatchSemaphore(value: 0)
    private let mayLeave = DispatchSemaphore(value: 0)
    private let hasLeft = DispatchSemaphore(value: 0)

    /// An effect that stays in the delivery of its value.
    var numbers: Numbers {
      pipe.numbers.map { [isInside, mayLeave] number in
        isInside.signal()
        _ = mayLeave.isSignalled()
        return number
      }
    }

    /// Sends a value on another thread, and returns when it is being delivered.
    func enter(sending number: Int) {
      Thread.detachNewThread { [self] in
        pipe.send(number)
        hasLeft.signal()
      }
      _ = isInside.isSignalled()
    }

    /// Returns when the value has been delivered.
    func leave() {
      mayLeave.signal()
      _ = hasLeft.isSignalled()
    }
  }

  @Test func `a suspended queue does not hold up the values of a queue that works`() {
    let (suspended, working) = (DispatchQueue(label: "suspended"), DispatchQueue(label: "working"))
    let (first, second, occupier) = (Pipe(), Pipe(), Occupier())
    let (firstArrival, secondArrivals) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    let cancellable = run(
      .merge(
        first.numbers.receive(on: suspended.eraseToAnyScheduler()),
        second.numbers.receive(on: working.eraseToAnyScheduler()),
        occupier.numbers
      )
      .handleEvents(receiveOutput: { number in
        switch number {
        case 1: firstArrival.signal()
        case 2, 3: secondArrivals.signal()
        default: break
        }
      })
    )
    suspended.suspend()
    working.suspend()
    first.send(1)
    second.send(2)
    occupier.enter(sending: 0)
    // The work of both queues is due while the other thread is inside.
    suspended.resume()
    working.resume()
    suspended.sync {}
    working.sync {}
    suspended.suspend()
    occupier.leave()
    #expect(secondArrivals.isSignalled())
    second.send(3)
    #expect(secondArrivals.isSignalled())
    working.sync {}
    #expect(received.value == [0, 2, 3])
    suspended.resume()
    #expect(firstArrival.isSignalled())
    suspended.sync {}
    #expect(received.value == [0, 2, 3, 1])
    cancellable.cancel()
  }

  /// Runs work on a queue until it is told to drop it.
  private final class DroppingScheduler: Scheduler, Sendable {
    typealias Domain = DispatchQueue

    let queue = DispatchQueue(label: "dropping")
    private let base: AnySchedulerOf<DispatchQueue>
    private let drops = Atomic(false)

    init() {
      base = queue.eraseToAnyScheduler()
    }

    /// Drops all work from now on.
    func beginToDrop() { drops.store(true, ordering: .sequentiallyConsistent) }

    var now: SchedulerTime<DispatchQueue> { base.now }

    func schedule(_ work: @escaping @Sendable () -> Void) {
      if drops.load(ordering: .sequentiallyConsistent) == false { base.schedule(work) }
    }

    func schedule(
      after instant: SchedulerTime<DispatchQueue>,
      tolerance: SchedulerStride,
      _ work: @escaping @Sendable () -> Void
    ) -> ScheduledWork {
      schedule(work)
      return .done
    }

    func schedule(
      after instant: SchedulerTime<DispatchQueue>,
      interval: SchedulerStride,
      tolerance: SchedulerStride,
      _ work: @escaping @Sendable () -> Void
    ) -> ScheduledWork {
      .done
    }
  }

  /// An object that the effect holds.
  private final class Held: Sendable {}

  @Test @MainActor
  func `an effect whose scheduler drops work keeps its other parts, and ends when it is cancelled`()
    async
  {
    let (first, second, occupier) = (Pipe(), Pipe(), Occupier())
    let (dropping, arrivals) = (DroppingScheduler(), [Milestone(), Milestone()])
    weak var held: Held?
    let makeEffect = {
      let object = Held()
      held = object
      return Numbers.merge(
        first.numbers.map { number in withExtendedLifetime(object) { number } }
          .receive(on: dropping),
        second.numbers,
        occupier.numbers
      )
      .handleEvents(receiveOutput: { number in
        if number > 1 { arrivals[number - 2].reach() }
      })
    }
    let effect = Recorder<Numbers?>(makeEffect())
    let store = Store(
      initialState: [],
      reducer: Reducer<[Int], Int?, Void> { numbers, number, _ in
        if let number {
          numbers.append(number)
          return .none
        }
        return effect.update { $0.take() }?.map { $0 } ?? .none
      },
      environment: ()
    )
    let task = store.send(nil)
    dropping.queue.suspend()
    first.send(1)
    occupier.enter(sending: 0)
    // The work is due while the other thread is inside; what is handed back is dropped.
    dropping.queue.resume()
    dropping.queue.sync {}
    dropping.beginToDrop()
    occupier.leave()
    second.send(2)
    #expect(await arrivals[0].isReached())
    DispatchQueue.global().async { second.send(3) }
    #expect(await arrivals[1].isReached())
    #expect(held != nil)
    task.cancel()
    let end = Milestone()
    Task {
      await task.finish()
      end.reach()
    }
    #expect(await end.isReached())
    #expect(store.state == [0, 2, 3])
    #expect(held == nil)
  }
}
