// SPDX-License-Identifier: MIT

internal import Synchronization

/// An executor whose jobs run on the thread that asks for them, one at a time: first in, first out, or
/// in the order of a random schedule.
@usableFromInline
package final class ManualExecutor: TaskExecutor {
  private struct State: ~Copyable {
    var jobs = Queue<UnownedJob>()
    /// The schedule that holds the jobs, if there is one.
    var schedule: RandomSchedule?
    var isClosed = false

    mutating func append(_ job: UnownedJob) {
      if schedule == nil { jobs.append(job) } else { schedule?.append(job) }
    }

    mutating func takeAll() -> [UnownedJob] {
      (schedule?.takeAll() ?? []) + jobs.removeAll()
    }
  }

  /// Whether a random schedule decides the order.
  let isRandom: Bool
  private let state: Mutex<State>
  private let jobAdded: @Sendable () -> Void

  /// Creates an executor without jobs that runs them first in, first out.
  ///
  /// - Parameter jobAdded: Called after each new job, on the thread that adds it.
  package convenience init(jobAdded: @escaping @Sendable () -> Void) {
    self.init(schedule: nil, jobAdded: jobAdded)
  }

  init(schedule: RandomSchedule?, jobAdded: @escaping @Sendable () -> Void) {
    isRandom = schedule != nil
    state = Mutex(State(schedule: schedule))
    self.jobAdded = jobAdded
  }

  @usableFromInline
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // Another thread may run the job as soon as it is there; everything that holds this may go away with its
    // task.
    holding(self) {
      let isClosed = state.withLock { state in
        if state.isClosed == false { state.append(job) }
        return state.isClosed
      }
      if isClosed { globalConcurrentExecutor.enqueue(job) } else { jobAdded() }
    }
  }

  /// Leaves the existing jobs, and all later ones, to the threads of the process, because nothing asks for
  /// them any more: a task that is still running can finish, and lets go of what it holds.
  package func close() {
    let jobs = state.withLock { state in
      state.isClosed = true
      return state.takeAll()
    }
    for job in jobs { globalConcurrentExecutor.enqueue(job) }
  }

  /// Starts a task whose jobs run here: in this call until it first suspends or, if the schedule says so, as
  /// a job.
  func start<Success: Sendable>(
    _ body: @escaping @Sendable @isolated(any) () async -> Success
  ) -> Task<Success, Never> {
    let beginsAtOnce = state.withLock { $0.schedule?.beginsAtOnce() ?? true }
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *), beginsAtOnce {
      return Task.immediate(executorPreference: self, operation: body)
    }
    return Task(executorPreference: self, operation: body)
  }

  /// Runs the next job; returns false if there is none.
  package func runNext() -> Bool {
    guard isRandom == false else { return runNext(hasMail: false) {} }
    guard let job = state.withLock({ $0.jobs.popFirst() }) else { return false }
    run(job)
    return true
  }

  /// Runs the next job, or takes the mail if that comes first; returns false if nothing is ready.
  func runNext(hasMail: Bool, takeMail: () -> Void) -> Bool {
    switch state.withLock({ $0.schedule?.next(hasMail: hasMail) }) {
    case .job(let job)?: run(job)
    case .mail?: takeMail()
    case nil: return false
    }
    return true
  }

  /// Returns whether more work that is due now comes before the next job.
  func yieldsToWorkDueNow() -> Bool {
    state.withLock { $0.schedule?.yieldsToWorkDueNow() ?? false }
  }

  /// Chooses among the sources of work that is due at the same instant of a test scheduler.
  func chooseDue(among count: Int) -> RandomSchedule.Choice {
    state.withLock { $0.schedule?.chooseDue(among: count) } ?? RandomSchedule.Choice(index: 0)
  }

  private func run(_ job: UnownedJob) {
    job.runSynchronously(on: asUnownedTaskExecutor())
  }
}
