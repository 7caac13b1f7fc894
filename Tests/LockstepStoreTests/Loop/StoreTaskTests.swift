// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

private enum Action: Sendable {
  case start(Effect<Action, Never>)
  case value(Int)
  case stop
}

private let reducer = Reducer<[Int], Action, Void> { state, action, _ in
  switch action {
  case .start(let effect): return effect
  case .value(let number): state.append(number)
  case .stop: return .cancel(id: "id")
  }
  return .none
}

/// A `StoreTask` in each state of its effects.
@Suite @MainActor struct StoreTaskTests {
  private let ends = Recorder(0)

  private func makeStore() -> Store<[Int], Action> {
    Store(initialState: [], reducer: reducer, environment: ())
  }

  /// Returns an effect that runs until it is cancelled.
  private func endless() -> Effect<Action, Never> {
    .run { [ends] _ in AnyCancellable { ends.update { $0 += 1 } } }
  }

  @Test func `a task without running effects is finished`() async {
    let store = makeStore()
    let tasks = [
      store.send(.value(1)),
      store.send(.start(.none)),
      store.send(.start(Effect(value: .value(2)))),
      store.send(.start(.fireAndForget {})),
      store.send(.start(.merge(.none, Effect(value: .value(3)), .cancel(id: "id")))),
      store.send(.stop),
    ]
    for task in tasks {
      await task.finish()
      task.cancel()
      await task.finish()
    }
    #expect(store.state == [1, 2, 3])
  }

  @Test func `a task can be cancelled before, during and after a call of finish`() async {
    let store = makeStore()
    let before = store.send(.start(endless()))
    before.cancel()
    await before.finish()
    #expect(ends.value == 1)

    let meanwhile = store.send(.start(endless()))
    let waiting = [Task { await meanwhile.finish() }, Task { await meanwhile.finish() }]
    await Task.yield()
    meanwhile.cancel()
    for task in waiting { await task.value }
    #expect(ends.value == 2)

    let after = store.send(.start(.task { .value(1) }))
    await after.finish()
    after.cancel()
    await after.finish()
    #expect(store.state == [1])
  }

  @Test
  func `a task finishes if its effect is cancelled by id, replaced or released with the store`()
    async
  {
    var store: Store<[Int], Action>? = makeStore()
    let byID = store?.send(.start(endless().cancellable(id: "id")))
    store?.send(.stop)
    await byID?.finish()
    #expect(ends.value == 1)

    let replaced = store?.send(.start(endless().cancellable(id: "id", cancelInFlight: true)))
    let next = store?.send(.start(endless().cancellable(id: "id", cancelInFlight: true)))
    await replaced?.finish()
    #expect(ends.value == 2)

    let waiting = Task { await next?.finish() }
    await Task.yield()
    store = nil
    await waiting.value
    #expect(ends.value == 3)
  }

  @Test func `cancelling a Swift task in finish cancels only the effects of that action`() async {
    let store = makeStore()
    let task = store.send(.start(endless()))
    let other = store.send(.start(endless()))
    let waiting = Task { await task.finish() }
    await Task.yield()
    waiting.cancel()
    await waiting.value
    #expect(ends.value == 1)
    other.cancel()
    #expect(ends.value == 2)
  }

  @Test func `cancelling a task discards values that are waiting in the queue`() async {
    let store = makeStore()
    let subscriber = Recorder<Effect<Action, Never>.Subscriber?>(nil)
    let task = store.send(
      .start(
        .run { given in
          subscriber.set(given)
          return AnyCancellable {}
        }
      )
    )
    for number in 0..<10 { subscriber.value?.send(.value(number)) }
    task.cancel()
    store.send(.value(-1))
    await task.finish()
    #expect(store.state == [-1])
  }

  @Test func `finish returns for an action that an observer sends within a turn`() async {
    let store = makeStore()
    var inner: StoreTask?
    var cancelled: StoreTask?
    let observation = store.observe { state, _ in
      guard state == [1] else { return }
      inner = store.send(.start(.task { .value(2) }))
      cancelled = store.send(.start(Effect(value: .value(3))))
      cancelled?.cancel()
    }
    store.send(.value(1))
    await inner?.finish()
    await cancelled?.finish()
    #expect(store.state == [1, 2])
    observation.cancel()
  }

  @Test func `cancelling a task of an action sent within a turn discards its waiting values`() async
  {
    let store = makeStore()
    var inner: StoreTask?
    let observation = store.observe { state, _ in
      switch state.last {
      case 1:
        inner = store.send(
          .start(.merge(Effect(value: .value(2)), Effect(value: .value(3)), endless()))
        )
      case 2: inner?.cancel()
      default: break
      }
    }
    store.send(.value(1))
    await inner?.finish()
    #expect(store.state == [1, 2])
    #expect(ends.value == 1)
    store.send(.value(4))
    #expect(store.state == [1, 2, 4])
    observation.cancel()
  }

  @Test func `a task covers the effects of its action but not those of later actions`() async {
    let store = makeStore()
    let inner = endless()
    let task = store.send(.start(.merge(.task { .start(inner) }, .task { .value(1) })))
    await task.finish()
    #expect(store.state == [1])
    task.cancel()
    #expect(ends.value == 0)
  }
}
