// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

/// The last reference to an executor is released while the Swift runtime still calls it.
///
/// Another thread ran the new job immediately and released the executor. `enqueue` was still unlocking the
/// executor's mutex and accessed freed memory.
@Suite(.timeLimit(.minutes(60))) struct ExecutorHoldTests {
  /// Blocks the thread that enqueues a job, and then records whether the executor still exists.
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

  /// Blocks a thread that resumes a task, after it has enqueued the job.
  ///
  /// The test then runs the job, so that the task ends and releases the executor.
  @Test func `an executor is not deallocated before enqueue returns`() {
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
