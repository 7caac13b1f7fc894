// SPDX-License-Identifier: MIT

public import Dispatch
internal import Foundation

extension DispatchQueue: Scheduler {
  /// The time line of queues.
  public typealias Domain = DispatchQueue

  /// The time since the machine started.
  public var now: SchedulerTime<DispatchQueue> {
    SchedulerTime(nanoseconds: Int64(clamping: DispatchTime.now().uptimeNanoseconds))
  }

  /// Runs work on the queue as soon as possible.
  ///
  /// - Complexity: One block on the queue.
  public func schedule(_ work: @escaping @Sendable () -> Void) {
    async(execute: work)
  }

  /// Runs work on the queue at an instant, or a little later.
  ///
  /// - Complexity: One timer of Dispatch.
  @discardableResult
  public func schedule(
    after instant: SchedulerTime<DispatchQueue>,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    let timer = Timer(queue: self)
    timer.start(at: instant, repeatingEvery: nil, tolerance: tolerance) {
      // The handler holds the timer until it has fired; ending it lets go of the handler.
      timer.cancel()
      work()
    }
    return ScheduledWork { timer.cancel() }
  }

  /// Runs work on the queue at an instant and then again and again.
  ///
  /// An interval that is not positive counts as one nanosecond.
  @discardableResult
  public func schedule(
    after instant: SchedulerTime<DispatchQueue>,
    interval: SchedulerStride,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    let timer = Timer(queue: self)
    timer.start(at: instant, repeatingEvery: interval, tolerance: tolerance) {
      withExtendedLifetime(timer, work)
    }
    return ScheduledWork { timer.cancel() }
  }
}

/// A timer of Dispatch.
///
/// `@unchecked` because the protocol of Dispatch's sources is not declared `Sendable`; the sources
/// themselves may be used from any thread, and the property never changes.
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

/// A time line of dates, driven by a queue.
struct DateQueueScheduler<Domain>: Scheduler, Sendable {
  let queue: DispatchQueue

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
    queue.schedule(
      after: queueTime(of: instant),
      tolerance: tolerance,
      work
    )
  }

  func schedule(
    after instant: SchedulerTime<Domain>,
    interval: SchedulerStride,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    queue.schedule(
      after: queueTime(of: instant),
      interval: interval,
      tolerance: tolerance,
      work
    )
  }

  /// When the queue has come to an instant, or later if this thread has to wait between its looks at the two
  /// clocks; never earlier.
  private func queueTime(of instant: SchedulerTime<Domain>) -> SchedulerTime<DispatchQueue> {
    let distance = now.distance(to: instant)
    return queue.now.advanced(by: distance)
  }
}
