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
  /// - Complexity: O(1) for each instant.
  public func timer(
    interval: SchedulerStride,
    tolerance: SchedulerStride = .zero
  ) -> some AsyncSequence<SchedulerTime<Domain>, Never> & Sendable {
    SchedulerTimer(scheduler: AnyScheduler(self), interval: interval, tolerance: tolerance)
  }
}

/// A sequence of the instants at which an interval has passed.
struct SchedulerTimer<Domain>: AsyncSequence, Sendable {
  typealias Element = SchedulerTime<Domain>
  typealias Failure = Never

  /// The maximum number of instants that wait to be consumed.
  static var bufferSize: Int { 1_000 }

  let scheduler: AnyScheduler<Domain>
  let interval: SchedulerStride
  let tolerance: SchedulerStride

  func makeAsyncIterator() -> Iterator {
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
  struct Iterator: AsyncIteratorProtocol {
    var base: AsyncStream<Element>.AsyncIterator

    mutating func next() async -> Element? {
      await base.next()
    }

    mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      await base.next(isolation: actor)
    }
  }
}
