// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// A state with a token, which shows whether the state has been released.
private struct Held: Sendable {
  let token = Token()
  var numbers: [Int] = []
}

private enum Action: Sendable {
  case start(Effect<Int, Never>)
  case value(Int)
}

private typealias HeldStore = Store<Held, Action>

private let reducer = Reducer<Held, Action, Token> { state, action, _ in
  switch action {
  case .start(let effect):
    return effect.map(Action.value)
  case .value(let number):
    state.numbers.append(number)
    return .none
  }
}

/// An actor that holds its store. The store's objects do not hold the actor.
private actor Room {
  private var store: HeldStore?
  private let token = Token()

  init() async {}

  func open(_ effect: Effect<Int, Never>) -> (room: WeakToken, state: WeakToken) {
    let store = HeldStore(
      initialState: Held(),
      reducer: reducer,
      environment: Token(),
      isolation: self
    )
    store.send(.start(effect))
    self.store = store
    return (WeakToken(token: token), WeakToken(token: store.token))
  }

  var numbers: [Int] { store?.numbers ?? [] }
}

/// An object that is created on the main actor and can be released on any thread.
@MainActor private final class Model {
  let store: HeldStore
  let scope: Store<[Int], Action>
  let observation: StoreObservation

  init(_ parent: HeldStore, _ calls: Recorder<Int>) {
    store = parent.scope(state: \.self)
    scope = parent.scope(state: \.numbers)
    observation = parent.scope(state: \.numbers).observe { _, _ in calls.update { $0 += 1 } }
  }
}

