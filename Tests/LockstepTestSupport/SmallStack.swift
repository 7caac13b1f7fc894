// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
package import Lockstep
import LockstepTesting
import Synchronization

/// An actor whose thread has as much stack as a background thread of an app: 512 KiB.
///
/// It may begin with more, for values that have to be made first.
package actor SmallStack {
  private let thread: ActorThread

  package init(stackSizeAtFirst stackSize: Int = 512 << 10) {
    thread = ActorThread(stackSize: stackSize)
  }

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    thread.asUnownedSerialExecutor()
  }

  /// Goes on with 512 KiB, whatever it was at first.
  package nonisolated func shrink() {
    thread.goOn(stackSize: 512 << 10)
  }

  /// Runs a function on the thread.
  package func run<Value: Sendable>(
    _ body: @Sendable (isolated SmallStack) async -> Value
  ) async -> Value {
    await body(self)
  }

  deinit {
    thread.end()
  }
}

/// Makes an effect on a small stack, runs it in a store and releases it; returns what it has sent.
package func valuesOnSmallStack(
  _ make: @escaping @Sendable () -> Effect<Int, Never>
) async -> [Int] {
  await SmallStack().run { _ in
    let numbers = Recorder<[Int]>([])
    let store = ManualStore<Int, Int?>(
      initialState: 0,
      reducer: Reducer { _, action, _ in
        guard let action else { return make().map { $0 } }
        numbers.update { $0.append(action) }
        return .none
      },
      environment: ()
    )
    store.send(nil)
    return numbers.value
  }
}

/// Runs the jobs of an actor on a thread of its own, until it is told to end.
private final class ActorThread: SerialExecutor {
  private enum Item {
    case job(UnownedJob)
    case goOn(stackSize: Int)
    case end
  }

  private let items = Mutex<[Item]>([])
  private let arrivals = DispatchSemaphore(value: 0)

  init(stackSize: Int) {
    start(stackSize: stackSize)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // The thread may end, and let go of this, as soon as the job is there.
    holding(self) { append(.job(job)) }
  }

  func goOn(stackSize: Int) {
    append(.goOn(stackSize: stackSize))
  }

  func end() {
    append(.end)
  }

  private func append(_ item: Item) {
    items.withLock { $0.append(item) }
    arrivals.signal()
  }

  private func start(stackSize: Int) {
    let thread = Thread { [self] in
      while true {
        arrivals.wait()
        switch items.withLock({ $0.removeFirst() }) {
        case .job(let job):
          job.runSynchronously(on: asUnownedSerialExecutor())
        case .goOn(let stackSize):
          start(stackSize: stackSize)
          return
        case .end:
          return
        }
      }
    }
    thread.stackSize = stackSize
    thread.start()
  }
}
