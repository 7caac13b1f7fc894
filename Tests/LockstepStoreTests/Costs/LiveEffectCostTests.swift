// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

/// Ten thousand long-running effects, each of which is cancelled exactly on request.
@Suite @MainActor struct LiveEffectCostTests {
  private enum Action: Sendable {
    case start(Int)
    case cancel(Int)
    case cancelAll
  }

  /// The number of running effects.
  private let live = Recorder(0)

  private func makeStore() -> Store<Int, Action> {
    Store(
      initialState: 0,
      reducer: Reducer { [live] state, action, _ in
        switch action {
        case .start(let id):
          state += 1
          return .run { _ in
            live.update { $0 += 1 }
            return AnyCancellable { live.update { $0 -= 1 } }
          }
          .cancellable(id: id)
        case .cancel(let id):
          state -= 1
          return .cancel(id: id)
        case .cancelAll:
          state = 0
          return .cancel(ids: 0..<10_000)
        }
      },
      environment: ()
    )
  }

  @Test func `ten thousand effects are started and cancelled one by one`() {
    let store = makeStore()
    for id in 0..<10_000 { store.send(.start(id)) }
    #expect(live.value == 10_000)
    var counts: [Int] = []
    for id in 0..<10_000 {
      store.send(.cancel(id))
      if id % 1_000 == 999 { counts.append(live.value) }
    }
    #expect(counts == [9_000, 8_000, 7_000, 6_000, 5_000, 4_000, 3_000, 2_000, 1_000, 0])
    #expect(store.state == 0)
  }

  @Test func `ten thousand effects are cancelled at once`() {
    let store = makeStore()
    for id in 0..<10_000 { store.send(.start(id)) }
    store.send(.cancelAll)
    #expect(live.value == 0)
    for id in 0..<10_000 { store.send(.start(id)) }
    #expect(live.value == 10_000)
  }

  @Test func `a store that is released cancels ten thousand effects`() {
    var store: Store<Int, Action>? = makeStore()
    for id in 0..<10_000 { store?.send(.start(id % 100)) }
    #expect(live.value == 10_000)
    store = nil
    #expect(live.value == 0)
  }

  @Test func `ten thousand tasks are cancelled`() async {
    let starts = Milestone(10_000)
    let ends = Milestone(10_000)
    let store = Store<Int, Action>(
      initialState: 0,
      reducer: Reducer { _, action, _ in
        switch action {
        case .start(let id):
          return .run { (_: Send<Action>) in
            let (never, _) = AsyncStream.makeStream(of: Void.self)
            starts.pass()
            for await _ in never {}
            ends.pass()
          }
          .cancellable(id: id % 10)
        case .cancel(let id): return .cancel(id: id)
        case .cancelAll: return .cancel(ids: 0..<10)
        }
      },
      environment: ()
    )
    for id in 0..<10_000 { store.send(.start(id)) }
    await starts.reach()
    for id in 0..<10 { store.send(.cancel(id)) }
    await ends.reach()
    #expect(ends.count == 10_000)
  }
}

/// Waits until an event has occurred a number of times.
private final class Milestone: Sendable {
  private let aim: Int
  private let passed = Recorder(0)
  private let reached = AsyncStream.makeStream(of: Void.self)

  init(_ aim: Int) {
    self.aim = aim
  }

  var count: Int { passed.value }

  func pass() {
    var isLast = false
    passed.update { count in
      count += 1
      isLast = count == aim
    }
    if isLast { reached.continuation.finish() }
  }

  func reach() async {
    for await _ in reached.stream {}
  }
}
