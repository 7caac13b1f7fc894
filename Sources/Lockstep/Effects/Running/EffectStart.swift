// SPDX-License-Identifier: MIT

internal import Synchronization

/// A part of an effect that is to be started.
struct EffectStart: Sendable {
  /// Where it runs, which is kept running until then.
  private let scope: EffectScope
  private let context: DeliveryContext
  /// The effect that it follows from.
  fileprivate var cause: EffectDescription?
  private let body: @Sendable () -> Void

  /// Returns `nil` if nothing starts in the scope any more.
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
  /// Starts a part of the effect here: at once, or right after the one that is being started on this thread.
  ///
  /// Only for what starts effects. What takes events uses ``startNext(after:_:)``.
  func startPart(_ body: @escaping @Sendable () -> Void) {
    if let start = EffectStart(in: self, body) { context.starts.run([.start(start)]) }
  }

  /// Starts a part of the effect here when the event has been delivered that is being delivered.
  ///
  /// Only for what is in the effect's lane.
  ///
  /// - Parameters:
  ///   - source: The scope that the event comes from.
  ///   - body: Starts the part.
  func startNext(after source: EffectScope, _ body: @escaping @Sendable () -> Void) {
    if let start = EffectStart(in: self, after: source.cause, body) { lane.start(start) }
  }

  /// The effect that has sent what comes from here now: the leaf that this is the scope of, or else the effect
  /// that what is being started on this thread follows from; `nil` if it follows from none.
  var cause: EffectDescription? { description ?? context.starts.cause }
}

/// What each thread has to start of the effects of one store.
///
/// What is started may start other parts in the same call. These do not start within it but right after
/// it, before what was to come next: in the same order as if they did, and in constant stack.
///
/// Isolation: any thread. No lock is held while anything else is called.
struct StartQueue: ~Copyable, Sendable {
  enum Job: Sendable {
    case start(EffectStart)
    /// Goes on with what waits in a lane for what was started before.
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

    /// The same, which follows from an effect unless it does from another one.
    fileprivate func following(_ cause: EffectDescription?) -> Job {
      guard case .start(var start) = self else { return self }
      start.cause = start.cause ?? cause
      return .start(start)
    }
  }

  // NB: Not private, or the compiler breaks off where a store's context is made: what is in a mutex in a structure
  // that cannot be copied has to be known wherever that is a property.
  struct Entry {
    let thread: UInt
    /// Whether it does what is added, and not only something that others have left.
    var takesJobs = true
    /// What is to be done, the next one last.
    var pending: [Job] = []
    /// What was added while one is being done, in its order.
    var added: [Job] = []
    /// The effect that what is being done follows from.
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

  /// Mostly nobody, or one thread.
  private let entries = Mutex<[Entry]>([])
  /// Whether any thread starts something.
  private let isStarting = Atomic(false)

  /// Does one after the other, unless a call further out on this thread goes on with them.
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

  /// Does something, and then starts what that adds, before it returns, also where something is being started
  /// on this thread.
  func settling(_ body: () -> Void) {
    let thread = currentThread()
    push(Entry(thread: thread))
    body()
    while let job = takeNext(thread) { job.run() }
  }

  /// Delivers what follows from an effect, if it does from one, and was left to this thread.
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

  /// The effect that what is being done on this thread follows from, if that is known.
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

  /// Takes out what this thread does next; if there is nothing, it starts nothing any more.
  private func takeNext(_ thread: UInt) -> Job? {
    entries.withLock { entries in
      guard let index = index(of: thread, in: entries) else { return nil }
      if let next = entries[index].next() { return next }
      remove(index, from: &entries)
      return nil
    }
  }
}
