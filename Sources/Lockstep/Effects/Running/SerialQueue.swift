// SPDX-License-Identifier: MIT

internal import Dispatch
internal import Synchronization

/// Runs the jobs of an action's effects one at a time: values, completions, starts of parts, and ends of cancelled
/// parts.
///
/// A thread that finds the queue free enters it and does its job, with everything that follows from it; see
/// ``QueueLoop``. A thread that finds it occupied leaves its job there and does not wait. The thread on the
/// queue does these jobs before it leaves, or leaves them to another thread if there are many. Operators are
/// therefore state machines of a single thread.
///
/// Whatever a leaf sends keeps its order, wherever it waits: see ``QueueLine``.
///
/// Work of a scheduler is done where the scheduler runs it. If another thread is on the queue, it is set aside
/// until a call of the scheduler finds the queue free, and holds up nothing else. The thread that leaves the
/// queue asks for this call, one for each scheduler.
///
/// The number of waiting jobs is bounded by what other threads send while a thread is on the queue.
///
/// Isolation: any thread. No lock is held while anything else is called.
final class SerialQueue: Sendable {
  /// The occupant while the queue waits for another thread that continues there.
  private static let reserved: UInt = 1

  private struct Waiting: ~Copyable {
    /// The events that were sent while another thread was on the queue.
    var events = Queue<QueueJob>()
    /// The work of schedulers that has found the queue occupied.
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

    /// Returns the work for which no call is under way; the caller makes the calls.
    func takeCalls() -> [SuspendedWork] {
      guard suspended.isEmpty == false else { return [] }
      let calls = suspended.filter { $0.isCalled == false }
      for work in calls { work.isCalled = true }
      return calls
    }
  }

  /// The loop whose thread is on the queue, or zero; changed only under the lock.
  private let occupant = Atomic<UInt>(0)
  private let waiting = Mutex(Waiting())
  /// Whether another thread may continue on the queue.
  private let isLive: Bool

  init(isLive: Bool) {
    self.isLive = isLive
  }

  /// Returns the loop of this thread that is on the queue, if any.
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

  /// Whether this thread is on the queue.
  var isHere: Bool { loopHere(.current) != nil }

  /// Lets a thread in, if no thread is on the queue; only under the lock.
  private func admit(_ loop: QueueLoop) -> Bool {
    guard occupant.load(ordering: .relaxed) == 0 else { return false }
    occupant.store(loop.id, ordering: .relaxed)
    loop.join(self)
    return true
  }

  // MARK: Starting

  /// Starts one of the parts of a new effect on the queue, with everything that follows from it.
  ///
  /// The thread stays on the queue until the loop ends, so that all parts are started before anything else
  /// happens there.
  func start(with loop: QueueLoop, _ body: () -> Void) {
    if occupant.load(ordering: .relaxed) != loop.id, waiting.withLock({ _ in admit(loop) }) == false
    {
      preconditionFailure("An effect started on a queue that is running other work.")
    }
    loop.startPart(body)
  }

  // MARK: Events

  /// Delivers an event: now, if nothing is to be done before it; or else as a job.
  ///
  /// - Parameters:
  ///   - leaf: The leaf that sends the event, among whose events it keeps its place.
  ///   - now: Delivers the event.
  ///   - later: Returns a job that delivers the event, or `nil` if it is discarded.
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

  /// Returns whether an active loop is on the queue, or has entered it now, and nothing waits in a line.
  private func isFree(for loop: QueueLoop, _ line: QueueLine?) -> Bool {
    if line == nil, occupant.load(ordering: .relaxed) == loop.id { return true }
    return waiting.withLock { _ in
      (occupant.load(ordering: .relaxed) == loop.id || admit(loop)) && line?.isEmpty != false
    }
  }

  /// Does a job: now, if nothing is to be done before it; after the current job of this thread; or when the
  /// thread on the queue gets to it.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - line: The line that the job has to wait in.
  ///   - isNext: Whether the job continues with the event that the current job delivers, and so comes before what that
  ///     job starts later: see ``QueueLoop/addNext(_:)``.
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

  /// Removes and returns what is first in a line of this queue.
  func popFirst(of line: QueueLine) -> QueueJob? {
    waiting.withLock { _ in line.jobs.popFirst() }
  }

  // MARK: Work of schedulers

  /// Does work that a scheduler runs: now, after all work of the scheduler that is suspended here, or after the
  /// current job of this thread; or else when a call of the scheduler finds the queue free.
  ///
  /// - Parameters:
  ///   - scheduler: The scheduler.
  ///   - outer: The queue that this one sends to, if it is another one. If this thread is there, because the scheduler
  ///     runs its work in the call that schedules it, its loop does the work: what the work sends on both queues keeps
  ///     its order.
  ///   - now: Does the work.
  ///   - later: Returns a job that does it.
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

  /// Does suspended work where its scheduler has made a call, if the queue is free.
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

  /// Lets go of suspended work whose scheduler has dropped the call.
  func dropSuspended(_ work: SuspendedWork) {
    for job in waiting.withLock({ $0.takeSuspended { $0 === work } }) { job.drop() }
  }

  // MARK: Leaving

  enum Next {
    case event(QueueJob)
    /// The thread has left the queue, and has to ask for calls.
    case left(calls: [SuspendedWork])
  }

  /// Takes the next event, or lets the thread out; then there may be calls to make.
  ///
  /// - Parameter isLast: Whether the thread has taken many events, and leaves the others to another one.
  /// - Returns: The event, or the work for which calls are to be made.
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
    // Not in a task: the threads that run tasks may all be waiting for the work in the queue.
    if isHandedOver { DispatchQueue.global().async { self.goOn() } }
    return next
  }

  /// Does the events that another thread has left.
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
