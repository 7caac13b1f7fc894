// SPDX-License-Identifier: MIT

internal import Dispatch
internal import Synchronization

/// Runs the jobs of an action's effects one at a time: values, completions, starts, and ends of cancelled parts.
///
/// A thread that finds the queue free enters it and runs its job with all resulting jobs; see ``QueueLoop``. A thread
/// that finds the queue occupied leaves the job there without waiting. The occupying thread runs such jobs before it
/// leaves, or hands them over to another thread if there are many. Operators are therefore single-threaded state
/// machines.
///
/// The events of a leaf keep their order; see ``QueueLine``.
///
/// A scheduler's work runs in calls made by the scheduler. If another thread is on the queue, the queue suspends the
/// work until a call finds the queue free, without delaying other jobs. The thread that leaves the queue asks each
/// scheduler for such a call.
///
/// The number of waiting jobs is bounded by the number of events that other threads send while a thread is on the
/// queue. No lock is held while other code is called.
final class SerialQueue: Sendable {
  /// The occupant while another thread is about to continue on the queue.
  private static let reserved: UInt = 1

  private struct Waiting: ~Copyable {
    var events = Queue<QueueJob>()
    private(set) var suspended: [SuspendedWork] = []

    mutating func suspend(_ job: QueueJob, _ scheduler: QueueScheduler) {
      let id = scheduler.id
      if let work = suspended.first(where: { $0.schedulerID == id }) {
        work.jobs.append(job)
      } else {
        suspended.append(SuspendedWork(of: scheduler, id, job))
      }
    }

    mutating func takeSuspended(where isMeant: (SuspendedWork) -> Bool) -> [QueueJob] {
      guard let index = suspended.firstIndex(where: isMeant) else { return [] }
      return suspended.remove(at: index).jobs
    }

    /// Returns the suspended work that has no pending call; the caller must make the calls.
    func takeCalls() -> [SuspendedWork] {
      guard suspended.isEmpty == false else { return [] }
      let calls = suspended.filter { $0.isCalled == false }
      for work in calls { work.isCalled = true }
      return calls
    }
  }

  /// The loop whose thread is on the queue, or zero; written only under the lock.
  private let occupant = Atomic<UInt>(0)
  private let waiting = Mutex(Waiting())
  /// Whether another thread may continue on the queue.
  private let isLive: Bool

  init(isLive: Bool) {
    self.isLive = isLive
  }

  /// Returns this thread's loop that is on the queue, if any.
  private func loopHere(_ loop: QueueLoop) -> QueueLoop? {
    let occupant = occupant.load(ordering: .relaxed)
    if occupant == 0 { return nil }
    var next: QueueLoop? = loop
    while let loop = next {
      if loop.id == occupant { return loop }
      next = loop.outer
    }
    return nil
  }

  var isHere: Bool { loopHere(.current) != nil }

  /// Enters the queue if it is free; call only under the lock.
  private func admit(_ loop: QueueLoop) -> Bool {
    guard occupant.load(ordering: .relaxed) == 0 else { return false }
    occupant.store(loop.id, ordering: .relaxed)
    loop.join(self)
    return true
  }

  // MARK: Starting

  /// Starts a part of a new effect on the queue and runs all resulting jobs.
  ///
  /// The thread stays on the queue until the loop ends, so that all parts start before any other event is delivered.
  func start(with loop: QueueLoop, _ body: () -> Void) {
    if occupant.load(ordering: .relaxed) != loop.id, waiting.withLock({ _ in admit(loop) }) == false
    {
      preconditionFailure("An effect started on a queue that is running other work.")
    }
    loop.startPart(body)
  }

  // MARK: Events

  /// Delivers an event: immediately if no jobs are pending, otherwise in a job, or never if `later` returns `nil`.
  @inline(__always)
  func deliver(from leaf: EffectScope? = nil, now: () -> Void, later: () -> QueueJob?) {
    let loop = QueueLoop.current
    if loop.isActive {
      if loop.isOpen, isFree(for: loop, leaf?.lineIfAny) { return loop.deliver(now) }
    } else if waiting.withLock({ _ in admit(loop) }) {
      return loop.run(now)
    }
    if let job = later() { add(job, inLine: leaf?.line) }
  }

  /// Returns whether an active loop is on the queue, after entering it if possible, and no event waits in the line.
  private func isFree(for loop: QueueLoop, _ line: QueueLine?) -> Bool {
    if line == nil, occupant.load(ordering: .relaxed) == loop.id { return true }
    return waiting.withLock { _ in
      (occupant.load(ordering: .relaxed) == loop.id || admit(loop)) && line?.isEmpty != false
    }
  }

