// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Scheduled work is due while another thread delivers a value for the same effect.
///
/// Each time the work ran too early, the effect rescheduled it, without a limit.
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

  /// Keeps the thread busy for a moment.
  private static func work(microseconds: UInt64) {
    let end = DispatchTime.now().uptimeNanoseconds + 1_000 * microseconds
    while DispatchTime.now().uptimeNanoseconds < end {}
  }

  // MARK: Concurrent queues

  /// Creates futures whose callbacks run on a concurrent queue, and receives their rows on `scheduler`.
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

  @Test @MainActor
  func `a live store reschedules each callback from a concurrent queue at most once`()
    async
  {
    let count = 100
    // Each value and each completion needs one piece of work.
    let needed = 2 * count
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let scheduler = CountingScheduler(queue)
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
    #expect(scheduler.callCount <= 2 * needed)
  }

  @Test func `work that is due while another thread delivers is rescheduled at most once`() async {
    let count = 100
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let scheduler = CountingScheduler(queue)
    let (pipes, occupier, end) = (
      (0..<count).map { _ in CallbackSource() }, Occupier(), Milestone()
    )
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
    // All work runs while the other thread delivers its value.
    queue.sync(flags: .barrier) {}
    occupier.leave()
    #expect(await end.isReached())
    #expect(received.value.first == -1)
    #expect(received.value.dropFirst().sorted() == Array(0..<count))
    #expect(scheduler.callCount <= 2 * count)
    cancellable.cancel()
  }

  /// Blocks the delivery of a value on another thread, so that scheduled work runs too early.
  private final class Occupier: Sendable {
    private let source = CallbackSource()
    private let isInside = DispatchSemaphore(value: 0)
    private let mayLeave = DispatchSemaphore(value: 0)
    private let hasLeft = DispatchSemaphore(value: 0)

    /// An effect whose delivery blocks until `leave()`.
    var numbers: Numbers {
      source.numbers.map { [isInside, mayLeave] number in
        isInside.signal()
        _ = mayLeave.isSignalled()
        return number
      }
    }

    /// Sends a value on another thread and returns when its delivery has begun.
    func enter(sending number: Int) {
      let thread = Thread { [self] in
        source.send(number)
        hasLeft.signal()
      }
      // The stack size of a background thread in an app.
      thread.stackSize = 512 << 10
      thread.start()
      _ = isInside.isSignalled()
    }

    /// Ends the delivery and waits for it.
    func leave() {
      mayLeave.signal()
      _ = hasLeft.isSignalled()
    }
  }

  // MARK: Calls of a thread that leaves

  /// The place where a scheduler runs its work.
  enum Place: CaseIterable, Sendable {
    /// Within the call that schedules it.
    case call
    /// On its queue.
    case queue
  }

  /// Every call except the last reschedules the work; nested calls would overflow the stack of the thread.
  @Test(arguments: Place.allCases, [0, 1, 20_000])
  func `work that a delivering thread reschedules can send values to the effect`(
    place: Place,
    times: Int
  ) {
    let scheduler = CountingScheduler(DispatchQueue(label: "sending"))
    let (source, other, occupier) = (CallbackSource(), CallbackSource(), Occupier())
    let arrivals = DispatchSemaphore(value: 0)
    let scheduled = source.numbers.receive(on: scheduler)
      .handleEvents(receiveOutput: { _ in arrivals.signal() })
    let cancellable = run(.merge(scheduled, other.numbers, occupier.numbers))
    scheduler.queue.suspend()
    for number in 1...3 { source.send(number) }
    occupier.enter(sending: 0)
    // The work is due while the other thread delivers its value.
    scheduler.queue.resume()
    scheduler.queue.sync {}
    let calls = Recorder(0)
    scheduler.replaceQueue { [queue = scheduler.queue] work in
      let call = calls.update {
        $0 += 1
        return $0
      }
      if call <= times { other.send(3 + call) }
      switch place {
      case .call: work()
      case .queue: queue.async(execute: work)
      }
    }
    occupier.leave()
    for _ in 1...3 { #expect(arrivals.isSignalled()) }
    scheduler.queue.sync {}
    let numbers = received.value
    #expect(numbers.first == 0)
    #expect(numbers.filter { (1...3).contains($0) } == [1, 2, 3])
    let later = Array(4..<4 + min(calls.value, times))
    #expect(numbers.filter { $0 > 3 } == later)
    // If a call does not send a value, its work is not rescheduled.
    #expect(calls.value <= times + 1)
    cancellable.cancel()
  }

  @Test func `a scheduler that runs work synchronously needs constant stack space`() async {
    let count = 2_000
    let scheduler = CountingScheduler(DispatchQueue(label: "in the call"))
    let (source, other) = (CallbackSource(), CallbackSource())
    let due = Recorder<[@Sendable () -> Void]>([])
    let scheduled = source.numbers.receive(on: scheduler)
    let cancellable = run(
      Numbers.merge(scheduled, other.numbers)
        .handleEvents(receiveOutput: { _ in
          guard let work = due.update({ $0.popLast() }) else { return }
          // The work runs too early, while this thread delivers.
          let isDone = DispatchSemaphore(value: 0)
          Thread.detachNewThread {
            work()
            isDone.signal()
          }
          isDone.wait()
        })
    )
    scheduler.replaceQueue { work in due.update { $0.append(work) } }
    for number in 1...count { source.send(number) }
    scheduler.replaceQueue { work in work() }
    await SmallStack().run { _ in other.send(0) }
    #expect(received.value == Array(0...count))
    cancellable.cancel()
  }

  // MARK: Schedulers that do not run their work

  /// An object that the effect retains.
  private final class Held: Sendable {}

  @Test @MainActor
  func `an effect whose scheduler drops work keeps its other sources until it is cancelled`()
    async
  {
    let (first, second, occupier) = (CallbackSource(), CallbackSource(), Occupier())
    let (dropping, arrivals) = (
      CountingScheduler(DispatchQueue(label: "dropping")), [Milestone(), Milestone()]
    )
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
    // The work is due while the other thread delivers, and the scheduler drops the rescheduled work.
    dropping.queue.resume()
    dropping.queue.sync {}
    dropping.replaceQueue { _ in }
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
