// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTesting
import Testing

// The blocks of `Sources/Lockstep/Lockstep.docc/Articles/CancellingEffects.md`.

enum Download {
  struct State: Equatable {
    var isRunning = false
    var percent = 0
  }

  enum Action: Equatable {
    case cancelButtonTapped
    case finished
    case progressed(Int)
    case startButtonTapped
  }

  struct Environment: Sendable {
    var download: @Sendable () -> Effect<Int, Never>
  }

  struct ID: Hashable {}

  static let reducer = Reducer<State, Action, Environment> { download, action, environment in
    switch action {
    case .startButtonTapped:
      download = State(isRunning: true)
      return .concatenate(
        environment.download().map(Action.progressed),
        Effect(value: .finished)
      )
      .cancellable(id: ID(), cancelInFlight: true)
    case .progressed(let percent):
      download.percent = percent
    case .finished:
      download.isRunning = false
    case .cancelButtonTapped:
      download.isRunning = false
      return .cancel(id: ID())
    }
    return .none
  }
}

enum Shelf {
  struct State: Equatable {
    var first = Download.State()
    var second = Download.State()
  }

  enum Action: Equatable {
    case closeButtonTapped
    case first(Download.Action)
    case second(Download.Action)
  }

  static let reducer = Reducer<State, Action, Download.Environment>.combine(
    Download.reducer.pullback(state: \.first, action: /Action.first),
    Download.reducer.pullback(state: \.second, action: /Action.second),
    Reducer { _, action, _ in
      action == .closeButtonTapped ? .cancel(id: Download.ID()) : .none
    }
  )
}

@Test func `cancelling one download does not cancel the other download`() {
  let bytes = Subject<Int, Never>(name: "download")
  let store = TestStore(
    initialState: Shelf.State(),
    reducer: Shelf.reducer,
    environment: Download.Environment(download: { bytes.effect })
  )
  store.send(.first(.startButtonTapped)) { $0.first.isRunning = true }
  store.send(.second(.startButtonTapped)) { $0.second.isRunning = true }
  bytes.send(40)
  store.receive(.first(.progressed(40))) { $0.first.percent = 40 }
  store.receive(.second(.progressed(40))) { $0.second.percent = 40 }
  store.send(.second(.cancelButtonTapped)) { $0.second.isRunning = false }
  bytes.send(50)
  store.receive(.first(.progressed(50))) { $0.first.percent = 50 }
  store.send(.closeButtonTapped)
  bytes.send(60)
}

struct PlayerID: Hashable {}

func playing(_ song: Effect<Int, Never>) -> Effect<Int, Never> {
  song.cancellable(id: StoreWide(PlayerID()), cancelInFlight: true)
}

@Test func `a cancelled download reports no more bytes`() {
  let bytes = Subject<Int, Never>(name: "download")
  let store = TestStore(
    initialState: Download.State(),
    reducer: Download.reducer,
    environment: Download.Environment(download: { bytes.effect })
  )
  store.send(.startButtonTapped) { $0.isRunning = true }
  bytes.send(40)
  store.receive(.progressed(40)) { $0.percent = 40 }
  store.send(.cancelButtonTapped) { $0.isRunning = false }
  bytes.send(50)
}

@MainActor func loadWhileVisible(_ store: Store<Download.State, Download.Action>) async {
  await store.send(.startButtonTapped).finish()
}

@Suite struct CancellingEffectsTests {
  @Test @MainActor func `cancelling the task that waits for an action cancels its effects`() async {
    let bytes = Subject<Int, Never>()
    let store = Store(
      initialState: Download.State(),
      reducer: Download.reducer,
      environment: Download.Environment(download: { bytes.effect })
    )
    let page = Task { await loadWhileVisible(store) }
    for await state in store.states where state.isRunning { break }
    bytes.send(10)
    for await state in store.states where state.percent == 10 { break }
    page.cancel()
    await page.value
    bytes.send(20)
    // Earlier values are taken first.
    store.send(.finished)
    #expect(store.percent == 10)
  }

  struct WatchID: Hashable {}

  func watching(_ percent: Effect<Int, Never>) -> Effect<Int, Never> {
    .concatenate(percent, .lazy { watching(percent) })
  }

  @Test func `starting a watch again cancels the previous watch`() {
    let queue = DispatchQueue.test
    let store = TestStore(
      initialState: 0,
      reducer: Reducer<Int, Int, Void> { _, action, _ in
        guard action >= 0 else { return .cancel(id: WatchID()) }
        guard action < 10 else { return .none }
        let percent = Effect<Int, Never>(value: 10 * action).delay(for: 1, scheduler: queue)
        let watch = watching(percent).cancellable(id: WatchID(), cancelInFlight: true)
        return watch
      },
      environment: ()
    )
    store.send(1)
    queue.advance(by: 1)
    store.receive(10)
    store.send(2)
    queue.advance(by: 2)
    store.receive(20)
    store.receive(20)
    store.send(-1)
  }

  @Test func `cancelling a part of a concatenation starts the next effect`() {
    let bytes = Subject<Int, Never>()
    let closed = Recorder(false)
    let upload = Effect<Int, Never>.concatenate(
      bytes.effect.cancellable(id: Download.ID()),
      .fireAndForget { closed.set(true) }
    )
    let store = TestStore(
      initialState: 0,
      reducer: Reducer<Int, Int, Void> { _, action, _ in
        action == 0 ? upload : .cancel(id: Download.ID())
      },
      environment: ()
    )
    store.send(0)
    #expect(closed.value == false)
    store.send(1)
    store.fireAndForget()
    #expect(closed.value)
  }
}
