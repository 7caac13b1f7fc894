// SPDX-License-Identifier: MIT

/// The jobs that one call does on the queues that it has entered, one at a time.
///
/// A job that is added comes after the current one and before whatever was next: as if it were nested, but in
/// constant stack space. Only then come the events that wait on the queues.
///
/// A thread has one loop, and another one for each call within a job that has to finish by itself: the start
/// of another effect, or a turn of a store.
///
/// Isolation: the thread that the loop belongs to. Only ``id`` is known elsewhere.
struct QueueLoop {
  private struct State {
    let outer: QueueLoop?
    /// The loop within this one, kept for the next time.
    var inner: QueueLoop?
    /// Whether a job is being done.
    var isActive = false
    /// Whether that job starts something, so that what is sent may be delivered on the spot.
    var isStarting = false
    /// Whether the thread has left a queue and asks schedulers for calls.
    var isLeaving = false
    /// The queues that the thread is in.
    var queues: [SerialQueue] = []
    /// The jobs that are to be done, the next one last.
    var pending: [QueueJob] = []
    /// The jobs that the current job has added, in order: first those that continue the event that it delivers.
    var added: [QueueJob] = []
    /// How many of these continue the event.
    var continuing = 0
    /// The parts that come after everything else that the current job adds.
    var later: [QueueJob] = []
    /// The leaf that the current job follows from.
    var cause: EffectScope?
    /// How many effects have displaced one another for the current job.
    var restarts = 0
    /// How many events have been taken from queues in a row.
    var taken = 0
    /// Whether a sender does its last thing on this thread.
    var isLast = false
    /// The turns to take when the thread has left the queues: usually one.
    var firstTaker: (any TurnTaker)?
    var otherTakers: [any TurnTaker] = []
    /// The objects that are to be released, while others are being released.
    var released: [AnyObject?]?
  }

  /// The number of events that one thread takes from queues in a row before it leaves the others to another one.
  static let limit = 100

  private let state: UnsafeMutablePointer<State>

  private init(outer: QueueLoop?) {
    state = .allocate(capacity: 1)
    state.initialize(to: State(outer: outer))
  }

  /// The innermost loop of this thread.
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

  /// A number that distinguishes the loop from all others that are active, and is never zero or one.
  var id: UInt { UInt(bitPattern: state) }

  var outer: QueueLoop? { state.pointee.outer }

  var isActive: Bool { state.pointee.isActive }

  /// Whether anything waits that an event sent now has to follow.
  var hasAdded: Bool { state.pointee.added.isEmpty == false }

  /// Whether an event that is sent now may be delivered on the spot.
  var isOpen: Bool { state.pointee.isStarting && hasAdded == false }

  /// The leaf that the current job follows from, if it is known.
  var cause: EffectScope? { state.pointee.cause }

  /// Does a part of the current job in which an operator sends what it has held back: values that no leaf has sent by
  /// itself follow from the operator.
  func following(_ scope: EffectScope, _ body: () -> Void) {
    let cause = state.pointee.cause
    state.pointee.cause = scope
    body()
    state.pointee.cause = cause
  }

  /// How many effects have displaced one another for the current job.
  var restarts: Int {
    get { state.pointee.restarts }
    nonmutating set { state.pointee.restarts = newValue }
  }

  // MARK: Loops within loops

  /// Runs a function for which nothing waits that was added before: with a loop of its own, if a job is being
  /// done.
  static func apart<Result>(_ body: (QueueLoop) -> Result) -> Result {
    let loop = current
    guard loop.isActive else { return body(loop) }
    let inner = loop.push()
    defer { inner.pop() }
    return body(inner)
  }

  /// Makes a loop within this one the innermost loop of the thread, until ``pop()``.
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

  /// Runs a function that starts something new, and everything that follows from it.
  static func run(_ body: (QueueLoop) -> Void) {
    apart { loop in loop.run { body(loop) } }
  }

