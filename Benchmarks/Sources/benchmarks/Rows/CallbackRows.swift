// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import Synchronization

/// Four threads send values of one action's effects, through an operator; the bare work takes a lock for each value.
@BenchmarkActor func contention() -> Work {
  let (threads, values) = (4, 1_000)
  let senders = Mutex<[Effect<Int, Never>.Subscriber]>([])
  let count = Counter()
  let parts = (0..<threads).map { _ in
    Effect<Int, Never>.run { subscriber in
      senders.withLock { $0.append(subscriber) }
      return AnyCancellable {}
    }
  }
  let run = Effect.merge(parts).map { $0 &+ 1 }
    .sink { _ in count.count.add(1, ordering: .relaxed) }
  return Work(
    reference: "lock",
    operations: threads * values,
    subject: { _ in
      let subscribers = senders.withLock { $0 }
      let aim = count.count.load(ordering: .relaxed) + threads * values
      DispatchQueue.concurrentPerform(iterations: threads) { thread in
        for value in 0..<values { subscribers[thread].send(value) }
      }
      // The last values may be delivered by another thread.
      while count.count.load(ordering: .relaxed) < aim { waitFor { await Task.yield() } }
      withExtendedLifetime(run) {}
    },
    bare: { _ in
      let sum = Mutex(0)
      DispatchQueue.concurrentPerform(iterations: threads) { _ in
        for _ in 0..<values { sum.withLock { $0 &+= 1 } }
      }
      precondition(sum.withLock { $0 } == threads * values)
    }
  )
}

private enum CallbackAction: Sendable {
  case ask
  case answer(Int)
}

/// A callback that sends a value and ends in the call that starts it, through an operator.
@BenchmarkActor func callbackInItsStart() -> Work {
  let store = Store<Int, CallbackAction>(
    initialState: 0,
    reducer: Reducer { state, action, _ in
      switch action {
      case .ask:
        return Effect<Int, Never>.run { subscriber in
          subscriber.send(1)
          subscriber.send(completion: .finished)
          return AnyCancellable {}
        }
        .map(CallbackAction.answer)
      case .answer(let number):
        state += number
        return .none
      }
    },
    environment: (),
    isolation: BenchmarkActor.shared
  )
  return Work(
    reference: "allocation and a lock",
    operations: 1_000,
    subject: { _ in
      let before = store.state
      for _ in 0..<1_000 { store.send(.ask) }
      precondition(store.state == before + 1_000)
    },
    bare: { _ in
      let table = Mutex<[AnyHashable: @Sendable () -> Void]>([:])
      let calls = Counter()
      for _ in 0..<1_000 {
        let box = Box(1)
        table.withLock { $0[1] = { calls.count.add(box.action, ordering: .relaxed) } }
        table.withLock { $0.removeValue(forKey: 1) }?()
      }
      precondition(calls.count.load(ordering: .relaxed) == 1_000)
    }
  )
}
