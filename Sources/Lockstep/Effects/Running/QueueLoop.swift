// SPDX-License-Identifier: MIT

/// Runs the jobs of one call on the queues that the call has entered, one job at a time.
///
/// A job that is added during another one runs directly after it, before all other pending jobs. The order is that of
/// nested calls, but in constant stack space. Events that wait on the queues run last.
///
/// A thread has one loop, and an inner loop for each call within a job that must finish before the call returns: the
/// start of another effect, or a turn of a store.
///
/// Only the owning thread uses a loop. Other threads only compare its ``id``.
struct QueueLoop {
  private struct State {
    let outer: QueueLoop?
    var inner: QueueLoop?
    var isActive = false
    /// Whether the current job starts an effect, so that events may be delivered immediately.
    var isStarting = false
    var isLeaving = false
    var queues: [SerialQueue] = []
    /// The jobs to run, in reverse order.
    var pending: [QueueJob] = []
    /// The jobs added by the current job, in order; those that continue its event are first.
    var added: [QueueJob] = []
    /// The number of added jobs that continue the event.
    var continuing = 0
    /// The parts to start after all other jobs that the current job adds.
    var later: [QueueJob] = []
    var cause: EffectScope?
    var restarts = 0
    /// The number of events that the thread has taken from queues in a row.
    var taken = 0
    var isLast = false
    /// The object that takes turns after the thread has left the queues; further ones are rare.
    var firstTaker: (any TurnTaker)?
    var otherTakers: [any TurnTaker] = []
    var released: [AnyObject?]?
  }

  /// The maximum number of events that a thread takes from queues in a row before it hands over to another thread.
  static let limit = 100

  private let state: UnsafeMutablePointer<State>

  private init(outer: QueueLoop?) {
    state = .allocate(capacity: 1)
    state.initialize(to: State(outer: outer))
  }

  static var current: QueueLoop {
    if let pointer = loopOfThread.value {
      return QueueLoop(state: pointer.assumingMemoryBound(to: State.self))
    }
    let loop = QueueLoop(outer: nil)
    loopOfThread.value = UnsafeMutableRawPointer(loop.state)
    return loop
  }

  private init(state: UnsafeMutablePointer<State>) {
    self.state = state
  }

  private static let loopOfThread = ThreadPointer { pointer in
    let pointer: UnsafeMutableRawPointer? = pointer
    if let pointer { QueueLoop(state: pointer.assumingMemoryBound(to: State.self)).deallocate() }
  }

