// SPDX-License-Identifier: MIT

internal import Synchronization

extension Scheduler where Self: Sendable {
  /// Suspends the current task for a length of time measured by this scheduler.
  ///
  /// ```swift
  /// return .task {
  ///   try await environment.mainQueue.sleep(for: 0.5)
  ///   return .timerFinished
  /// }
  /// ```
  ///
  /// See ``sleep(until:tolerance:isolation:)`` for the behavior of the different kinds of schedulers.
  ///
  /// - Parameters:
  ///   - stride: The time to wait.
  ///   - tolerance: The maximum additional time to wait.
  ///   - isolation: The isolation of the caller, which is preserved.
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

  /// Suspends the current task until this scheduler reaches an instant.
  ///
  /// - A test scheduler resumes the task when its time reaches the instant. In a test store, the code after the wait
  ///   runs before `advance` proceeds to the next scheduled work.
  /// - An immediate scheduler does not wait. In a test store, an effect that has called this method a thousand times
  ///   yields to other tasks, so that an endless loop is reported.
  /// - A no-op scheduler waits until the task is cancelled.
  /// - A failing scheduler reports the call and throws an error, so that nothing hangs.
  ///
  /// Cancelling the task cancels the scheduled work and ends the wait immediately. A task that is already cancelled
  /// schedules nothing. It yields before the error is thrown, so that a loop that ignores the error does not block
  /// other tasks.
  ///
  /// - Parameters:
  ///   - instant: The earliest instant at which the task continues.
  ///   - tolerance: The maximum additional time to wait.
  ///   - isolation: The isolation of the caller, which is preserved.
  /// - Throws: `CancellationError` if the task is cancelled; another error on a failing scheduler.
  /// - Complexity: One piece of work on the scheduler.
  public func sleep(
    until instant: SchedulerTime<Domain>,
    tolerance: SchedulerStride = .zero,
    isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await checkCancellation()
    let sleeper = Sleeper()
    let isFinished = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard sleeper.begin(continuation) else { return }
        let work = EffectScope.sleeping {
          schedule(after: instant, tolerance: tolerance) { sleeper.end(isFinished: true) }
        }
        sleeper.hold(work)
      }
    } onCancel: {
      sleeper.end(isFinished: false)
    }
    if sleeper.hasWaited == false { await TaskMark.current?.sleptWithoutWaiting() }
    guard isFinished == false else { return }
    if Task.isCancelled { throw CancellationError() }
    throw RefusedWaitError()
  }
}

private func checkCancellation(isolation: isolated (any Actor)? = #isolation) async throws {
  guard Task.isCancelled else { return }
  await Task.yield()
  throw CancellationError()
}

/// An error thrown by a wait on a failing scheduler, which has already reported the wait.
package struct RefusedWaitError: Error, CustomStringConvertible {
  package init() {}

  package var description: String { "A failing scheduler was asked to wait." }
}

private final class Sleeper: Sendable {
  private enum State {
    case awake
    case sleeping(CheckedContinuation<Bool, Never>, ScheduledWork?)
    case ended(isFinished: Bool, hasWaited: Bool)
  }

  private let state = Mutex(State.awake)

  /// Whether the wait was in progress when its work was scheduled.
  var hasWaited: Bool {
    state.withLock { state in
      if case .ended(_, let hasWaited) = state { hasWaited } else { true }
    }
  }

  /// Begins the wait, or resumes the continuation and returns false if the wait has already ended.
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
    if work.isRefused { return end(isFinished: false) }
    let isSleeping = state.withLock { state in
      guard case .sleeping(let continuation, _) = state else { return false }
      state = .sleeping(continuation, work)
      return true
    }
    if isSleeping == false { work.cancel() }
  }

  func end(isFinished: Bool) {
    let previous = state.withLock { state in
      let previous = state
      switch previous {
      case .awake, .sleeping(_, nil): state = .ended(isFinished: isFinished, hasWaited: false)
      case .sleeping: state = .ended(isFinished: isFinished, hasWaited: true)
      case .ended: break
      }
      return previous
    }
    guard case .sleeping(let continuation, let work) = previous else { return }
    if isFinished == false { work?.cancel() }
    continuation.resume(returning: isFinished)
  }
}
