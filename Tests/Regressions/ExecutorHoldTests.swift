// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

/// Executors that nobody holds any more while the Swift runtime still calls them.
///
/// Another thread ran the job as soon as it was there, which released the executor. `enqueue` was still
/// unlocking the mutex of the executor, and accessed freed memory.
@Suite(.timeLimit(.minutes(60))) struct ExecutorHoldTests {
  /// Stops whoever adds a job, until it is said what has become of the executor by then.
  private final class Pause: Sendable {
    let begun = DispatchSemaphore(value: 0)
    let ended = DispatchSemaphore(value: 0)
    private let executor = Recorder<WeakExecutor>(WeakExecutor())
    let isThere = Recorder<[Bool]>([])

    func watch(_ executor: ManualExecutor) {
      self.executor.set(WeakExecutor(executor: executor))
    }

    func hold() {
      begun.signal()
      ended.wait()
      isThere.update { $0.append(executor.value.executor != nil) }
    }
  }

  private struct WeakExecutor {
    weak var executor: ManualExecutor?
  }

  /// Resumes a task on another thread, which stops when the job is there and runnable; then runs it, so that
  /// the task ends, and lets go of the executor.
  @Test func `an executor stays until enqueue has returned`() {
    let (pause, waiting) = (Pause(), Recorder<CheckedContinuation<Void, Never>?>(nil))
    let isPausing = AtomicFlag()
    let isDone = DispatchSemaphore(value: 0)
    do {
      let executor = ManualExecutor { [pause, isPausing] in
        if isPausing.isUp { pause.hold() }
      }
      pause.watch(executor)
      Task(executorPreference: executor) { await withCheckedContinuation { waiting.set($0) } }
      while executor.runNext() {}
      isPausing.isUp = true
      Thread.detachNewThread {
        waiting.value?.resume()
        isDone.signal()
      }
      pause.begun.wait()
      while executor.runNext() {}
    }
    pause.ended.signal()
    isDone.wait()
    #expect(pause.isThere.value == [true])
    withExtendedLifetime((pause, isPausing)) {}
  }
}
