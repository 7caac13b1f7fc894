// SPDX-License-Identifier: MIT

import CAllocations
import Lockstep

@BenchmarkActor func sendWithoutEffect() -> Work {
  let store = makeCounterStore()
  return Work(
    reference: "loop with a queue",
    operations: 20_000,
    subject: { _ in for _ in 0..<20_000 { store.send(.increment) } },
    bare: { _ in runBareCounter(times: 20_000) }
  )
}

@BenchmarkActor func sendWithOneObserver() -> Work {
  let store = makeCounterStore()
  var sum = 0
  let observation = store.observe { state, _ in sum &+= state.count }
  return Work(
    reference: "loop with a queue",
    operations: 20_000,
    subject: { _ in
      let before = sum
      for _ in 0..<20_000 { store.send(.increment) }
      withExtendedLifetime(observation) {}
      precondition(sum != before)
    },
    bare: { _ in runBareCounter(times: 20_000) }
  )
}

@BenchmarkActor func allocationsPerSend() -> Double? {
  let store = makeCounterStore()
  return allocations(per: 10_000) { store.send(.increment) }
}

@BenchmarkActor func allocationsPerObservedSend() -> Double? {
  let store = makeCounterStore()
  let observation = store.observe { _, _ in }
  return allocations(per: 10_000) {
    store.send(.increment)
    withExtendedLifetime(observation) {}
  }
}

@BenchmarkActor func objectsOfNewStore() -> Double? {
  allocations(per: 1_000) { _ = opaque(makeCounterStore()) }
}

/// Blocks that each call of a function allocates, on average and to two decimals.
func allocations(per calls: Int, _ body: () -> Void) -> Double? {
  guard allocations_can_be_counted() else { return nil }
  for _ in 0..<100 { body() }
  allocations_start()
  for _ in 0..<calls { body() }
  allocations_stop()
  return (Double(allocations_count()) / Double(calls) * 100).rounded() / 100
}
