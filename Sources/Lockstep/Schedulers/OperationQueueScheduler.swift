// SPDX-License-Identifier: MIT

internal import Dispatch
public import Foundation
internal import Synchronization

extension OperationQueue: Scheduler {
  /// The time line of operation queues.
  public typealias Domain = OperationQueue

  /// The current date.
  public var now: SchedulerTime<OperationQueue> { SchedulerTime(Date()) }

  /// Adds an operation to the queue.
  ///
  /// - Complexity: One operation.
  public func schedule(_ work: @escaping @Sendable () -> Void) {
    addOperation(work)
  }

  /// Adds an operation to the queue at an instant, or a little later.
  ///
  /// - Complexity: One timer of Dispatch, and one operation when it has fired.
  @discardableResult
  public func schedule(
    after instant: SchedulerTime<OperationQueue>,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    let operation = TimedOperation(work)
    let timer = Self.timers.schedule(after: instant, tolerance: tolerance) {
      self.addOperation { operation.run() }
    }
    return operation.scheduledWork(timer)
  }

  /// Adds an operation to the queue at an instant and then again and again.
  ///
  /// An interval that is not positive counts as one nanosecond. Runs for which there was no time, as the
  /// one before still waits in the queue or runs, are left out.
  @discardableResult
  public func schedule(
    after instant: SchedulerTime<OperationQueue>,
    interval: SchedulerStride,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    let operation = TimedOperation(work)
    let runs = RepeatedOperation(operation)
    let timer = Self.timers.schedule(after: instant, interval: interval, tolerance: tolerance) {
      if let next = runs.makeNext() { self.addOperation(next) }
    }
    return operation.scheduledWork(timer)
  }

  /// One queue for the timers of all operation queues, so that what is due first is added first.
  private static let timers = DateQueueScheduler<OperationQueue>(
    queue: DispatchQueue(label: "OperationQueue timers")
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
