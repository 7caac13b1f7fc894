// SPDX-License-Identifier: MIT

internal import NIOCore
internal import Synchronization

/// Runs handlers with a deadline.
///
/// A handler that misses its deadline is cancelled, and its result is ignored. The request does not wait for it.
///
/// Isolation: any thread.
final class RunningHandlers<Output: Sendable>: Sendable {
  private struct Run {
    var continuation: CheckedContinuation<Output?, Never>
    var task: Task<Void, Never>?
    var timer: Scheduled<Void>?
  }

  private struct State {
    var runs: [Int: Run] = [:]
    var next = 0
    var isStopped = false
  }

  private let state = Mutex(State())
  private let time: TimeAmount

  init(_ time: Duration) {
    self.time = TimeAmount(time)
  }

  /// Runs a handler.
  ///
  /// - Returns: The handler's result, or nil if it missed its deadline or the server has stopped.
  func run(
    on eventLoop: any EventLoop,
    _ handler: @escaping @Sendable () async -> Output
  ) async -> Output? {
    await withCheckedContinuation { continuation in
      let number = state.withLock { state -> Int? in
        if state.isStopped { return nil }
        state.next += 1
        state.runs[state.next] = Run(continuation: continuation)
        return state.next
      }
      guard let number else {
        continuation.resume(returning: nil)
        return
      }
      let task = Task { finish(number, await handler()) }
      let timer = eventLoop.scheduleTask(in: time) { self.finish(number, nil) }
      let isRunning = state.withLock { state in
        state.runs[number]?.task = task
        state.runs[number]?.timer = timer
        return state.runs[number] != nil
      }
      // The handler finished before the task and the timer were stored.
      if isRunning == false {
        timer.cancel()
        task.cancel()
      }
    }
  }

  func stop() {
    let numbers = state.withLock { state in
      state.isStopped = true
      return Array(state.runs.keys)
    }
    for number in numbers { finish(number, nil) }
  }

  private func finish(_ number: Int, _ output: Output?) {
    guard let run = state.withLock({ $0.runs.removeValue(forKey: number) }) else { return }
    run.timer?.cancel()
    if output == nil { run.task?.cancel() }
    run.continuation.resume(returning: output)
  }
}
