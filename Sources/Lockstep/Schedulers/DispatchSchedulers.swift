// SPDX-License-Identifier: MIT

public import Dispatch
internal import Foundation

extension DispatchQueue {
  /// Returns a scheduler that runs its work on this queue.
  ///
  /// Its time is the time since the machine started. A nonpositive interval counts as one nanosecond.
  ///
  /// - Complexity: One block on the queue for each piece of work, and one Dispatch timer for work that has to
  ///   wait.
  public func eraseToAnyScheduler() -> AnySchedulerOf<DispatchQueue> {
    AnyScheduler(DispatchQueueScheduler(queue: self))
  }
}

/// A scheduler on the time line of queues.
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
      // The handler holds the timer until it has fired; cancelling the timer releases the handler.
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

/// A Dispatch timer.
///
/// `@unchecked` because the protocol of Dispatch sources is not declared `Sendable`; the sources themselves
/// may be used from any thread, and the property never changes.
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

/// A scheduler on a time line of dates, driven by a queue.
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

  /// Returns the time of the queue at an instant, or a later time if this thread is delayed between reading
  /// the two clocks; never an earlier one.
  private func queueTime(of instant: SchedulerTime<Domain>) -> SchedulerTime<DispatchQueue> {
    let distance = now.distance(to: instant)
    return queue.now.advanced(by: distance)
  }
}
