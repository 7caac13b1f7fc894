// SPDX-License-Identifier: MIT

internal import Foundation

/// Starts tasks that run on the calling thread until they first suspend, on platforms without `Task.immediate`.
///
/// The initializer of a task enqueues the first job on the task's executor before it returns. During that call, the
/// executor passes the job to ``take(_:)`` instead of enqueueing it, and ``start(on:_:)`` then runs the job. Later jobs
/// are enqueued as usual.
///
/// If the body is isolated to an actor with a custom executor, such as the main actor, that executor receives the first
/// job and runs it later.
enum FirstJob {
  /// Whether tests force this implementation on a platform that has `Task.immediate`.
  static let isForced = ProcessInfo.processInfo.environment["LOCKSTEP_TASKS"] == "first-job"

  private static let ofThread = ThreadPointer { _ in }

  /// Captures a job if it is the first one of the task that this thread is creating, and returns whether it did.
  static func take(_ job: UnownedJob) -> Bool {
    guard let place = ofThread.value else { return false }
    ofThread.value = nil
    place.assumingMemoryBound(to: UnownedJob?.self).pointee = job
    return true
  }

  /// Starts a task and runs its first job; the executor must call ``take(_:)`` for each job.
  static func start<Success: Sendable>(
    on executor: some TaskExecutor,
    _ body: @escaping @Sendable @isolated(any) () async -> Success
  ) -> Task<Success, Never> {
    var first: UnownedJob?
    let task = withUnsafeMutablePointer(to: &first) { place in
      ofThread.value = UnsafeMutableRawPointer(place)
      // If the body is isolated, the actor's executor receives the first job, and the pointer is still set.
      defer { ofThread.value = nil }
      return Task(executorPreference: executor, operation: body)
    }
    first?.runSynchronously(on: executor.asUnownedTaskExecutor())
    return task
  }
}

/// The executor of effects in live stores without `Task.immediate`: the global executor, except for first jobs.
final class FirstJobExecutor: TaskExecutor {
  static let shared = FirstJobExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if FirstJob.take(job) == false { globalConcurrentExecutor.enqueue(job) }
  }
}
