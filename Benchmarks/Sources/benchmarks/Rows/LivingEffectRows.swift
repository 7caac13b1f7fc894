// SPDX-License-Identifier: MIT

import CAllocations
import Lockstep
import Synchronization

private enum LivingAction: Sendable {
  case start(Int)
  case stop(Int)
}

@BenchmarkActor private func makeLivingStore(_ ends: Counter) -> Store<Int, LivingAction> {
  Store(
    initialState: 0,
    reducer: Reducer { state, action, _ in
      switch action {
      case .start(let id):
        state += 1
        return .run { _ in AnyCancellable { ends.count.add(1, ordering: .relaxed) } }
          .cancellable(id: id)
      case .stop(let id):
        state -= 1
        return .cancel(id: id)
      }
    },
    environment: (),
    isolation: BenchmarkActor.shared
  )
}

@BenchmarkActor func startAndCancel() -> Work {
  let ends = Counter()
  let store = makeLivingStore(ends)
  return Work(
    reference: "table with a lock",
    operations: 1_000,
    subject: { _ in
      let before = ends.count.load(ordering: .relaxed)
      for _ in 0..<1_000 {
        store.send(.start(1))
        store.send(.stop(1))
      }
      precondition(ends.count.load(ordering: .relaxed) == before + 1_000)
    },
    bare: { _ in
      let table = Mutex<[AnyHashable: @Sendable () -> Void]>([:])
      let cancelled = Counter()
      for _ in 0..<1_000 {
        let box = Box(1)
        table.withLock { $0[1] = { cancelled.count.add(box.action, ordering: .relaxed) } }
        table.withLock { $0.removeValue(forKey: 1) }?()
      }
      precondition(cancelled.count.load(ordering: .relaxed) == 1_000)
    }
  )
}

@BenchmarkActor func growthWithLivingEffects() -> Work { growth(of: startAndEnd) }

/// The same without effects: with the functions that end them, in a table with a lock.
@BenchmarkActor func growthOfTable() -> Work { growth(of: keepAndCall) }

/// The growth from 1,000 of something at a time to 100,000.
@BenchmarkActor private func growth(of run: @escaping @BenchmarkActor (Int) -> Void) -> Work {
  Work(
    reference: "1,000 at a time",
    operations: 100_000,
    rounds: 7,
    subject: { _ in run(100_000) },
    bare: { _ in for _ in 0..<100 { run(1_000) } }
  )
}

/// Keeps functions, calls every other by its id, and then the rest.
private func keepAndCall(_ count: Int) {
  let ends = Counter()
  let table = Mutex<[AnyHashable: @Sendable () -> Void]>([:])
  for id in 0..<count {
    let box = Box(1)
    table.withLock { $0[id] = { ends.count.add(box.action, ordering: .relaxed) } }
  }
  for id in stride(from: 0, to: count, by: 2) { table.withLock { $0.removeValue(forKey: id) }?() }
  for end in table.withLock({ $0.values }) { end() }
  precondition(ends.count.load(ordering: .relaxed) == count)
}

/// Starts effects, cancels every other by its id, and releases the store, which ends the rest.
@BenchmarkActor private func startAndEnd(_ count: Int) {
  let ends = Counter()
  do {
    let store = makeLivingStore(ends)
    for id in 0..<count { store.send(.start(id)) }
    for id in stride(from: 0, to: count, by: 2) { store.send(.stop(id)) }
    precondition(ends.count.load(ordering: .relaxed) == count / 2)
  }
  precondition(ends.count.load(ordering: .relaxed) == count)
}

// MARK: Memory

private let manyEffects = 10_000

@BenchmarkActor func bytesPerCallbackEffect() -> Double? {
  bytesPerEffect { _ in .run { _ in AnyCancellable {} } }
}

@BenchmarkActor func bytesPerCancellableCallbackEffect() -> Double? {
  bytesPerEffect { id in .run { _ in AnyCancellable {} }.cancellable(id: id) }
}

@BenchmarkActor func bytesPerTaskEffect() -> Double? {
  let parked = Parked()
  return bytesPerEffect(parked.wait) { _ in .run { _ in await parked.park() } }
}

@BenchmarkActor func bytesPerBareTask() -> Double? {
  guard allocations_can_be_counted() else { return nil }
  let parked = Parked()
  allocations_start()
  for _ in 0..<manyEffects { Task.detached { await parked.park() } }
  parked.wait()
  allocations_stop()
  return (Double(allocations_live_bytes()) / Double(manyEffects)).rounded()
}

@BenchmarkActor private func bytesPerEffect(
  _ wait: () -> Void = {},
  _ effect: @escaping @Sendable (Int) -> Effect<Int, Never>
) -> Double? {
  guard allocations_can_be_counted() else { return nil }
  let store = Store<Int, Int>(
    initialState: 0,
    reducer: Reducer { _, id, _ in effect(id) },
    environment: (),
    isolation: BenchmarkActor.shared
  )
  allocations_start()
  for id in 0..<manyEffects { store.send(id) }
  wait()
  allocations_stop()
  let bytes = allocations_live_bytes()
  withExtendedLifetime(store) {}
  return (Double(bytes) / Double(manyEffects)).rounded()
}

/// Keeps tasks suspended forever, so that none ends while others are counted.
///
/// Room for their continuations is made beforehand.
private final class Parked: Sendable {
  private let continuations: Mutex<[UnsafeContinuation<Void, Never>]>

  init() {
    var room: [UnsafeContinuation<Void, Never>] = []
    room.reserveCapacity(manyEffects)
    continuations = Mutex(room)
  }

  func park() async {
    await withUnsafeContinuation { continuation in
      continuations.withLock { $0.append(continuation) }
    }
  }

  /// Blocks the thread until all are suspended.
  func wait() {
    while continuations.withLock({ $0.count }) < manyEffects {}
  }
}
