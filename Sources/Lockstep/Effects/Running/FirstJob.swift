// SPDX-License-Identifier: MIT

internal import Foundation

/// Starts tasks that run in the calling thread until they first suspend, on platforms without `Task.immediate`.
///
/// The initializer of a task enqueues its first job on the task's executor before it returns. While it runs, the executor
/// hands that job to ``take(_:)`` instead of queueing it, and ``start(on:_:)`` then runs the job. All later jobs go the
/// usual way.
///
/// If the body is isolated to an actor with a custom executor, such as the main actor, its first job goes to that executor
/// and runs later.
enum FirstJob {
  /// Whether tasks are started here although the platform has `Task.immediate`, for tests.
  static let isForced = ProcessInfo.processInfo.environment["LOCKSTEP_TASKS"] == "first-job"

  /// The place for the first job of the task that this thread is creating.
  private static let ofThread = ThreadPointer { _ in }

  /// Takes a job that is being enqueued, if it is the first one of the task that this thread is creating.
  ///
  /// - Returns: Whether the job was taken, so that the executor must not run it.
  static func take(_ job: UnownedJob) -> Bool {
    guard let place = ofThread.value else { return false }
    ofThread.value = nil
    place.assumingMemoryBound(to: UnownedJob?.self).pointee = job
    return true
  }

  /// Starts a task in this call.
  ///
  /// - Parameters:
  ///   - executor: The executor of the task, which calls ``take(_:)`` for each job.
  ///   - body: The work of the task.
  /// - Returns: The task.
  static func start<Success: Sendable>(
    on executor: some TaskExecutor,
    _ body: @escaping @Sendable @isolated(any) () async -> Success
  ) -> Task<Success, Never> {
    var first: UnownedJob?
    let task = withUnsafeMutablePointer(to: &first) { place in
      ofThread.value = UnsafeMutableRawPointer(place)
      // The first job of an isolated body goes to the executor of its actor.
      defer { ofThread.value = nil }
      return Task(executorPreference: executor, operation: body)
    }
    first?.runSynchronously(on: executor.asUnownedTaskExecutor())
    return task
  }
}

/// The executor of effects in live stores without `Task.immediate`: the threads of the process, apart from first jobs.
final class FirstJobExecutor: TaskExecutor {
  static let shared = FirstJobExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if FirstJob.take(job) == false { globalConcurrentExecutor.enqueue(job) }
  }
}
