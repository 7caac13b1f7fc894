// SPDX-License-Identifier: MIT

internal import Synchronization

/// A part of an effect that is to be started.
struct EffectStart: Sendable {
  /// The scope in which the part runs, which is kept running until the part is started.
  private let scope: EffectScope
  private let context: DeliveryContext
  /// The effect that the part follows from.
  fileprivate var cause: EffectDescription?
  private let body: @Sendable () -> Void

  /// Creates a start; returns `nil` if nothing starts in the scope any more.
  fileprivate init?(
    in scope: EffectScope,
    after cause: EffectDescription? = nil,
    _ body: @escaping @Sendable () -> Void
  ) {
    guard scope.hold() else { return nil }
    self.scope = scope
    self.cause = cause
    self.body = body
    context = DeliveryContext(scope.context)
  }

  fileprivate func run() {
    if scope.isActive { context.run(body) }
    scope.release()
  }
}

extension EffectScope {
  /// Starts a part of the effect here: immediately, or right after the part that is being started on this
  /// thread.
  ///
  /// Only for code that starts effects. Code that receives events uses ``startNext(after:_:)``.
  func startPart(_ body: @escaping @Sendable () -> Void) {
    if let start = EffectStart(in: self, body) { context.starts.run([.start(start)]) }
  }

  /// Starts a part of the effect here when the event that is being delivered has been delivered.
  ///
  /// Only for code that runs in the effect's lane.
  ///
  /// - Parameters:
  ///   - source: The scope that the event comes from.
  ///   - body: Starts the part.
  func startNext(after source: EffectScope, _ body: @escaping @Sendable () -> Void) {
    if let start = EffectStart(in: self, after: source.cause, body) { lane.start(start) }
  }

  /// The effect that sends what comes from this scope now: the leaf whose scope this is, or else the effect
  /// from which what is being started on this thread follows; `nil` if it follows from none.
  var cause: EffectDescription? { description ?? context.starts.cause }
}

/// The parts of one store's effects that each thread has to start.
///
/// A part that is started may start other parts in the same call. These do not start within it but right
/// after it, before whatever was next: in the same order as if they had started within it, and in constant
/// stack space.
///
/// Isolation: any thread. No lock is held while anything else is called.
struct StartQueue: ~Copyable, Sendable {
  enum Job: Sendable {
    case start(EffectStart)
    /// Continues with what waits in a lane for what was started before.
    case comeBack(Lane, Int)

    fileprivate func run() {
      switch self {
      case .start(let start): start.run()
      case .comeBack(let lane, let number): lane.comeBack(number)
      }
    }

    fileprivate var cause: EffectDescription? {
      if case .start(let start) = self { start.cause } else { nil }
    }

    /// Returns the same job, which follows from an effect unless it already follows from another one.
    fileprivate func following(_ cause: EffectDescription?) -> Job {
      guard case .start(var start) = self else { return self }
      start.cause = start.cause ?? cause
      return .start(start)
    }
  }

  // NB: Not private, or the compiler fails where a store's context is created: the contents of a mutex in a
  // noncopyable structure must be known wherever the structure is a property.
  struct Entry {
    let thread: UInt
    /// Whether the thread does the jobs that are added, and not only something that others have left.
    var takesJobs = true
    /// The jobs that are to be done, the next one last.
    var pending: [Job] = []
    /// The jobs that were added while another is being done, in order.
    var added: [Job] = []
    /// The effect that the job that is being done follows from.
    var cause: EffectDescription?

    mutating func add(_ jobs: [Job]) {
      added += cause == nil ? jobs : jobs.map { $0.following(cause) }
    }

    mutating func next() -> Job? {
      pending.append(contentsOf: added.reversed())
      added.removeAll()
      let job = pending.popLast()
      cause = job?.cause
      return job
    }
  }

  /// The entries of the threads, usually none or one.
  private let entries = Mutex<[Entry]>([])
  /// Whether any thread is starting something.
  private let isStarting = Atomic(false)

  /// Does the jobs one at a time, unless a call further out on this thread continues with them.
  func run(_ jobs: [Job]) {
    guard jobs.isEmpty == false else { return }
    let thread = currentThread()
    var next: Job? = entries.withLock { entries in
      if let index = index(of: thread, in: entries) {
        entries[index].add(jobs)
        return nil
      }
      var entry = Entry(thread: thread, pending: jobs.reversed())
      let first = entry.next()
      entries.append(entry)
      isStarting.store(true, ordering: .relaxed)
      return first
    }
    while let job = next {
      job.run()
      next = takeNext(thread)
    }
  }

  /// Runs a function and then, before returning, starts what the function adds, even if something is already
  /// being started on this thread.
  func settling(_ body: () -> Void) {
    let thread = currentThread()
    push(Entry(thread: thread))
    body()
    while let job = takeNext(thread) { job.run() }
  }

  /// Delivers something that was left to this thread and that follows from the given effect, if any.
  func delivering(after cause: EffectDescription?, _ body: () -> Void) {
    guard cause != nil || isStarting.load(ordering: .relaxed) else { return body() }
    let thread = currentThread()
    push(Entry(thread: thread, takesJobs: false, cause: cause))
    body()
    entries.withLock { entries in
      if let index = entries.lastIndex(where: { $0.thread == thread }) {
        remove(index, from: &entries)
      }
    }
  }

  /// The effect that what is being done on this thread follows from, if it is known.
  var cause: EffectDescription? {
    guard isStarting.load(ordering: .relaxed) else { return nil }
    let thread = currentThread()
    return entries.withLock { $0.last { $0.thread == thread }?.cause }
  }

  private func push(_ entry: Entry) {
    entries.withLock { entries in
      entries.append(entry)
      isStarting.store(true, ordering: .relaxed)
    }
  }

  private func remove(_ index: Int, from entries: inout [Entry]) {
    entries.remove(at: index)
    if entries.isEmpty { isStarting.store(false, ordering: .relaxed) }
  }

  private func index(of thread: UInt, in entries: [Entry]) -> Int? {
    entries.lastIndex { $0.thread == thread && $0.takesJobs }
  }

  /// Removes and returns the next job of this thread; if there is none, the thread starts nothing any more.
  private func takeNext(_ thread: UInt) -> Job? {
    entries.withLock { entries in
      guard let index = index(of: thread, in: entries) else { return nil }
      if let next = entries[index].next() { return next }
      remove(index, from: &entries)
      return nil
    }
  }
}
