// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

/// Ten thousand effects that live on: each is cancelled exactly when it is asked for.
@Suite @MainActor struct LiveEffectCostTests {
  private enum Action: Sendable {
    case start(Int)
    case cancel(Int)
    case cancelAll
  }

  /// How many effects have been started and have not been ended.
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
    let ends = Recorder(0)
    let (done, end) = AsyncStream.makeStream(of: Void.self)
    let store = Store<Int, Action>(
      initialState: 0,
      reducer: Reducer { _, action, _ in
        switch action {
        case .start(let id):
          return .run { (_: Send<Action>) in
            let (never, _) = AsyncStream.makeStream(of: Void.self)
            for await _ in never {}
            ends.update { $0 += 1 }
            if ends.value == 10_000 { end.finish() }
          }
          .cancellable(id: id % 10)
        case .cancel(let id): return .cancel(id: id)
        case .cancelAll: return .cancel(ids: 0..<10)
        }
      },
      environment: ()
    )
    let tasks = (0..<10_000).map { store.send(.start($0)) }
    for id in 0..<10 { store.send(.cancel(id)) }
    for task in tasks { await task.finish() }
    for await _ in done {}
    #expect(ends.value == 10_000)
  }
}
