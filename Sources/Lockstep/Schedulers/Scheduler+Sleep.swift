// SPDX-License-Identifier: MIT

internal import Synchronization

extension Scheduler where Self: Sendable {
  /// Waits for a length of time, measured by this scheduler.
  ///
  /// ```swift
  /// return .task {
  ///   try await environment.mainQueue.sleep(for: 0.5)
  ///   return .timerFinished
  /// }
  /// ```
  ///
  /// See ``sleep(until:tolerance:isolation:)`` for what the kinds of schedulers do.
  ///
  /// - Parameters:
  ///   - stride: How long to wait.
  ///   - tolerance: How much longer is fine.
  ///   - isolation: The isolation of the caller, which it keeps.
  /// - Throws: `CancellationError` if the task is cancelled; another error on a failing scheduler.
  /// - Complexity: One piece of work on the scheduler.
  public func sleep(
    for stride: SchedulerStride,
    tolerance: SchedulerStride = .zero,
    isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await checkCancellation()
    try await sleep(until: now.advanced(by: stride), tolerance: tolerance)
  }

  /// Waits until an instant, as work that is scheduled for it does.
  ///
  /// - A test scheduler ends the wait when its time reaches the instant. In a test store, what
  ///   follows the wait has happened when `advance` goes on to what is due next.
  /// - An immediate scheduler does not wait. In a test store, an effect that goes on like that after a
  ///   thousand times lets others run, so that a loop without an end is reported.
  /// - A no-op scheduler waits until the task is cancelled.
  /// - A failing scheduler reports, and throws, so that nothing hangs.
  ///
  /// When the task is cancelled, the scheduled work is taken back and the wait ends at once,
  /// wherever the time is. A task that is cancelled before schedules nothing; it lets others run before
  /// the error is thrown, so that a loop that ignores it does not keep them from running.
  ///
  /// - Parameters:
  ///   - instant: The earliest instant at which to go on.
  ///   - tolerance: How much later is fine.
  ///   - isolation: The isolation of the caller, which it keeps.
  /// - Throws: `CancellationError` if the task is cancelled; another error on a failing scheduler.
  /// - Complexity: One piece of work on the scheduler.
  public func sleep(
    until instant: SchedulerTime<Domain>,
    tolerance: SchedulerStride = .zero,
    isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await checkCancellation()
    let sleeper = Sleeper()
    let isOver = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard sleeper.begin(continuation) else { return }
        let work = schedule(after: instant, tolerance: tolerance) { sleeper.end(isOver: true) }
        sleeper.hold(work)
      }
    } onCancel: {
      sleeper.end(isOver: false)
    }
    if sleeper.hasWaited == false { await TaskMark.current?.sleptWithoutWaiting() }
    guard isOver == false else { return }
    if Task.isCancelled { throw CancellationError() }
    throw RefusedWaitError()
  }
}

/// Throws if the task is cancelled, but lets others run before.
private func checkCancellation(isolation: isolated (any Actor)? = #isolation) async throws {
  guard Task.isCancelled else { return }
  await Task.yield()
  throw CancellationError()
}

/// What a wait throws on a failing scheduler, which has reported it already.
package struct RefusedWaitError: Error, CustomStringConvertible {
  package init() {}

  package var description: String { "A failing scheduler was asked to wait." }
}

/// One wait: what is to be resumed, and what is to be taken back.
private final class Sleeper: Sendable {
  private enum State {
    /// Nothing is scheduled; next: sleeping, or ended.
    case awake
    /// Next: ended. The work is not known while it is being scheduled.
    case sleeping(CheckedContinuation<Bool, Never>, ScheduledWork?)
    /// Whether the wait was long enough, and whether there was one at all; the end.
    case ended(isOver: Bool, hasWaited: Bool)
  }

  private let state = Mutex(State.awake)

  /// Whether it has not ended before it was known what is to be taken back.
  var hasWaited: Bool {
    state.withLock { state in
      if case .ended(_, let hasWaited) = state { hasWaited } else { true }
    }
  }

  /// Returns false if the wait has been ended already; then the continuation is resumed.
  func begin(_ continuation: CheckedContinuation<Bool, Never>) -> Bool {
    let isFirst = state.withLock { state in
      guard case .awake = state else { return false }
      state = .sleeping(continuation, nil)
      return true
    }
    if isFirst == false { continuation.resume(returning: false) }
    return isFirst
  }

  func hold(_ work: ScheduledWork) {
    if work.isRefused { return end(isOver: false) }
    let isSleeping = state.withLock { state in
      guard case .sleeping(let continuation, _) = state else { return false }
      state = .sleeping(continuation, work)
      return true
    }
    if isSleeping == false { work.cancel() }
  }

  func end(isOver: Bool) {
    let previous = state.withLock { state in
      let previous = state
      switch previous {
      case .awake, .sleeping(_, nil): state = .ended(isOver: isOver, hasWaited: false)
      case .sleeping: state = .ended(isOver: isOver, hasWaited: true)
      case .ended: break
      }
      return previous
    }
    guard case .sleeping(let continuation, let work) = previous else { return }
    if isOver == false { work?.cancel() }
    continuation.resume(returning: isOver)
  }
}
