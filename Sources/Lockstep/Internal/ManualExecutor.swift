// SPDX-License-Identifier: MIT

internal import Synchronization

/// An executor whose jobs run on the thread that asks for them, one at a time, first in, first out.
package final class ManualExecutor: TaskExecutor {
  private let jobs = Mutex(Queue<UnownedJob>())
  private let jobAdded: @Sendable () -> Void

  /// Creates an executor without jobs.
  ///
  /// - Parameter jobAdded: Called after each new job, on whatever thread adds it.
  package init(jobAdded: @escaping @Sendable () -> Void) {
    self.jobAdded = jobAdded
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    jobAdded()
  }

  /// Runs the oldest job; returns false if there is none.
  package func runNext() -> Bool {
    guard let job = jobs.withLock({ $0.popFirst() }) else { return false }
    job.runSynchronously(on: asUnownedTaskExecutor())
    return true
  }
}
