// SPDX-License-Identifier: MIT

internal import Synchronization

/// A scheduler that runs work of an operator, optionally after a delay.
struct QueueScheduler: Sendable {
  private let scheduler: any Scheduler & Sendable
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

  /// The identity of the scheduler, or of the operator if the scheduler has none.
  var id: ObjectIdentifier { identity(of: scheduler) ?? ObjectIdentifier(description) }

  func call(_ work: @escaping @Sendable () -> Void) {
    scheduler.schedule(work)
  }

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

/// The work of a scheduler whose call found a queue occupied.
///
/// `@unchecked` because the queue's lock protects the jobs and the flag.
final class SuspendedWork: @unchecked Sendable {
  let schedulerID: ObjectIdentifier
  private let scheduler: QueueScheduler
  @exclusivity(unchecked) var jobs: [QueueJob]
  /// Whether a call of the scheduler is pending.
  @exclusivity(unchecked) var isCalled = false

  init(of scheduler: QueueScheduler, _ id: ObjectIdentifier, _ job: QueueJob) {
    self.scheduler = scheduler
    schedulerID = id
    jobs = [job]
  }

  /// Asks the scheduler for a call that runs the work if the queue is free.
  func call(_ queue: SerialQueue) {
    let call = Call(queue, self)
    scheduler.call { call.arrive() }
  }

  private final class Call: Sendable {
    private let queue: SerialQueue
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

    /// A scheduler that drops its work, such as a no-op scheduler, never makes the call.
    deinit {
      if hasArrived.load(ordering: .relaxed) == false, let work { queue.dropSuspended(work) }
    }
  }
}
