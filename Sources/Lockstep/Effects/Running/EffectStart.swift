// SPDX-License-Identifier: MIT

internal import Synchronization

/// A part of an effect that is to be started.
struct EffectStart: Sendable {
  /// Where it runs, which is kept running until then.
  private let scope: EffectScope
  private let context: DeliveryContext
  private let body: @Sendable () -> Void

  /// Returns `nil` if nothing starts in the scope any more.
  fileprivate init?(in scope: EffectScope, _ body: @escaping @Sendable () -> Void) {
    guard scope.hold() else { return nil }
    self.scope = scope
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
  /// Only for what starts effects. What takes events uses ``startNext(_:)``.
  func startPart(_ body: @escaping @Sendable () -> Void) {
    if let start = EffectStart(in: self, body) { context.starts.run([.start(start)]) }
  }

  /// Starts a part of the effect here when the event has been delivered that is being delivered.
  ///
  /// Only for what is in the effect's lane.
  func startNext(_ body: @escaping @Sendable () -> Void) {
    if let start = EffectStart(in: self, body) { lane.start(start) }
  }
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
  }

  // NB: Not private, or the compiler breaks off where a store's context is made: what is in a mutex in a structure
  // that cannot be copied has to be known wherever that is a property.
  struct Entry {
    let thread: UInt
    /// What is to be done, the next one last.
    var pending: [Job]
    /// What was added while one is being done, in its order.
    var added: [Job] = []

    mutating func next() -> Job? {
      pending.append(contentsOf: added.reversed())
      added.removeAll()
      return pending.popLast()
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
      if let index = entries.lastIndex(where: { $0.thread == thread }) {
        entries[index].added += jobs
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
    entries.withLock { entries in
      entries.append(Entry(thread: thread, pending: []))
      isStarting.store(true, ordering: .relaxed)
    }
    body()
    while let job = takeNext(thread) { job.run() }
  }

  /// Does something that adds nothing but what follows at once.
  func settlingIfStarting(_ body: () -> Void) {
    if isStarting.load(ordering: .relaxed) { settling(body) } else { body() }
  }

  /// Takes out what this thread does next; if there is nothing, it starts nothing any more.
  private func takeNext(_ thread: UInt) -> Job? {
    entries.withLock { entries in
      guard let index = entries.lastIndex(where: { $0.thread == thread }) else { return nil }
      if let next = entries[index].next() { return next }
      entries.remove(at: index)
      if entries.isEmpty { isStarting.store(false, ordering: .relaxed) }
      return nil
    }
  }
}
