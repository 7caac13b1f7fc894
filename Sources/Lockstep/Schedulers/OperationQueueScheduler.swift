// SPDX-License-Identifier: MIT

internal import Dispatch
public import Foundation
internal import Synchronization

extension OperationQueue {
  /// Returns a scheduler that adds its work to this queue as operations.
  ///
  /// The scheduler's time is the current date. A nonpositive interval counts as one nanosecond. While the previous run
  /// of repeating work is still waiting in the queue or running, further runs are skipped.
  ///
  /// - Complexity: One operation for each piece of work, and one Dispatch timer for each piece that must wait.
  public func eraseToAnyScheduler() -> AnySchedulerOf<OperationQueue> {
    AnyScheduler(OperationQueueScheduler(queue: self))
  }
}

private struct OperationQueueScheduler: Scheduler, SchedulerAround, Sendable {
  let queue: OperationQueue

  var identity: ObjectIdentifier? { ObjectIdentifier(queue) }

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

  /// One queue serves the timers of all operation queues, so that work is added in the order of its due times.
  private static let timers = DateQueueScheduler<OperationQueue>(
    DispatchQueue(label: "OperationQueue timers")
  )
}

private final class RepeatedOperation: Sendable {
  private struct Run {
    weak var operation: Operation?
  }

  private let work: TimedOperation
  /// The queue holds the operation until it finishes, or drops it after cancellation.
  private let last = Mutex(Run())

  init(_ work: TimedOperation) {
    self.work = work
  }

  /// Creates the next operation; returns `nil` while the last one has not finished.
  ///
  /// Only one thread at a time calls this method.
  func makeNext() -> Operation? {
    guard last.withLock({ $0.operation })?.isFinished != false else { return nil }
    let next = BlockOperation { [work] in work.run() }
    last.withLock { $0.operation = next }
    return next
  }
}

extension RunLoop {
  /// Returns a scheduler that runs its work on this run loop, in its common modes.
  ///
  /// The main queue runs the work of the main run loop; see ``AnyScheduler/main``. Any other run loop must be running.
  public func eraseToAnyScheduler() -> AnySchedulerOf<RunLoop> {
    self === RunLoop.main ? .main : AnyScheduler(RunLoopScheduler(runLoop: self))
  }
}

/// A scheduler on a time line of dates, driven by the timers of a run loop.
///
/// `@unchecked`, because Foundation declares `RunLoop` as not `Sendable`. This type uses it only to add timers, and the
/// underlying Core Foundation run loop can be used from any thread.
private struct RunLoopScheduler: Scheduler, SchedulerAround, @unchecked Sendable {
  let runLoop: RunLoop

  var identity: ObjectIdentifier? { ObjectIdentifier(runLoop) }

  var now: SchedulerTime<RunLoop> { SchedulerTime(Date()) }

  func schedule(_ work: @escaping @Sendable () -> Void) {
    add(Timer(fire: .distantPast, interval: 0, repeats: false) { _ in work() }, tolerance: .zero)
  }

  func schedule(
    after instant: SchedulerTime<RunLoop>,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    let operation = TimedOperation(work)
    let timer = Timer(fire: instant.date, interval: 0, repeats: false) { _ in operation.run() }
    add(timer, tolerance: tolerance)
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
      // A timer can only be invalidated on the thread that runs it.
      if operation.run() == false { timer.invalidate() }
    }
    add(timer, tolerance: tolerance)
    return operation.scheduledWork(.done)
  }

  private func add(_ timer: Timer, tolerance: SchedulerStride) {
    timer.tolerance = max(tolerance, .zero).timeInterval
    runLoop.add(timer, forMode: .common)
  }
}
