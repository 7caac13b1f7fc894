// SPDX-License-Identifier: MIT

extension Scheduler where Self: Sendable {
  /// Returns an asynchronous sequence of the instants at which an interval has repeatedly passed.
  ///
  /// ```swift
  /// return .run { send in
  ///   for await _ in environment.mainQueue.timer(interval: 1) {
  ///     send(.timerTicked)
  ///   }
  /// }
  /// ```
  ///
  /// Each iterator has its own timer, which starts when the iterator is created; the first instant is
  /// delivered after one interval. The timer ends when the iterating task is cancelled, or when the iterator
  /// is no longer referenced.
  ///
  /// Instants that have not been consumed yet are kept: the newest 1,000 of them, so that a task that falls
  /// behind can catch up, and a task that is stuck costs little.
  ///
  /// On an immediate scheduler no time passes, and on a no-op scheduler nothing happens, so neither delivers
  /// an instant before the task is cancelled. A failing scheduler reports the use, and the sequence is empty.
  ///
  /// - Parameters:
  ///   - interval: The time from one instant to the next.
  ///   - tolerance: How much later each instant may be delivered.
  /// - Returns: The sequence, which ends only with the iterating task.
  public func timer(
    interval: SchedulerStride,
    tolerance: SchedulerStride = .zero
  ) -> SchedulerTimer<Domain> {
    SchedulerTimer(scheduler: AnyScheduler(self), interval: interval, tolerance: tolerance)
  }
}

/// A sequence of the instants at which an interval has passed: see ``Scheduler/timer(interval:tolerance:)``.
///
/// Isolation: any; each iterator belongs to one task.
///
/// Complexity: O(1) for each instant; at most 1,000 of them are kept.
public struct SchedulerTimer<Domain>: AsyncSequence, Sendable {
  /// An instant of the scheduler's time line.
  public typealias Element = SchedulerTime<Domain>

  /// The failure type: a timer does not fail.
  public typealias Failure = Never

  /// The maximum number of instants that wait to be consumed.
  static var bufferSize: Int { 1_000 }

  let scheduler: AnyScheduler<Domain>
  let interval: SchedulerStride
  let tolerance: SchedulerStride

  /// Starts a timer.
  public func makeAsyncIterator() -> Iterator {
    let policy = AsyncStream<Element>.Continuation.BufferingPolicy.bufferingNewest(Self.bufferSize)
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: policy)
    // A run before the scheduler has returned is not an instant: no time has passed.
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

  /// An iterator over the instants of one timer, which ends when the iterator is no longer referenced.
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
    /// - Parameter actor: The isolation of the caller, which is preserved.
    /// - Returns: The instant, or `nil` if the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      await base.next(isolation: actor)
    }
  }
}
