// SPDX-License-Identifier: MIT

internal import Synchronization

/// An executor that runs its jobs on the calling thread, one at a time: first in, first out, or in the order that a
/// random schedule chooses.
@usableFromInline
package final class ManualExecutor: TaskExecutor {
  private struct State: ~Copyable {
    var jobs = Queue<UnownedJob>()
    var schedule: RandomSchedule?
    var isClosed = false

    mutating func append(_ job: UnownedJob) {
      if schedule == nil { jobs.append(job) } else { schedule?.append(job) }
    }
  }

  enum Step {
    /// A job or due work. The executor has already run it.
    case work
    /// A value that an effect has sent. The owner must process it now.
    case mail(RandomSchedule.Ready)
    case goOn
  }

  let isRandom: Bool
  private let choices: ScheduleChoices?
  private let state: Mutex<State>
  private let otherCodeCount = Atomic(0)
  private let workAdded: @Sendable () -> Void

  /// Creates a first in, first out executor that calls `workAdded` after each new job, on the thread that adds it.
  package convenience init(workAdded: @escaping @Sendable () -> Void) {
    self.init(schedule: nil, workAdded: workAdded)
  }

  init(schedule: RandomSchedule?, workAdded: @escaping @Sendable () -> Void) {
    isRandom = schedule != nil
    choices = schedule?.choices
    state = Mutex(State(schedule: schedule))
    self.workAdded = workAdded
  }

  // MARK: Adding

  @usableFromInline
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if FirstJob.take(job) { return }
    // Another thread may run the job immediately, and the job's task may hold the last reference to this executor.
    holding(self) {
      let isClosed = state.withLock { state in
        if state.isClosed == false { state.append(job) }
        return state.isClosed
      }
      if isClosed { globalConcurrentExecutor.enqueue(job) } else { workAdded() }
    }
  }

  func enqueueMail(_ deliver: @escaping @Sendable () -> Void) {
    state.withLock { state in
      if state.isClosed == false { state.schedule?.appendMail(deliver) }
    }
    workAdded()
  }

  /// Adds due work of a test scheduler; returns `false` if the store was deallocated.
  ///
  /// If `isLast` is `true`, the work runs only when nothing else is ready, in the order of the due instants.
  func enqueueWork(
    of source: WorkSource,
    at instant: Int64,
    _ time: OwnTime,
    isLast: Bool,
    _ run: @escaping @Sendable () -> Void
  ) -> Bool {
    let isOpen = state.withLock { state in
      guard state.isClosed == false else { return false }
      state.schedule?.appendWork(of: source, at: instant, time, isLast: isLast, run)
      return true
    }
    if isOpen { workAdded() }
    return isOpen
  }

  /// Delivers the waiting values of effects before the store receives another action.
  func takeWaitingMail() {
    let mail = state.withLock { $0.schedule?.takeMail() ?? [] }
    for case .mail(let deliver?) in mail.map(\.work) { deliver() }
  }

  var hasMail: Bool { state.withLock { $0.schedule?.hasMail ?? false } }

  func noteMove() {
    if isEmpty == false { workAdded() }
  }

  /// Hands all current and future jobs to the global executor, so that running tasks can finish.
  package func close() {
    let (ready, jobs) = state.withLock { state in
      state.isClosed = true
      return (state.schedule?.takeAll() ?? [], state.jobs.removeAll())
    }
    for step in ready {
      switch step.work {
      case .job(let job): globalConcurrentExecutor.enqueue(job)
      case .scheduled(let run): run()
      case .mail, .goOn: break
      }
    }
    for job in jobs { globalConcurrentExecutor.enqueue(job) }
  }

  // MARK: Running

  package var isEmpty: Bool {
    state.withLock { $0.schedule?.isEmpty ?? ($0.jobs.count == 0) }
  }

  /// Starts a task in this call or, if the random schedule postpones it, as a job.
  func start<Success: Sendable>(
    _ body: @escaping @Sendable @isolated(any) () async -> Success
  ) -> Task<Success, Never> {
    let beginsAtOnce = state.withLock { $0.schedule?.beginsAtOnce() ?? true }
    guard beginsAtOnce else { return Task(executorPreference: self, operation: body) }
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *), FirstJob.isForced == false
    {
      return Task.immediate(executorPreference: self, operation: body)
    }
    return FirstJob.start(on: self, body)
  }

  package func runNext() -> Bool {
    guard let job = state.withLock({ $0.jobs.popFirst() }) else { return false }
    job.runSynchronously(on: asUnownedTaskExecutor())
    return true
  }

  /// Runs the next step of the random schedule, or returns it if the owner must perform it; `nil` if nothing is ready.
  func runNext(hasMail: Bool, orGoOn canGoOn: Bool) -> Step? {
    run(state.withLock { $0.schedule?.next(hasMail: hasMail, orGoOn: canGoOn) })
  }

  func nextMail() -> RandomSchedule.Ready? {
    state.withLock { $0.schedule?.nextMail() }
  }

  private func run(_ next: RandomSchedule.Ready?) -> Step? {
    guard let next else { return nil }
    switch next.work {
    case .job(let job):
      run(next) { job.runSynchronously(on: asUnownedTaskExecutor()) }
      choices?.noteStep(next.number, .piece)
    case .scheduled(let work):
      run(next, work)
      choices?.noteStep(next.number, .piece)
    case .mail:
      return .mail(next)
    case .goOn:
      choices?.noteStep(next.number, .anything)
      return .goOn
    }
    return .work
  }

  func leavesWork() -> Bool {
    state.withLock { $0.schedule?.leavesWork() ?? false }
  }

  func run(_ step: RandomSchedule.Ready, _ body: () -> Void) {
    OwnTime.noteWaiting(true)
    defer { OwnTime.noteWaiting(false) }
    OwnTime.run(as: OwnTime.Step(time: step.time, executor: self), body)
  }

  /// Delivers a value from an effect as a step; `take` returns whether its turns have started or cancelled effects.
  func takeMail(_ step: RandomSchedule.Ready, isEnd: Bool, _ take: () -> Bool) {
    let count = otherCodeCount.load(ordering: .relaxed)
    var isTurn = false
    run(step) { isTurn = take() == false }
    isTurn = isTurn && isEnd == false && otherCodeCount.load(ordering: .relaxed) == count
    choices?.noteStep(step.number, isTurn ? .turn : .anything)
  }

  /// Records that a turn has run code that may affect anything.
  func noteOtherCode() {
    otherCodeCount.wrappingAdd(1, ordering: .relaxed)
  }

  // MARK: Work that is due

  func chooseDue(among count: Int) -> Int {
    state.withLock { $0.schedule?.chooseDue(among: count) } ?? 0
  }

  func noteDueWork() {
    choices?.noteStep(-2, .anything)
  }
}