@Suite(.timeLimit(.minutes(60))) @MainActor struct StoreReleaseTests {
  private func makeStore() -> HeldStore {
    HeldStore(initialState: Held(), reducer: reducer, environment: Token())
  }

  private func settle(until isFinished: () -> Bool) async {
    while isFinished() == false, Task.isCancelled == false { await Task.yield() }
  }

  @Test func `a store can be released in its own observer`() {
    var store: HeldStore? = makeStore()
    let token = WeakToken(token: store?.token)
    weak let weakStore = store
    var seen: [[Int]] = []
    let observation = store?.scope(state: \.numbers).observe { numbers, _ in
      seen.append(numbers)
      guard numbers == [1] else { return }
      store?.send(.value(2))
      store = nil
    }
    store?.send(.value(1))
    // The store still reduces the queued action.
    #expect(seen == [[], [1], [1, 2]])
    #expect(weakStore == nil)
    #expect(token.isDeallocated)
    observation?.cancel()
  }

  @Test func `a store can be released while one of its effects starts`() {
    let held = Recorder<[@Sendable () -> Void]>([])
    let ends = Recorder(0)
    @MainActor final class Owner {
      var store: HeldStore?
    }
    let owner = Owner()
    owner.store = makeStore()
    let token = WeakToken(token: owner.store?.token)
    owner.store?.send(
      .start(
        .run { subscriber in
          subscriber.send(1)
          MainActor.assumeIsolated { owner.store = nil }
          subscriber.send(2)
          held.update { $0.append { subscriber.send(3) } }
          return AnyCancellable { ends.update { $0 += 1 } }
        }
      )
    )
    #expect(ends.value == 1)
    for send in held.value { send() }
    #expect(token.isDeallocated)
  }

  @Test func `a store with a thousand running effects cancels them when it is released`() async {
    let ends = Recorder(0)
    let subject = Subject<Int, Never>()
    let clock = DispatchQueue.test
    var store: HeldStore? = makeStore()
    let token = WeakToken(token: store?.token)
    let captured = Token()
    let weakCaptured = WeakToken(token: captured)
    do {
      let captured = captured
      for number in 0..<1_000 {
        let effect: Effect<Int, Never> =
          switch number % 5 {
          case 0: .run { _ in AnyCancellable { ends.update { $0 += 1 } } }
          case 1: subject.effect.map { $0 + "\(captured)".count }
          case 2: Effect.timer(id: number, every: 1, on: clock).map { _ in "\(captured)".count }
          case 3:
            .run { send in
              await clock.pause(for: 5)
              ends.update { $0 += 1 }
              send("\(captured)".count)
            }
          default: Effect(value: 1).delay(for: 1, scheduler: clock)
          }
        store?.send(.start(effect.cancellable(id: number % 7)))
      }
    }
    #expect(ends.value == 0)
    store = nil
    #expect(token.isDeallocated)
    await settle { ends.value == 400 }
    #expect(ends.value == 400)
    subject.send(1)
    clock.advance(by: 10)
    withExtendedLifetime(captured) {}
    #expect(weakCaptured.isDeallocated == false)
  }

  @Test func `a store can be released while eight threads send`() async {
    for round in 0..<10 {
      var store: HeldStore? = makeStore()
      let token = WeakToken(token: store?.token)
      let (threads, finish) = AsyncStream.makeStream(of: Never.self)
      store?.send(
        .start(
          .run { subscriber in
            let group = DispatchGroup()
            for thread in 0..<8 {
              DispatchQueue(label: "thread \(thread)").async(group: group) {
                for number in 0..<200 { subscriber.send(number) }
              }
            }
            group.notify(queue: .global()) { finish.finish() }
            return AnyCancellable {}
          }
        )
      )
      for _ in 0..<round { await Task.yield() }
      store = nil
      for await _ in threads {}
      // A pending drain job keeps the store alive until it has run.
      await settle { token.isDeallocated }
      #expect(token.isDeallocated)
    }
  }

  @Test func `a scope keeps the root alive and stays valid`() async {
    var store: HeldStore? = makeStore()
    weak let weakStore = store
    let token = WeakToken(token: store?.token)
    var scope: Store<Int, Action>? = store?.scope(state: \.numbers).scope(state: \.count)
    let subject = Subject<Int, Never>()
    store?.send(.start(subject.effect))
    store = nil
    #expect(weakStore == nil)
    #expect(token.isDeallocated == false)
    scope?.send(.value(1))
    #expect(scope?.state == 1)
    subject.send(2)
    await settle { scope?.state == 2 }
    #expect(scope?.state == 2)
    await scope?.send(.start(.task { 3 })).finish()
    #expect(scope?.state == 3)
    scope = nil
    #expect(token.isDeallocated)
  }

  @Test func `a task can be awaited and cancelled after its store is released`() async {
    var store: HeldStore? = makeStore()
    let task = store?.send(.start(.run { _ in AnyCancellable {} }))
    let done = store?.send(.start(Effect(value: 1)))
    store = nil
    await task?.finish()
    await done?.finish()
    task?.cancel()
    done?.cancel()
  }

  // MARK: Actors

  @Test func `an actor that holds its store can be released while effects run`() async {
    let subject = Subject<Int, Never>()
    var room: Room? = await Room()
    guard let (weakRoom, weakState) = await room?.open(subject.effect) else { return }
    subject.send(1)
    while await room?.numbers != [1] { await Task.yield() }
    room = nil
    await settle { weakRoom.isDeallocated && weakState.isDeallocated }
    #expect(weakRoom.isDeallocated)
    #expect(weakState.isDeallocated)
    subject.send(2)
  }

  @Test func `scopes and observations can be released on another thread`() async {
    let store = makeStore()
    let calls = Recorder(0)
    var models: [Model] = (0..<100).map { _ in Model(store, calls) }
    for model in models { _ = model.scope.state }
    #expect(calls.value == 100)
    let owner = Recorder(models)
    models = []
    let (released, finish) = AsyncStream.makeStream(of: Never.self)
    DispatchQueue.global().async {
      for _ in 0..<100 { owner.update { _ = $0.popLast() } }
      finish.finish()
    }
    for number in 0..<100 { store.send(.value(number)) }
    for await _ in released {}
    let before = calls.value
    store.send(.value(-1))
    #expect(calls.value == before)
    #expect(store.numbers.count == 101)
  }

  @Test func `the last store can be released on another thread while effects send`() async {
    for _ in 0..<20 {
      let subject = Subject<Int, Never>()
      let calls = Recorder(0)
      var models: [Model] = []
      let token: WeakToken
      do {
        let store = makeStore()
        token = WeakToken(token: store.token)
        store.send(.start(subject.effect))
        models = [Model(store, calls)]
      }
      let owner = Recorder(models)
      models = []
      let (released, finish) = AsyncStream.makeStream(of: Never.self)
      DispatchQueue.global().async {
        subject.send(1)
        owner.set([])
        subject.send(2)
        finish.finish()
      }
      for await _ in released {}
      await settle { token.isDeallocated }
      #expect(token.isDeallocated)
    }
  }

  // MARK: Observers

  @Test func `an observation releases its captures when it is released`() {
    let store = makeStore()
    var tokens: [WeakToken] = []
    func observe() -> StoreObservation {
      let token = Token()
      tokens.append(WeakToken(token: token))
      return store.scope(state: \.numbers).observe { _, _ in
        withExtendedLifetime(token) {}
      }
    }
    let cancelled = observe()
    cancelled.cancel()
    #expect(tokens.map(\.isDeallocated) == [true])
    _ = observe()
    store.send(.value(1))
    #expect(tokens.map(\.isDeallocated) == [true, true])
    // Without a turn, the next observation releases the captures of the previous one.
    for _ in 0..<5 { _ = observe() }
    #expect(tokens.filter { $0.isDeallocated == false }.count == 1)
    store.send(.value(1))
    #expect(tokens.filter { $0.isDeallocated == false }.isEmpty)
  }

  @Test func `observers can be released in the middle of a notification`() {
    let store = makeStore()
    final class Owner {
      var observations: [StoreObservation] = []
      let onEnd: () -> Void

      init(_ onEnd: @escaping () -> Void) {
        self.onEnd = onEnd
      }

      deinit { onEnd() }
    }
    var ends = 0
    var calls: [Int] = []
    var outer: StoreObservation?
    do {
      let last = store.scope(state: \.numbers).observe { _, _ in calls.append(3) }
      let owner = Owner {
        ends += 1
        last.cancel()
      }
      owner.observations = [store.scope(state: \.numbers).observe { _, _ in calls.append(2) }]
      var held: Owner? = owner
      outer = store.scope(state: \.numbers).observe { numbers, _ in
        calls.append(1)
        if numbers.count == 2 {
          held = nil
          outer?.cancel()
        }
      }
      _ = held
    }
    calls = []
    for number in 0..<4 { store.send(.value(number)) }
    #expect(ends == 1)
    // The second observer is released in the middle of a turn. The next turn does not call it.
    #expect(calls == [3, 2, 1, 3, 2, 1])
  }
}