  /// Starts something that needs no queue, with everything that follows from it: now, if nothing is to be done before
  /// it, or else in a job after the current one.
  ///
  /// - Parameters:
  ///   - now: The start, which is passed the loop.
  ///   - later: Returns the job.
  static func start(now: (QueueLoop) -> Void, later: () -> QueueJob) {
    let loop = current
    guard loop.isActive else { return loop.run { loop.startPart { now(loop) } } }
    if loop.isOpen { now(loop) } else { loop.add(later()) }
  }

  /// Does jobs where a scheduler has made a call: now, with everything that follows from them; or, if this thread
  /// has asked for the call while leaving a queue, after the call, so that calls do not nest.
  ///
  /// - Parameter take: Enters a queue with a loop, and returns the jobs; `nil` if the queue is occupied.
  static func runWork(_ take: (QueueLoop) -> [QueueJob]?) {
    let loop = current
    guard loop.state.pointee.isLeaving else {
      return apart { loop in if let jobs = take(loop) { loop.run(jobs) } }
    }
    for job in take(loop) ?? [] { loop.add(job) }
  }

  /// Notes that the thread has entered a queue.
  func join(_ queue: SerialQueue) {
    state.pointee.queues.append(queue)
  }

  /// Starts a part of an effect, with everything that follows from it.
  func startPart(_ body: () -> Void) {
    state.pointee.isStarting = true
    body()
    settle()
  }

  /// Does jobs one after the other, each with everything that follows from it, and leaves the queues.
  func run(_ jobs: [QueueJob]) {
    run {
      for job in jobs {
        perform(job)
        settle()
      }
    }
  }

  /// Does something, with everything that follows from it, and leaves the queues; the loop is not active.
  @inline(__always)
  func run(_ body: () -> Void) {
    state.pointee.isActive = true
    body()
    run()
  }

  /// Does what is left to do, and leaves the queues.
  private func run() {
    // Starting a part already performs the jobs that it adds.
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
        // A scheduler may run the work in its call, or do something else that sends.
        settle()
      }
    }
    state.pointee.taken = 0
    state.pointee.isActive = false
    state.pointee.isStarting = false
  }

  /// Does everything that was added.
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

  /// Does a job that waits for nothing.
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

  /// Delivers an event on the spot, where a part is being started.
  func deliver(_ event: () -> Void) {
    state.pointee.isStarting = false
    event()
    state.pointee.isStarting = true
  }

  /// Adds a job that does something else than to continue with the current event.
  func add(_ job: QueueJob) {
    add(job, at: state.pointee.added.count)
  }

  /// Adds a job that continues with the event that the current job delivers.
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

  /// Lets what the current job still sends come before what it has added so far, if those are only parts.
  func postponeParts() {
    guard state.pointee.added.count == state.pointee.continuing else { return }
    state.pointee.later += state.pointee.added
    state.pointee.added.removeAll(keepingCapacity: true)
    state.pointee.continuing = 0
  }

  /// Adds a job that stands for the first item of a line.
  func add(tokenOf line: QueueLine, isNext: Bool) {
    if isNext { addNext(QueueJob(line)) } else { add(QueueJob(line)) }
  }

  // MARK: The short way home

  /// Does the last thing that a sender does here: if this is a block of the main queue, in which nothing else is
  /// being delivered, stores on the main actor that it sends to have their turns before this method returns.
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

  /// Whether a sender does its last thing on this thread, so that turns may follow it.
  var isLast: Bool { state.pointee.isLast }

  /// Has a store on the main actor take its turns when the sender of this thread has done its last thing.
  func add(_ taker: any TurnTaker) {
    if state.pointee.firstTaker == nil {
      state.pointee.firstTaker = taker
    } else {
      state.pointee.otherTakers.append(taker)
    }
  }

  // MARK: Releasing

  /// Releases an object, which the caller no longer holds; what it holds is released afterward, if it is released
  /// by this function as well, so that a chain of any length needs constant stack space.
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

/// An object that takes turns when a sender on the main queue has done its last thing.
protocol TurnTaker: AnyObject, Sendable {
  /// Takes turns, on the thread of the main actor.
  func takeTurns()
}
