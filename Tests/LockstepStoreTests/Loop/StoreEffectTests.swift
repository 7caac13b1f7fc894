// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

private enum Action: Sendable {
  case start
  case cancel
  case value(Int)
}

private let numbers = Reducer<[Int], Action, Effect<Int, Never>> { state, action, effect in
  switch action {
  case .start:
    return effect.map(Action.value).cancellable(id: "effect")
  case .cancel:
    return .cancel(id: "effect")
  case .value(let number):
    state.append(number)
    return .none
  }
}

@Suite @MainActor struct StoreEffectTests {
  private func makeStore(_ effect: Effect<Int, Never>) -> Store<[Int], Action> {
    Store(initialState: [], reducer: numbers, environment: effect)
  }

  @Test func `finish waits for the effects of an action`() async {
    let store = makeStore(
      .run { send in
        for number in 1...10 {
          await Task.yield()
          send(number)
        }
      }
    )
    await store.send(.start).finish()
    #expect(store.state == Array(1...10))
  }

  @Test func `finish returns at once for an action without effects`() async {
    let store = makeStore(.none)
    await store.send(.start).finish()
    await store.send(.value(1)).finish()
    store.send(.start).cancel()
    #expect(store.state == [1])
  }

  @Test func `finish waits for the action's effects but not for effects of later actions`() async {
    let clock = DispatchQueue.test
    let reducer = Reducer<[Int], Int, Void> { state, action, _ in
      state.append(action)
      return switch action {
      case 0: .merge(.task { 1 }, .concatenate(.task { 2 }, .task { 3 }), Effect(value: 4))
      case 1: Effect(value: 5).delay(for: 1, scheduler: clock)
      default: .none
      }
    }
    let store = Store(initialState: [], reducer: reducer, environment: ())
    await store.send(0).finish()
    #expect(store.state.sorted() == [0, 1, 2, 3, 4])
  }

  @Test func `cancelling a store task cancels only its effects`() async {
    let ends = Recorder(0)
    let store = makeStore(.run { _ in AnyCancellable { ends.update { $0 += 1 } } })
    let first = store.send(.start)
    let second = store.send(.start)
    first.cancel()
    #expect(ends.value == 1)
    first.cancel()
    await first.finish()
    #expect(ends.value == 1)
    second.cancel()
    #expect(ends.value == 2)
    await second.finish()
  }

