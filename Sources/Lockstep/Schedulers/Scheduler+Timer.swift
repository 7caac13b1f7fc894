// SPDX-License-Identifier: MIT

extension Scheduler where Self: Sendable {
  /// The instants at which an interval has passed, again and again, as an asynchronous sequence.
  ///
  /// ```swift
  /// return .run { send in
  ///   for await _ in environment.mainQueue.timer(interval: 1) {
  ///     send(.timerTicked)
  ///   }
  /// }
  /// ```
  ///
  /// Each iterator has a timer of its own, which begins when the iterator is made; the first
  /// instant comes after one interval. The timer ends when the iterating task is cancelled, and when
  /// nobody holds the iterator any more.
  ///
  /// Instants that nobody has taken yet are kept: the newest 1,000 of them, so that a task that
  /// falls behind catches up, and one that is stuck costs little.
  ///
  /// On an immediate scheduler no time passes, and on a no-op scheduler nothing happens, so that
  /// neither has an instant to give until the task is cancelled. A failing scheduler reports, and
  /// the sequence is empty.
  ///
  /// - Parameters:
  ///   - interval: The time from one instant to the next.
  ///   - tolerance: How much later each may come.
  /// - Returns: The sequence, which ends only with the iterating task.
  public func timer(
    interval: SchedulerStride,
    tolerance: SchedulerStride = .zero
  ) -> SchedulerTimer<Domain> {
    SchedulerTimer(scheduler: AnyScheduler(self), interval: interval, tolerance: tolerance)
  }
}

/// The instants at which an interval has passed: see ``Scheduler/timer(interval:tolerance:)``.
///
/// Isolation: any; each iterator belongs to one task.
///
/// Complexity: O(1) for each instant; at most 1,000 of them wait.
public struct SchedulerTimer<Domain>: AsyncSequence, Sendable {
  /// An instant of the scheduler's time line.
  public typealias Element = SchedulerTime<Domain>

  /// A timer does not fail.
  public typealias Failure = Never

  /// How many instants wait at most for somebody to take them.
  static var bufferSize: Int { 1_000 }

  let scheduler: AnyScheduler<Domain>
  let interval: SchedulerStride
  let tolerance: SchedulerStride

  /// Starts a timer.
  public func makeAsyncIterator() -> Iterator {
    let policy = AsyncStream<Element>.Continuation.BufferingPolicy.bufferingNewest(Self.bufferSize)
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: policy)
    // What a scheduler runs before it has returned is no instant: no time has passed.
    let isArmed = AtomicFlag()
    let work = scheduler.schedule(
      after: scheduler.now.advanced(by: interval),
      interval: interval,
      tolerance: tolerance
    ) { [scheduler] in
      guard isArmed.isUp else { return }
      continuation.yield(scheduler.now)
    }
    isArmed.isUp = true
    if work.isRefused { continuation.finish() }
    continuation.onTermination = { _ in work.cancel() }
    return Iterator(base: stream.makeAsyncIterator())
  }

  /// Takes the instants of one timer, which ends when nobody holds the iterator any more.
  public struct Iterator: AsyncIteratorProtocol {
    var base: AsyncStream<Element>.AsyncIterator

    /// Waits for the next instant.
    ///
    /// - Returns: The instant, or `nil` if the task is cancelled.
    public mutating func next() async -> Element? {
      await base.next()
    }

    /// Waits for the next instant.
    ///
    /// - Parameter actor: The isolation of the caller, which it keeps.
    /// - Returns: The instant, or `nil` if the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      await base.next(isolation: actor)
    }
  }
}
