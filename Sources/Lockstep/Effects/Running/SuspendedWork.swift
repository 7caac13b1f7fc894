// SPDX-License-Identifier: MIT

internal import Synchronization

/// A scheduler that runs work of an effect, perhaps after a delay.
struct QueueScheduler: Sendable {
  private let scheduler: any Scheduler & Sendable
  /// The operator that the work belongs to.
  private let description: EffectDescription
  private let delay: (stride: SchedulerStride, tolerance: SchedulerStride)?

  init(
    _ scheduler: some Scheduler & Sendable,
    of description: EffectDescription,
    after delay: (stride: SchedulerStride, tolerance: SchedulerStride)? = nil
  ) {
    self.scheduler = scheduler
    self.description = description
    self.delay = delay
  }

  /// The identity of the scheduler; that of the operator, if its scheduler cannot be told from others.
  var id: ObjectIdentifier { identity(of: scheduler) ?? ObjectIdentifier(description) }

  /// Schedules work without a delay.
  func call(_ work: @escaping @Sendable () -> Void) {
    scheduler.schedule(work)
  }

  /// Schedules work of the operator.
  func schedule(_ work: @escaping @Sendable () -> Void) -> ScheduledWork {
    guard let (stride, tolerance) = delay else {
      scheduler.schedule(work)
      return .done
    }
    func schedule<Domain>(_ scheduler: some Scheduler<Domain>) -> ScheduledWork {
      scheduler.schedule(after: scheduler.now.advanced(by: stride), tolerance: tolerance, work)
    }
    return schedule(scheduler)
  }
}

/// The work of one scheduler that has found a queue occupied.
///
/// `@unchecked` because of the jobs and the flag, which are protected by the lock of the queue.
final class SuspendedWork: @unchecked Sendable {
  let schedulerID: ObjectIdentifier
  private let scheduler: QueueScheduler
  @exclusivity(unchecked) var jobs: [QueueJob]
  /// Whether a call of the scheduler is under way.
  @exclusivity(unchecked) var isCalled = false

  init(of scheduler: QueueScheduler, _ id: ObjectIdentifier, _ job: QueueJob) {
    self.scheduler = scheduler
    schedulerID = id
    jobs = [job]
  }

  /// Asks the scheduler for a call, in which the work is done if the queue is free.
  func call(_ queue: SerialQueue) {
    let call = Call(queue, self)
    scheduler.call { call.arrive() }
  }

  private final class Call: Sendable {
    private let queue: SerialQueue
    /// The work, unless it has been done without the call.
    private weak let work: SuspendedWork?
    private let hasArrived = Atomic(false)

    init(_ queue: SerialQueue, _ work: SuspendedWork) {
      self.queue = queue
      self.work = work
    }

    func arrive() {
      hasArrived.store(true, ordering: .relaxed)
      if let work { QueueLoop.last { queue.doSuspended(work) } }
    }

    /// A scheduler that drops its work, as a no-op scheduler does, makes no call.
    deinit {
      if hasArrived.load(ordering: .relaxed) == false, let work { queue.dropSuspended(work) }
    }
  }
}
