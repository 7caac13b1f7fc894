// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Synchronization

/// The actor of the stores that are measured, on a thread of its own.
///
/// So that a measurement may block the thread while it waits for a store on another actor.
@globalActor actor BenchmarkActor {
  static let shared = BenchmarkActor()

  private let executor = ThreadExecutor(stackSize: 8 << 20)

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }
}

/// Runs jobs one at a time on a thread of its own, which it keeps until the process ends.
final class ThreadExecutor: SerialExecutor {
  private enum Item {
    case job(UnownedJob)
    case goOn(stackSize: Int)
  }

  private let items = Mutex<[Item]>([])
  private let arrivals = DispatchSemaphore(value: 0)

  init(stackSize: Int) {
    startThread(stackSize: stackSize)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    // Nobody holds this for the call; but the thread does for good.
    append(.job(UnownedJob(job)))
  }

  /// Goes on, after what has been enqueued so far, on a new thread.
  func goOn(stackSize: Int) {
    append(.goOn(stackSize: stackSize))
  }

  private func append(_ item: Item) {
    items.withLock { $0.append(item) }
    arrivals.signal()
  }

  private func startThread(stackSize: Int) {
    let thread = Thread { [self] in
      while true {
        arrivals.wait()
        switch items.withLock({ $0.removeFirst() }) {
        case .job(let job):
          job.runSynchronously(on: asUnownedSerialExecutor())
        case .goOn(let stackSize):
          startThread(stackSize: stackSize)
          return
        }
      }
    }
    thread.stackSize = stackSize
    thread.start()
  }
}

/// Starts a task and blocks the thread until it has ended.
func waitFor(_ body: @escaping @Sendable () async -> Void) {
  let done = DispatchSemaphore(value: 0)
  Task {
    await body()
    done.signal()
  }
  done.wait()
}
