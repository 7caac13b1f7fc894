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
  }

  /// The step that a random schedule has chosen.
  enum Step {
    /// A piece of work, which has run.
    case work
    /// The values that effects have sent, which the owner has to take now.
    case mail(RandomSchedule.Ready)
    /// The next thing that the owner or the time does.
    case goOn
  }

  /// Whether a random schedule decides the order.
  let isRandom: Bool
  private let choices: ScheduleChoices?
  private let state: Mutex<State>
  /// How often a turn has run other code than a reducer.
  private let otherCodeCount = Atomic(0)
  private let workAdded: @Sendable () -> Void

  /// Creates an executor without jobs that runs them first in, first out.
  ///
  /// - Parameter workAdded: Called after each new job, on the thread that adds it.
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
    // Another thread may run the job as soon as it is there, and its task may hold the last reference to this
    // executor.
    holding(self) {
      let isClosed = state.withLock { state in
        if state.isClosed == false { state.append(job) }
        return state.isClosed
      }
      if isClosed { globalConcurrentExecutor.enqueue(job) } else { workAdded() }
    }
  }

  /// Adds a function that puts a value into the mailbox of the store, as one more step of a random schedule.
  func enqueueMail(_ deliver: @escaping @Sendable () -> Void) {
    state.withLock { state in
      if state.isClosed == false { state.schedule?.appendMail(deliver) }
    }
    workAdded()
  }

  /// Adds work of a test scheduler that is due.
  ///
  /// - Parameters:
  ///   - source: The source of the work.
  ///   - instant: The instant at which it was due.
  ///   - time: The time at which it runs.
  ///   - isLast: Whether it comes only when nothing else is ready, and then in the order of the instants.
  ///   - run: The work.
  /// - Returns: Whether the schedule decides when it runs; `false` if the store was deallocated.
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

  /// Takes the values that effects have sent and that wait for their turn, because something is sent after them.
  func takeWaitingMail() {
    let mail = state.withLock { $0.schedule?.takeMail() ?? [] }
    for case .mail(let deliver?) in mail.map(\.work) { deliver() }
  }

  /// Whether values that effects have sent wait for their turn.
  var hasMail: Bool { state.withLock { $0.schedule?.hasMail ?? false } }

  /// Makes sure that the store is asked whether it runs something before the time moves.
  func noteMove() {
    if isEmpty == false { workAdded() }
  }

  /// Leaves the existing jobs, and all later ones, to the threads of the process, because nothing asks for
  /// them any more: a task that is still running can finish, and releases everything that it holds.
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

  /// Whether nothing is ready.
  package var isEmpty: Bool {
    state.withLock { $0.schedule?.isEmpty ?? ($0.jobs.count == 0) }
  }

  /// Starts a task whose jobs run here: in this call until it first suspends or, if the schedule says so, as
  /// a job.
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

  /// Runs the next job, first in, first out; returns false if there is none.
  package func runNext() -> Bool {
    guard let job = state.withLock({ $0.jobs.popFirst() }) else { return false }
    job.runSynchronously(on: asUnownedTaskExecutor())
    return true
  }

  /// Runs the step that a random schedule has chosen, unless it is the owner's; returns `nil` if nothing is ready.
  ///
  /// - Parameters:
  ///   - hasMail: Whether there is mail that only the owner knows of.
  ///   - canGoOn: Whether the owner or the time may go on before everything has run.
  /// - Returns: The step.
  func runNext(hasMail: Bool, orGoOn canGoOn: Bool) -> Step? {
    run(state.withLock { $0.schedule?.next(hasMail: hasMail, orGoOn: canGoOn) })
  }

  /// Returns the next of the values that effects have sent, for the owner to take now; `nil` if there is none.
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

  /// Returns whether everything that is ready waits for later.
  func leavesWork() -> Bool {
    state.withLock { $0.schedule?.leavesWork() ?? false }
  }

  /// Runs a function as a step, at the step's own time.
  func run(_ step: RandomSchedule.Ready, _ body: () -> Void) {
    OwnTime.noteWaiting(true)
    defer { OwnTime.noteWaiting(false) }
    OwnTime.run(as: OwnTime.Step(time: step.time, executor: self), body)
  }

  /// Takes mail as a step.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - isEnd: Whether it may be what a step of the test waits for.
  ///   - take: Takes the mail; returns whether its turns have started or ended effects.
  func takeMail(_ step: RandomSchedule.Ready, isEnd: Bool, _ take: () -> Bool) {
    let count = otherCodeCount.load(ordering: .relaxed)
    var isTurn = false
    run(step) { isTurn = take() == false }
    isTurn = isTurn && isEnd == false && otherCodeCount.load(ordering: .relaxed) == count
    choices?.noteStep(step.number, isTurn ? .turn : .anything)
  }

  /// Notes that code runs that may do anything.
  func noteOtherCode() {
    otherCodeCount.wrappingAdd(1, ordering: .relaxed)
  }

  // MARK: Work that is due

  /// Chooses among the stores whose work is due at the same instant of a test scheduler; returns the index.
  func chooseDue(among count: Int) -> Int {
    state.withLock { $0.schedule?.chooseDue(among: count) } ?? 0
  }

  /// Notes that work that was due has run.
  func noteDueWork() {
    choices?.noteStep(-2, .anything)
  }
}
