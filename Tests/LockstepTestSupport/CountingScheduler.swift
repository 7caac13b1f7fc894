// SPDX-License-Identifier: MIT

package import Dispatch
package import Lockstep
import LockstepTesting
import Synchronization

/// Runs work on a queue, and counts what it is asked for.
package final class CountingScheduler: Scheduler, Sendable {
  package typealias Domain = DispatchQueue
  package typealias Work = @Sendable () -> Void

  package let queue: DispatchQueue
  private let calls = Atomic(0)
  private let worksDone = Atomic(0)
  /// Whether `schedule` returns when the work is done, as "invoke and wait" of a user interface does.
  private let waits: Bool
  private let key = DispatchSpecificKey<Bool>()
  /// The function that runs work in place of the queue.
  private let replacement = Recorder<(@Sendable (@escaping Work) -> Void)?>(nil)

  package init(_ queue: DispatchQueue, waits: Bool = false) {
    self.queue = queue
    self.waits = waits
    queue.setSpecific(key: key, value: true)
  }

  /// The number of calls of `schedule`.
  package var callCount: Int { calls.load(ordering: .relaxed) }

  /// Whether the queue has done any work.
  package var hasDoneWork: Bool { worksDone.load(ordering: .acquiring) > 0 }

  /// From now on, passes work that is not for later to a function, and not to the queue.
  package func replaceQueue(with run: @escaping @Sendable (@escaping Work) -> Void) {
    replacement.set(run)
  }

  package var now: SchedulerTime<DispatchQueue> { queue.eraseToAnyScheduler().now }

  package func schedule(_ work: @escaping Work) {
    if waits, DispatchQueue.getSpecific(key: key) == true { return work() }
    let count = calls.add(1, ordering: .relaxed).newValue
    if let run = replacement.value { return run(work) }
    // Not for ever, so that a test that fails comes to an end.
    let waits = count <= 1_000 && waits
    let done = DispatchSemaphore(value: 0)
    queue.async { [self] in
      perform(work)
      done.signal()
    }
    if waits { done.wait() }
  }

  package func schedule(
    after instant: SchedulerTime<DispatchQueue>,
    tolerance: SchedulerStride,
    _ work: @escaping Work
  ) -> ScheduledWork {
    if waits {
      schedule(work)
      return .done
    }
    calls.add(1, ordering: .relaxed)
    return queue.eraseToAnyScheduler()
      .schedule(after: instant, tolerance: tolerance) { [self] in perform(work) }
  }

  package func schedule(
    after instant: SchedulerTime<DispatchQueue>,
    interval: SchedulerStride,
    tolerance: SchedulerStride,
    _ work: @escaping Work
  ) -> ScheduledWork {
    calls.add(1, ordering: .relaxed)
    return queue.eraseToAnyScheduler()
      .schedule(after: instant, interval: interval, tolerance: tolerance) { [self] in
        perform(work)
      }
  }

  private func perform(_ work: Work) {
    work()
    worksDone.add(1, ordering: .releasing)
  }
}