  @Test func `cancelling a Swift task that waits for a store task cancels the effects`() async {
    let ends = Recorder(0)
    let store = makeStore(.run { _ in AnyCancellable { ends.update { $0 += 1 } } })
    let task = store.send(.start)
    let waiting = Task { await task.finish() }
    await Task.yield()
    waiting.cancel()
    await waiting.value
    #expect(ends.value == 1)

    let late = store.send(.start)
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await late.finish()
    }
    await cancelled.value
    #expect(ends.value == 2)
  }

  @Test func `an action that is cancelled in the queue starts nothing`() {
    let ran = Recorder<[String]>([])
    let effects: [Effect<Int, Never>] = [
      Effect(value: 1),
      .fireAndForget { ran.update { $0.append("fireAndForget") } },
      .sync {
        ran.update { $0.append("result") }
        return 2
      },
      .task { 3 },
      .merge(Effect(value: 4), Effect(value: 5)),
    ]
    for effect in effects {
      let store = Store(
        initialState: [0],
        reducer: Reducer<[Int], Action, Void> { state, action, _ in
          switch action {
          case .start: return effect.map(Action.value)
          case .value(let number): state.append(number)
          case .cancel: state.append(-1)
          }
          return .none
        },
        environment: ()
      )
      let observation = store.observe { state, _ in
        if state.last == -1 { store.send(.start).cancel() }
      }
      store.send(.cancel)
      #expect(store.state == [0, -1])
      observation.cancel()
    }
    #expect(ran.value == [])
  }

  @Test(.timeLimit(.minutes(60)))
  func `a store that is released cancels its effects and releases its state and environment`() async
  {
    final class State {
      let token = Token()
    }
    let ends = Recorder(0)
    let subject = Subject<Int, Never>()
    let clock = DispatchQueue.test
    weak var weakState: State?
    var environment = WeakToken()
    do {
      let state = State()
      let token = Token()
      weakState = state
      environment.token = token
      let reducer = Reducer<State, Int, Token> { _, action, token in
        guard action == 0 else { return .none }
        return .merge(
          .run { _ in
            AnyCancellable {
              _ = token
              ends.update { $0 += 1 }
            }
          },
          subject.effect.map { _ in "\(token)".count },
          Effect.timer(id: 1, every: 1, on: clock).map { _ in "\(token)".count },
          Effect(value: 1).delay(for: 9, scheduler: clock).map { _ in "\(token)".count }
        )
      }
      let store = Store(initialState: state, reducer: reducer, environment: token)
      let scoped = store.scope(state: { $0.token })
      let observation = store.scope { _ in 0 }.observe { _, _ in }
      store.send(0)
      subject.send(1)
      await Task.yield()
      #expect(ends.value == 0)
      withExtendedLifetime((scoped, observation)) {}
    }
    #expect(ends.value == 1)
    // A pending drain job keeps the store alive until it has run.
    while weakState != nil, Task.isCancelled == false { await Task.yield() }
    #expect(weakState == nil)
    #expect(environment.isDeallocated)
    subject.send(2)
    clock.advance(by: 10)
  }

  @Test func `an effect that outlives its store sends no action and reports no issue`() async {
    let subscriber = Recorder<Effect<Int, Never>.Subscriber?>(nil)
    let taken = Recorder<[Int]>([])
    let reducer = Reducer<[Int], Int, Void> { _, action, _ in
      taken.update { $0.append(action) }
      guard action == 0 else { return .none }
      return .run { given in
        subscriber.set(given)
        return AnyCancellable {}
      }
    }
    var store: Store<[Int], Int>? = Store(initialState: [], reducer: reducer, environment: ())
    let issues = await withReportedIssues {
      store?.send(0)
      subscriber.value?.send(1)
      store = nil
      subscriber.value?.send(2)
      subscriber.value?.send(completion: .finished)
      await Task.yield()
    }
    #expect(taken.value.contains(2) == false)
    #expect(issues == [])
  }

  // MARK: Other threads

  @Test func `all values of eight threads arrive in the order of each thread`() async {
    let store = makeStore(
      .run { subscriber in
        Self.onEightThreads { thread in
          for number in 0..<500 { subscriber.send(thread * 500 + number) }
        } finally: {
          subscriber.send(completion: .finished)
        }
        return AnyCancellable {}
      }
    )
    await store.send(.start).finish()
    #expect(store.state.count == 4_000)
    for thread in 0..<8 {
      let own = store.state.filter { $0 / 500 == thread }
      #expect(own == Array(thread * 500..<(thread + 1) * 500))
    }
  }

  @Test(arguments: 0..<6)
  func `no value arrives after a cancellation while eight threads send`(round: Int) async {
    let (done, finish) = AsyncStream.makeStream(of: Never.self)
    let store = makeStore(
      .run { subscriber in
        Self.onEightThreads { _ in
          for number in 0..<500 { subscriber.send(number) }
        } finally: {
          finish.finish()
        }
        return AnyCancellable {}
      }
    )
    let task = store.send(.start)
    while store.state.count < round * 50 { await Task.yield() }
    if round % 2 == 0 { store.send(.cancel) } else { task.cancel() }
    let state = store.state
    await Task.yield()
    #expect(store.state == state)
    for await _ in done {}
    await task.finish()
    for _ in 0..<10 { await Task.yield() }
    #expect(store.state == state)
  }

  @Test func `an effect that sends continuously does not block other code on its actor`() async {
    let isFinished = Recorder(false)
    let store = makeStore(
      .run { send in
        for number in 0..<20_000 where isFinished.value == false {
          send(number)
          await Task.yield()
        }
      }
    )
    let task = store.send(.start)
    while store.state.count < 100 { await Task.yield() }
    store.send(.value(-1))
    #expect(store.state.contains(-1))
    isFinished.set(true)
    await task.finish()
  }

  @Test func `send does not wait for an effect that sends continuously from another thread`() async
  {
    let last = 100
    let (sent, taken) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    // The mailbox contains a number at the end of each turn.
    let store = Store<[Int], Int>(
      initialState: [],
      reducer: Reducer { state, number, _ in
        state.append(number)
        guard number == 0 else {
          taken.signal()
          if number < last { sent.wait() }
          return .none
        }
        return .merge(
          .run { subscriber in
            DispatchQueue(label: "sender").async {
              for number in 1...last {
                subscriber.send(number)
                sent.signal()
                taken.wait()
              }
              subscriber.send(completion: .finished)
            }
            return AnyCancellable {}
          },
          .fireAndForget { sent.wait() }
        )
      },
      environment: ()
    )
    let task = store.send(0)
    #expect(store.state == [0, 1])
    await task.finish()
    #expect(store.state == Array(0...last))
  }

  private nonisolated static func onEightThreads(
    _ body: @escaping @Sendable (Int) -> Void,
    finally: @escaping @Sendable () -> Void
  ) {
    let group = DispatchGroup()
    for thread in 0..<8 {
      DispatchQueue(label: "thread \(thread)").async(group: group) { body(thread) }
    }
    group.notify(queue: DispatchQueue(label: "end"), execute: finally)
  }
}
