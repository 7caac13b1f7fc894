// SPDX-License-Identifier: MIT

internal import Dispatch
public import Foundation
internal import Synchronization

extension OperationQueue {
  /// A scheduler that adds its work to this queue, as operations.
  ///
  /// Its time is the date. An interval that is not positive counts as one nanosecond. Repeated runs for which
  /// there was no time, as the one before still waits in the queue or runs, are left out.
  ///
  /// - Complexity: One operation for work, and one timer of Dispatch for what has to wait.
  public func eraseToAnyScheduler() -> AnySchedulerOf<OperationQueue> {
    AnyScheduler(OperationQueueScheduler(queue: self))
  }
}

/// The time line of operation queues.
private struct OperationQueueScheduler: Scheduler, Sendable {
  let queue: OperationQueue

  var now: SchedulerTime<OperationQueue> { SchedulerTime(Date()) }

  func schedule(_ work: @escaping @Sendable () -> Void) {
    queue.addOperation(work)
  }

  func schedule(
    after instant: SchedulerTime<OperationQueue>,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    let operation = TimedOperation(work)
    let timer = Self.timers.schedule(after: instant, tolerance: tolerance) { [queue] in
      queue.addOperation { operation.run() }
    }
    return operation.scheduledWork(timer)
  }

  func schedule(
    after instant: SchedulerTime<OperationQueue>,
    interval: SchedulerStride,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    let operation = TimedOperation(work)
    let runs = RepeatedOperation(operation)
    let timer = Self.timers.schedule(after: instant, interval: interval, tolerance: tolerance) {
      [queue] in
      if let next = runs.makeNext() { queue.addOperation(next) }
    }
    return operation.scheduledWork(timer)
  }

  /// One queue for the timers of all operation queues, so that what is due first is added first.
  private static let timers = DateQueueScheduler<OperationQueue>(
    DispatchQueue(label: "OperationQueue timers")
  )
}

/// Makes an operation for each run of repeating work, one after the other.
private final class RepeatedOperation: Sendable {
  private struct Run {
    weak var operation: Operation?
  }

  private let work: TimedOperation
  /// The queue holds the operation until it has run, or has been dropped because it was cancelled.
  private let last = Mutex(Run())

  init(_ work: TimedOperation) {
    self.work = work
  }

  /// Returns `nil` while the last one is not over.
  ///
  /// Isolation: called by one thread at a time.
  func makeNext() -> Operation? {
    guard last.withLock({ $0.operation })?.isFinished != false else { return nil }
    let next = BlockOperation { [work] in work.run() }
    last.withLock { $0.operation = next }
    return next
  }
}

extension RunLoop {
  /// A scheduler that runs its work in this run loop, in its common modes.
  ///
  /// The main run loop's work is run by the main queue: see ``AnyScheduler/main``. Another run loop
  /// runs the work while somebody runs the loop.
  public func eraseToAnyScheduler() -> AnySchedulerOf<RunLoop> {
    self === RunLoop.main ? .main : AnyScheduler(RunLoopScheduler(runLoop: self))
  }
}

/// The time line of dates, driven by the timers of a run loop.
///
/// `@unchecked` because `RunLoop` is declared as not `Sendable`. Adding a timer is what is done to it
/// here, and the run loop below it, of Core Foundation, may be used from any thread.
private struct RunLoopScheduler: Scheduler, @unchecked Sendable {
  let runLoop: RunLoop

  var now: SchedulerTime<RunLoop> { SchedulerTime(Date()) }

  func schedule(_ work: @escaping @Sendable () -> Void) {
    add(Timer(fire: .distantPast, interval: 0, repeats: false) { _ in work() })
  }

  func schedule(
    after instant: SchedulerTime<RunLoop>,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    let operation = TimedOperation(work)
    let timer = Timer(fire: instant.date, interval: 0, repeats: false) { _ in operation.run() }
    timer.tolerance = max(tolerance, .zero).timeInterval
    add(timer)
    return operation.scheduledWork(.done)
  }

  func schedule(
    after instant: SchedulerTime<RunLoop>,
    interval: SchedulerStride,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    let operation = TimedOperation(work)
    let interval = max(interval, .nanoseconds(1)).timeInterval
    let timer = Timer(fire: instant.date, interval: interval, repeats: true) { timer in
      // A timer may only be ended where it runs.
      if operation.run() == false { timer.invalidate() }
    }
    timer.tolerance = max(tolerance, .zero).timeInterval
    add(timer)
    return operation.scheduledWork(.done)
  }

  private func add(_ timer: Timer) {
    runLoop.add(timer, forMode: .common)
  }
}
