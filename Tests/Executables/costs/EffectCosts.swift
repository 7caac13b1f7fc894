// SPDX-License-Identifier: MIT

internal import Lockstep
internal import LockstepJournal

/// The costs of starting effects, sending their values and ending them.
let effectCosts: [Operation] = [
  Operation("chain of effects, each", times: 1_000) { times in
    let store = Store<Int, Int>(
      initialState: 0,
      reducer: Reducer { state, left, _ in
        state &+= 1
        return left == 0 ? .none : Effect(value: left - 1)
      },
      environment: ()
    )
    return { store.send(times) }
  },
  Operation("chain through a subject, each", times: 500) { times in
    let subject = Subject<Int, Never>()
    let store = Store<Int, Int>(
      initialState: 0,
      reducer: Reducer { state, left, _ in
        if left < 0 { return subject.effect }
        state &+= 1
        return left == 0 ? .none : .fireAndForget { subject.send(left - 1) }
      },
      environment: ()
    )
    store.send(-1)
    return { store.send(times) }
  },
  Operation("start and cancel an effect", times: 500) { times in
    let store = Store<Int, EffectAction>(
      initialState: 0,
      reducer: Reducer { _, action, _ in
        switch action {
        case .start: .run { _ in AnyCancellable {} }.cancellable(id: 1)
        case .stop: .cancel(id: 1)
        }
      },
      environment: ()
    )
    return {
      for _ in 0..<times {
        store.send(.start)
        store.send(.stop)
      }
    }
  },
  Operation("callback, started and answered", times: 500) { times in
    let callback = Callback()
    let store = Store<Int, EffectAction>(
      initialState: 0,
      reducer: Reducer { state, action, _ in
        guard action == .start else {
          state &+= 1
          return .none
        }
        return .run { subscriber in
          callback.subscriber = subscriber
          return AnyCancellable {}
        }
      },
      environment: ()
    )
    return {
      for _ in 0..<times {
        store.send(.start)
        callback.answer()
      }
    }
  },
  Operation("task that does not suspend", times: 200) { times in
    let store = Store<Int, EffectAction>(
      initialState: 0,
      reducer: Reducer { state, action, _ in
        guard action == .start else {
          state &+= 1
          return .none
        }
        return .task { .stop }
      },
      environment: ()
    )
    return { for _ in 0..<times { store.send(.start) } }
  },
  Operation("release a store, each of its effects", times: 500) { times in
    var store: Store<Int, Int>? = Store<Int, Int>(
      initialState: 0,
      reducer: Reducer { _, _, _ in .run { _ in AnyCancellable {} } },
      environment: ()
    )
    for number in 0..<times { store?.send(number) }
    return { store = nil }
  },
  Operation("effect, recorded", times: 2_000) { times in
    let store = Store<Int, EffectAction>(
      initialState: 0,
      reducer: Reducer { state, _, _ in
        state &+= 1
        return .fireAndForget {}
      },
      environment: ()
    )
    let journal = store.journal()
    for _ in 0..<4_000 { store.send(.start) }
    return {
      for _ in 0..<times { store.send(.start) }
      withExtendedLifetime(journal) {}
    }
  },
]

private enum EffectAction: Sendable {
  case start
  case stop
}

/// Keeps the subscriber of an effect so that it can answer later.
@MainActor private final class Callback: Sendable {
  nonisolated(unsafe) var subscriber: Effect<EffectAction, Never>.Subscriber?

  func answer() {
    subscriber?.send(.stop)
    subscriber?.send(completion: .finished)
    subscriber = nil
  }
}
