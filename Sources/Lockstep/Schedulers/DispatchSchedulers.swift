// SPDX-License-Identifier: MIT

public import Dispatch
internal import Foundation

extension DispatchQueue {
  /// Returns a scheduler that runs its work on this queue.
  ///
  /// The scheduler's time is the time since the machine started. A nonpositive interval counts as one nanosecond.
  ///
  /// - Complexity: One block on the queue for each piece of work, and one Dispatch timer for each piece that must wait.
  public func eraseToAnyScheduler() -> AnySchedulerOf<DispatchQueue> {
    AnyScheduler(DispatchQueueScheduler(queue: self))
  }
}

private struct DispatchQueueScheduler: Scheduler, SchedulerAround, Sendable {
  let queue: DispatchQueue

  var identity: ObjectIdentifier? { ObjectIdentifier(queue) }

  var now: SchedulerTime<DispatchQueue> {
    SchedulerTime(nanoseconds: Int64(clamping: DispatchTime.now().uptimeNanoseconds))
  }

  func schedule(_ work: @escaping @Sendable () -> Void) {
    queue.async(execute: work)
  }

  func schedule(
    after instant: SchedulerTime<DispatchQueue>,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    let timer = Timer(queue: queue)
    timer.start(at: instant, repeatingEvery: nil, tolerance: tolerance) {
      // The handler holds the timer until it fires. Cancelling the timer releases the handler.
      timer.cancel()
      work()
    }
    return ScheduledWork { timer.cancel() }
  }

  func schedule(
    after instant: SchedulerTime<DispatchQueue>,
    interval: SchedulerStride,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    let timer = Timer(queue: queue)
    timer.start(at: instant, repeatingEvery: interval, tolerance: tolerance) {
      withExtendedLifetime(timer, work)
    }
    return ScheduledWork { timer.cancel() }
  }
}

/// `@unchecked`, because Dispatch does not declare its sources `Sendable`, although any thread may use them.
private final class Timer: @unchecked Sendable {
  private let source: any DispatchSourceTimer

  init(queue: DispatchQueue) {
    source = DispatchSource.makeTimerSource(queue: queue)
  }

  func start(
    at instant: SchedulerTime<DispatchQueue>,
    repeatingEvery interval: SchedulerStride?,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) {
    source.schedule(
      deadline: instant.dispatchTime,
      repeating: interval.map { .nanoseconds(Int(clamping: max($0.nanoseconds, 1))) } ?? .never,
      leeway: .nanoseconds(Int(clamping: max(tolerance.nanoseconds, 0)))
    )
    source.setEventHandler(handler: DispatchWorkItem(block: work))
    source.resume()
  }

  func cancel() {
    source.cancel()
  }
}

struct DateQueueScheduler<Domain>: Scheduler, Sendable {
  private let queue: DispatchQueueScheduler

  init(_ queue: DispatchQueue) {
    self.queue = DispatchQueueScheduler(queue: queue)
  }

  var now: SchedulerTime<Domain> {
    SchedulerTime(nanoseconds: SchedulerStride.seconds(Date().timeIntervalSince1970).nanoseconds)
  }

  func schedule(_ work: @escaping @Sendable () -> Void) {
    queue.schedule(work)
  }

  func schedule(
    after instant: SchedulerTime<Domain>,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    queue.schedule(after: queueTime(of: instant), tolerance: tolerance, work)
  }

  func schedule(
    after instant: SchedulerTime<Domain>,
    interval: SchedulerStride,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    queue.schedule(after: queueTime(of: instant), interval: interval, tolerance: tolerance, work)
  }

  /// Returns the queue's time at an instant; a delay between reading the two clocks makes it later, never earlier.
  private func queueTime(of instant: SchedulerTime<Domain>) -> SchedulerTime<DispatchQueue> {
    let distance = now.distance(to: instant)
    return queue.now.advanced(by: distance)
  }
}