  /// Runs a job: immediately if no jobs are pending, after this thread's current job, or later on the occupying thread.
  func add(_ job: QueueJob, inLine line: QueueLine? = nil, isNext: Bool = false) {
    let loop = QueueLoop.current
    var here = loopHere(loop)
    if here == nil {
      let isIn = waiting.withLock { waiting in
        if admit(loop) { return true }
        if let line {
          waiting.events.append(QueueJob(line))
          line.jobs.append(job)
        } else {
          waiting.events.append(job)
        }
        return false
      }
      guard isIn else { return }
      guard loop.isActive else { return loop.run { loop.perform(job) } }
      here = loop
    }
    guard let here else { return }
    guard let line else { return here.add(job) }
    let following = job.following(here)
    waiting.withLock { _ in line.jobs.append(following) }
    here.add(tokenOf: line, isNext: isNext)
  }

  func popFirst(of line: QueueLine) -> QueueJob? {
    waiting.withLock { _ in line.jobs.popFirst() }
  }

  // MARK: Work of schedulers

  /// Runs a scheduler's work.
  ///
  /// If the queue is free, the work runs immediately, after all suspended work of the same scheduler. If this thread is
  /// on the queue, the work runs after the current job. Otherwise, the work is suspended until a call of the scheduler
  /// finds the queue free.
  ///
  /// The downstream queue, `outer`, may differ from this one. If the scheduler runs work in the call that schedules it,
  /// this thread may be on that queue. Its loop then runs the work, so that events keep their order on both queues.
  func doWork(
    of scheduler: QueueScheduler,
    below outer: SerialQueue? = nil,
    now: () -> Void,
    later: () -> QueueJob
  ) {
    let loop = QueueLoop.current
    if let here = loopHere(loop) { return here.add(later()) }
    if let outer, outer !== self, let here = outer.loopHere(loop),
      waiting.withLock({ $0.suspended.isEmpty && admit(here) })
    {
      return here.add(later())
    }
    if loop.isActive == false, waiting.withLock({ $0.suspended.isEmpty && admit(loop) }) {
      return loop.run(now)
    }
    let job = later()
    QueueLoop.runWork { loop in
      waiting.withLock { waiting in
        guard admit(loop) else {
          waiting.suspend(job, scheduler)
          return nil
        }
        guard waiting.suspended.isEmpty == false else { return [job] }
        let id = scheduler.id
        return waiting.takeSuspended { $0.schedulerID == id } + [job]
      }
    }
  }

  /// Runs suspended work in a call of its scheduler, if the queue is free.
  func doSuspended(_ work: SuspendedWork) {
    QueueLoop.runWork { loop in
      waiting.withLock { waiting in
        if admit(loop) { return waiting.takeSuspended { $0 === work } }
        // The thread that leaves the queue asks for another call.
        work.isCalled = false
        return nil
      }
    }
  }

  /// Discards suspended work whose scheduler dropped the call.
  func dropSuspended(_ work: SuspendedWork) {
    for job in waiting.withLock({ $0.takeSuspended { $0 === work } }) { job.drop() }
  }

  // MARK: Leaving

  enum Next {
    case event(QueueJob)
    /// The thread has left the queue and must ask schedulers for calls.
    case left(calls: [SuspendedWork])
  }

  /// Returns the next event, or leaves the queue and returns the work that needs calls from schedulers.
  func takeNext(isLast: Bool) -> Next {
    let (next, isHandedOver) = waiting.withLock { waiting -> (Next, Bool) in
      if isLast, isLive, waiting.events.isEmpty == false {
        occupant.store(Self.reserved, ordering: .relaxed)
        return (.left(calls: []), true)
      }
      if let job = waiting.events.popFirst() { return (.event(job), false) }
      occupant.store(0, ordering: .relaxed)
      return (.left(calls: waiting.takeCalls()), false)
    }
    // Do not use a task here. All threads that run tasks may be waiting for work in the queue.
    if isHandedOver { DispatchQueue.global().async { self.goOn() } }
    return next
  }

  private func goOn() {
    QueueLoop.apart { loop in
      waiting.withLock { _ in
        occupant.store(loop.id, ordering: .relaxed)
        loop.join(self)
      }
      loop.run([])
    }
  }
}