  private func deallocate() {
    state.pointee.inner?.deallocate()
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// A number that is unique among all active loops, and never zero or one.
  var id: UInt { UInt(bitPattern: state) }

  var outer: QueueLoop? { state.pointee.outer }

  var isActive: Bool { state.pointee.isActive }

  /// Whether jobs are pending that must run before an event sent now.
  var hasAdded: Bool { state.pointee.added.isEmpty == false }

  /// Whether an event sent now may be delivered immediately.
  var isOpen: Bool { state.pointee.isStarting && hasAdded == false }

  /// The leaf that caused the current job, if known.
  var cause: EffectScope? { state.pointee.cause }

  /// Runs the part of a job in which an operator sends stored values, with the operator as their cause.
  func following(_ scope: EffectScope, _ body: () -> Void) {
    let cause = state.pointee.cause
    state.pointee.cause = scope
    body()
    state.pointee.cause = cause
  }

  /// The length of the chain of effects that replaced one another and led to the current job.
  var restarts: Int {
    get { state.pointee.restarts }
    nonmutating set { state.pointee.restarts = newValue }
  }

  // MARK: Loops within loops

  /// Runs a function in a loop without pending jobs: an inner loop if a job is running.
  static func apart<Result>(_ body: (QueueLoop) -> Result) -> Result {
    let loop = current
    guard loop.isActive else { return body(loop) }
    let inner = loop.push()
    defer { inner.pop() }
    return body(inner)
  }

  func push() -> QueueLoop {
    let inner = state.pointee.inner ?? QueueLoop(outer: self)
    state.pointee.inner = inner
    Self.loopOfThread.value = UnsafeMutableRawPointer(inner.state)
    return inner
  }

  func pop() {
    guard let outer else { return }
    Self.loopOfThread.value = UnsafeMutableRawPointer(outer.state)
  }

  // MARK: Running

  static func run(_ body: (QueueLoop) -> Void) {
    apart { loop in loop.run { body(loop) } }
  }

  /// Starts an effect that needs no queue, and runs all resulting jobs: immediately if no jobs are pending, otherwise
  /// in a job after the current one.
  static func start(now: (QueueLoop) -> Void, later: () -> QueueJob) {
    let loop = current
    guard loop.isActive else { return loop.run { loop.startPart { now(loop) } } }
    if loop.isOpen { now(loop) } else { loop.add(later()) }
  }

  /// Runs jobs in a call made by a scheduler.
  ///
  /// If this thread asked for the call while leaving a queue, the jobs run after the call, so that calls do not nest.
  /// Otherwise, they run now, together with all resulting jobs.
  ///
  static func runWork(_ take: (QueueLoop) -> [QueueJob]?) {
    let loop = current
    guard loop.state.pointee.isLeaving else {
      return apart { loop in if let jobs = take(loop) { loop.run(jobs) } }
    }
    for job in take(loop) ?? [] { loop.add(job) }
  }

  func join(_ queue: SerialQueue) {
    state.pointee.queues.append(queue)
  }

  func startPart(_ body: () -> Void) {
    state.pointee.isStarting = true
    body()
    settle()
  }

  func run(_ jobs: [QueueJob]) {
    run {
      for job in jobs {
        perform(job)
        settle()
      }
    }
  }

  /// Runs a function and all resulting jobs, and leaves the queues; the loop must not be active.
  @inline(__always)
  func run(_ body: () -> Void) {
    state.pointee.isActive = true
    body()
    run()
  }

  private func run() {
    // Starting a part already ran the jobs that it added.
    if hasAdded || state.pointee.later.isEmpty == false { settle() }
    while let queue = state.pointee.queues.last {
      switch queue.takeNext(isLast: state.pointee.taken >= Self.limit) {
      case .event(let job):
        state.pointee.taken += 1
        perform(job)
        settle()
      case .left(let calls):
        state.pointee.queues.removeLast()
        state.pointee.isLeaving = true
        for suspended in calls { suspended.call(queue) }
        state.pointee.isLeaving = false
        // A scheduler may run the work in its call, or run other code that sends.
        settle()
      }
    }
    state.pointee.taken = 0
    state.pointee.isActive = false
    state.pointee.isStarting = false
  }

  private func settle() {
    while let job = nextJob() { perform(job) }
    state.pointee.cause = nil
    state.pointee.restarts = 0
  }

  private func nextJob() -> QueueJob? {
    if state.pointee.later.isEmpty == false { stack(&state.pointee.later) }
    if state.pointee.added.isEmpty == false {
      stack(&state.pointee.added)
      state.pointee.continuing = 0
    }
    return state.pointee.pending.popLast()
  }

  private func stack(_ jobs: inout [QueueJob]) {
    while let job = jobs.popLast() { state.pointee.pending.append(job) }
  }

  func perform(_ job: QueueJob) {
    if let line = job.line {
      if let job = line.popFirst() { perform(job) }
      return
    }
    state.pointee.cause = job.cause
    state.pointee.restarts = job.restarts
    state.pointee.isStarting = job.isStart
    job.perform()
  }

  /// Delivers an event immediately while a part starts.
  func deliver(_ event: () -> Void) {
    state.pointee.isStarting = false
    event()
    state.pointee.isStarting = true
  }

  /// Adds a job that does not continue the current event.
  func add(_ job: QueueJob) {
    add(job, at: state.pointee.added.count)
  }

  /// Adds a job that continues the event that the current job delivers.
  func addNext(_ job: QueueJob) {
    let count = state.pointee.added.count
    add(job, at: state.pointee.continuing)
    state.pointee.continuing += state.pointee.added.count - count
  }

  private func add(_ job: QueueJob, at index: Int) {
    let job = job.following(self)
    if job.isPart, state.pointee.later.isEmpty == false {
      state.pointee.later.append(job)
    } else {
      state.pointee.added.insert(job, at: index)
    }
  }

  /// If the current job has only added parts so far, postpones them until after the events that it still sends.
  func postponeParts() {
    guard state.pointee.added.count == state.pointee.continuing else { return }
    state.pointee.later += state.pointee.added
    state.pointee.added.removeAll(keepingCapacity: true)
    state.pointee.continuing = 0
  }

  func add(tokenOf line: QueueLine, isNext: Bool) {
    if isNext { addNext(QueueJob(line)) } else { add(QueueJob(line)) }
  }

  // MARK: The short way home

  /// Performs the last action of a sender.
  ///
  /// In a block of the main queue with no other delivery in progress, the stores on the main actor that receive the
  /// events take their turns before this method returns.
  static func last(_ body: () -> Void) {
    let loop = current
    guard loop.isActive == false, loop.outer == nil, loop.state.pointee.isLast == false,
      isOnMainQueue
    else { return body() }
    loop.state.pointee.isLast = true
    body()
    loop.state.pointee.isLast = false
    guard let first = loop.state.pointee.firstTaker.take() else { return }
    let others = loop.state.pointee.otherTakers
    loop.state.pointee.otherTakers = []
    first.takeTurns()
    for taker in others { taker.takeTurns() }
  }

  var isLast: Bool { state.pointee.isLast }

  /// Makes a store on the main actor take its turns after the sender's last action.
  func add(_ taker: any TurnTaker) {
    if state.pointee.firstTaker == nil {
      state.pointee.firstTaker = taker
    } else {
      state.pointee.otherTakers.append(taker)
    }
  }

  // MARK: Releasing

  /// Releases the caller's reference to an object.
  ///
  /// If the object holds other objects that are also released with this function, they are released afterward instead
  /// of recursively, so that a chain of any length needs constant stack space.
  static func release(_ object: inout AnyObject?) {
    let state = current.state
    let isFirst = state.pointee.released == nil
    if isFirst { state.pointee.released = [] }
    state.pointee.released?.append(object.take())
    guard isFirst else { return }
    while state.pointee.released?.popLast() != nil {}
    state.pointee.released = nil
  }
}

/// An object that takes turns after a sender on the main queue performs its last action.
protocol TurnTaker: AnyObject, Sendable {
  func takeTurns()
}
