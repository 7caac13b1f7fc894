// SPDX-License-Identifier: MIT

internal import Synchronization

/// A scheduler whose time a test moves by hand.
///
/// ```swift
/// let mainQueue = DispatchQueue.test
/// let store = TestStore(
///   initialState: SearchState(),
///   reducer: searchReducer,
///   environment: SearchEnvironment(mainQueue: mainQueue.eraseToAnyScheduler())
/// )
/// store.send(.queryChanged("a"))
/// mainQueue.advance(by: 0.3)
/// store.receive(.searchResponse([]))
/// ```
///
/// Work due at the same instant runs in the order in which it was scheduled. Work that is scheduled
/// while time moves runs in the same move if it is due.
///
/// Isolation: any thread; the work runs in the call that moves the time.
///
/// Complexity: scheduling and running are O(log *n*) in the amount of waiting work.
public final class TestScheduler<Domain>: Scheduler, Sendable {
  private let state: Mutex<State>

  /// Creates a test scheduler.
  ///
  /// - Parameter now: The instant at which its time begins.
  public init(now: SchedulerTime<Domain>) {
    state = Mutex(State(now: now.nanoseconds))
  }

  /// The current instant.
  public var now: SchedulerTime<Domain> {
    SchedulerTime(nanoseconds: state.withLock { $0.now })
  }

  /// Moves the time forward by a stride, and runs what is due on the way.
  ///
  /// Without a stride it runs what is due now. A negative one counts as zero.
  public func advance(by stride: SchedulerStride = .zero) {
    advance(to: now.advanced(by: max(stride, .zero)))
  }

  /// Moves the time forward to an instant, and runs what is due on the way.
  ///
  /// An instant in the past counts as the current one.
  public func advance(to instant: SchedulerTime<Domain>) {
    let target = instant.nanoseconds
    Settling.run { settle in
      settle()
      while let work = state.withLock({ $0.takeWork(notAfter: target) }) {
        work()
        settle()
      }
      state.withLock { $0.now = max($0.now, target) }
    }
  }

  /// Moves the time forward from one piece of work to the next until none is left.
  ///
  /// Repeating work that nobody ends makes it run for ever.
  public func run() {
    Settling.run { settle in
      settle()
      while let work = state.withLock({ $0.takeWork(notAfter: .max) }) {
        work()
        settle()
      }
    }
  }

  /// Lets work run as soon as the time is advanced, even by nothing.
  public func schedule(_ work: @escaping @Sendable () -> Void) {
    state.withLock { _ = $0.add(at: $0.now, repeatingEvery: nil, work) }
  }

  /// Lets work run when the time reaches an instant.
  @discardableResult
  public func schedule(
    after instant: SchedulerTime<Domain>,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    add(at: instant, repeatingEvery: nil, work)
  }

  /// Lets work run when the time reaches an instant, and then again and again.
  ///
  /// An interval that is not positive counts as one nanosecond.
  @discardableResult
  public func schedule(
    after instant: SchedulerTime<Domain>,
    interval: SchedulerStride,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    add(at: instant, repeatingEvery: max(interval.nanoseconds, 1), work)
  }

  private func add(
    at instant: SchedulerTime<Domain>,
    repeatingEvery interval: Int64?,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    let id = state.withLock {
      $0.add(at: max($0.now, instant.nanoseconds), repeatingEvery: interval, work)
    }
    return ScheduledWork { [weak self] in
      self?.state.withLock { $0.waiting[id] = nil }
    }
  }
}

extension TestScheduler {
  /// What waits, keyed by sequence number, and a heap of when.
  fileprivate struct State {
    struct Waiting {
      var interval: Int64?
      var work: @Sendable () -> Void
    }

    var now: Int64
    var waiting: [Int: Waiting] = [:]
    private var heap = Heap<Due>()
    private var sequence = 0

    init(now: Int64) {
      self.now = now
    }

    mutating func add(
      at instant: Int64,
      repeatingEvery interval: Int64?,
      _ work: @escaping @Sendable () -> Void
    ) -> Int {
      sequence += 1
      waiting[sequence] = Waiting(interval: interval, work: work)
      heap.insert(Due(instant: instant, sequence: sequence, id: sequence))
      return sequence
    }

    mutating func takeWork(notAfter limit: Int64) -> (@Sendable () -> Void)? {
      while let next = heap.first, next.instant <= limit {
        heap.removeFirst()
        // Work that was taken back leaves its place in the heap behind.
        guard let entry = waiting[next.id] else { continue }
        now = next.instant
        if let interval = entry.interval {
          sequence += 1
          let (instant, overflow) = next.instant.addingReportingOverflow(interval)
          heap.insert(Due(instant: overflow ? .max : instant, sequence: sequence, id: next.id))
        } else {
          waiting[next.id] = nil
        }
        return entry.work
      }
      return nil
    }
  }

  fileprivate struct Due: Comparable {
    var instant: Int64
    var sequence: Int
    var id: Int

    static func < (lhs: Self, rhs: Self) -> Bool {
      (lhs.instant, lhs.sequence) < (rhs.instant, rhs.sequence)
    }
  }
}

/// A test scheduler on the time line that a type names: `TestSchedulerOf<RunLoop>`.
public typealias TestSchedulerOf<Domain> = TestScheduler<Domain>
