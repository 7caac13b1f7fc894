// SPDX-License-Identifier: MIT

extension Scheduler where Self: Sendable {
  /// Returns an asynchronous sequence that produces the current instant each time an interval passes.
  ///
  /// ```swift
  /// return .run { send in
  ///   for await _ in environment.mainQueue.timer(interval: 1) {
  ///     send(.timerTicked)
  ///   }
  /// }
  /// ```
  ///
  /// Each iterator has its own timer, which starts when the iterator is created and delivers the first instant after
  /// one interval. The timer stops when the iterating task is cancelled, or when the iterator is no longer referenced.
  ///
  /// The sequence keeps the newest 1,000 unconsumed instants. A task that falls behind can catch up, and a stuck task
  /// uses little memory.
  ///
  /// On an immediate scheduler no time passes, and a no-op scheduler drops all work, so neither delivers an instant
  /// before the task is cancelled. A failing scheduler reports the use, and the sequence is empty.
  ///
  /// - Parameters:
  ///   - interval: The time from one instant to the next.
  ///   - tolerance: The maximum delay of each instant.
  /// - Returns: A sequence that does not finish before the iterating task is cancelled.
  /// - Complexity: O(1) for each instant.
  public func timer(
    interval: SchedulerStride,
    tolerance: SchedulerStride = .zero
  ) -> some AsyncSequence<SchedulerTime<Domain>, Never> & Sendable {
    SchedulerTimer(scheduler: AnyScheduler(self), interval: interval, tolerance: tolerance)
  }
}

struct SchedulerTimer<Domain>: AsyncSequence, Sendable {
  typealias Element = SchedulerTime<Domain>
  typealias Failure = Never

  static var bufferSize: Int { 1_000 }

  let scheduler: AnyScheduler<Domain>
  let interval: SchedulerStride
  let tolerance: SchedulerStride

  func makeAsyncIterator() -> Iterator {
    let policy = AsyncStream<Element>.Continuation.BufferingPolicy.bufferingNewest(Self.bufferSize)
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: policy)
    // A run during the call of `schedule` is not an instant, because no time has passed.
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
