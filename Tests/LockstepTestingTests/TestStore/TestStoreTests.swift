// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

@Suite struct TestStoreTests {
  private func makeStore(
    _ environment: CounterEnvironment = .failing
  ) -> TestStore<CounterState, CounterAction, CounterEnvironment> {
    TestStore(initialState: CounterState(), reducer: counterReducer, environment: environment)
  }

  @Test func `a sent action changes the state`() {
    let store = makeStore()
    store.send(.incrementButtonTapped) {
      $0.count = 1
      $0.history = [0]
    }
    #expect(store.state == CounterState(count: 1, history: [0]))
  }

  @Test func `the state is the state after the last asserted step`() {
    let store = makeStore()
    store.send(.decrementAndIncrement) { $0.count = -1 }
    #expect(store.state.count == -1)
    store.receive(.incrementButtonTapped) {
      $0.count = 0
      $0.history = [-1]
    }
    #expect(store.state.count == 0)
  }

  @Test func `asynchronous effects run to completion within send`() {
    var environment = CounterEnvironment.failing
    environment.mainQueue = .immediate
    environment.fact = { count in
      .task { () async throws(FactError) in
        for _ in 1...10 { await Task.yield() }
        return "\(count) is a good number."
      }
    }
    let store = makeStore(environment)
    store.send(.factButtonTapped)
    store.receive(.factResponse(.success("0 is a good number."))) {
      $0.fact = "0 is a good number."
    }
  }

  @Test func `effects with an actor, a task group and a stream run to completion within send`() {
    actor Sum {
      var value = 0
      func add(_ number: Int) { value += number }
    }
    var environment = CounterEnvironment.failing
    environment.mainQueue = .immediate
    environment.fact = { _ in
      .task { () async throws(FactError) in
        let sum = Sum()
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        await withTaskGroup(of: Void.self) { group in
          for number in 1...100 {
            group.addTask {
              await sum.add(number)
              continuation.yield(number)
            }
          }
        }
        continuation.finish()
        var count = 0
        for await _ in stream { count += 1 }
        return await "\(count) numbers, \(sum.value) in all"
      }
    }
    let store = makeStore(environment)
    store.send(.factButtonTapped)
    store.receive(.factResponse(.success("100 numbers, 5050 in all"))) {
      $0.fact = "100 numbers, 5050 in all"
    }
  }

  @Test func `the environment can be changed between steps`() {
    let store = makeStore()
    store.environment.mainQueue = .immediate
    store.environment.fact = { _ in Effect(value: "One") }
    store.send(.factButtonTapped)
    store.receive(.factResponse(.success("One"))) { $0.fact = "One" }
    store.environment.fact = { _ in Effect(error: FactError()) }
    store.send(.factButtonTapped)
    store.receive(.factResponse(.failure(FactError()))) { $0.fact = nil }
  }

  /// Appends the environment to the state; the action `true` sends `false`, which appends it again.
  private let appending = Reducer<String, Bool, String> { state, isFollowed, environment in
    state += environment
    return isFollowed ? Effect(value: false) : .none
  }

  @Test func `a received action is reduced with the environment at the time of arrival`() {
    let store = TestStore(initialState: "", reducer: appending, environment: "a")
    store.send(true) { $0 = "a" }
    store.environment = "b"
    store.receive(false) { $0 = "aa" }
    store.send(true) { $0 = "aab" }
    store.receive(false) { $0 = "aabb" }
  }

  @Test func `the closure of a step runs once and can read the environment`() {
    let store = TestStore(initialState: .init(), reducer: appending, environment: "a")
    var calls = 0
    let expected = { (state: inout String) in
      calls += 1
      state += store.environment
    }
    store.send(true, expected)
    store.receive(false, expected)
    store.assert(.send(true, expected), .receive(false, expected))
    store.withExhaustivity(.off) {
      store.send(true) { _ in calls += 1 }
      store.receive(false) { _ in calls += 1 }
    }
    #expect(store.state == "aaaaaa")
    #expect(calls == 6)
    assert(
      initialValue: "aaaaaa",
      reducer: appending,
      environment: "a",
      steps:
        Step(.send, true, expected),
      Step(.receive, false, expected)
    )
    #expect(calls == 8)
  }

  @Test func `a test scheduler decides when actions arrive`() {
    let mainQueue = DispatchQueue.test
    var environment = CounterEnvironment.failing
    environment.mainQueue = mainQueue
    let store = makeStore(environment)
    store.send(.startButtonTapped)
    mainQueue.advance(by: 2.5)
    store.receive(.timerTicked) { $0.count = 1 }
    store.receive(.timerTicked) { $0.count = 2 }
    mainQueue.advance(by: 0.5)
    store.receive(.timerTicked) { $0.count = 3 }
    store.send(.stopButtonTapped)
    mainQueue.advance(by: 100)
  }

  @Test func `work that starts during an advance can become due in the same advance`() {
    struct State: Equatable {
      var instants: [Int64] = []
    }
    let mainQueue = DispatchQueue.test
    let reducer = Reducer<State, Int, SchedulerOf<DispatchQueue>> { state, action, mainQueue in
      state.instants.append(mainQueue.now.nanoseconds)
      guard action < 3 else { return .none }
      // The store's executor runs the task, and then the delay begins.
      return Effect.task {
        await Task.yield()
        return action + 1
      }
      .delay(for: 1, scheduler: mainQueue)
    }
    let store = TestStore(
      initialState: State(),
      reducer: reducer,
      environment: mainQueue
    )
    store.send(1) { $0.instants = [1] }
    mainQueue.advance(by: 5)
    store.receive(2) { $0.instants.append(1_000_000_001) }
    store.receive(3) { $0.instants.append(2_000_000_001) }
  }

  @Test func `the closure of a step can call the throwing unwrap function`() throws {
    struct State: Equatable {
      var alert: String?
    }
    let reducer = Reducer<State, Bool, Void> { state, action, _ in
      state.alert = action ? "Hello, world" : nil
      return .none
    }
    let store = TestStore(
      initialState: State(alert: "Hello"),
      reducer: reducer,
      environment: ()
    )
    store.send(true) {
      try unwrap(&$0.alert) { $0 += ", world" }
    }
  }

  @Test func `a store accepts further steps after finish`() {
    let store = makeStore()
    store.finish()
    store.send(.incrementButtonTapped) {
      $0.count = 1
      $0.history = [0]
    }
    store.finish()
  }

  @Test func `a deallocated store releases its environment and effects`() {
    final class Token: Sendable {}
    weak var weakToken: Token?
    do {
      let token = Token()
      weakToken = token
      let store = TestStore(
        initialState: 0,
        reducer: Reducer<Int, Int, Token> { state, action, token in
          state = action
          guard action > 0 else { return .none }
          return .merge(
            .task {
              await Task.yield()
              _ = token
              return action - 1
            },
            .fireAndForget { _ = token }
          )
        },
        environment: token
      )
      store.send(1) { $0 = 1 }
      store.receive(0) { $0 = 0 }
      store.fireAndForget()
    }
    #expect(weakToken == nil)
  }

  @Test func `a thousand stores run at the same time`() async {
    await withTaskGroup(of: Void.self) { group in
      for number in 1...1_000 {
        group.addTask {
          var environment = CounterEnvironment.failing
          environment.mainQueue = .immediate
          environment.fact = { _ in
            .task { () async throws(FactError) in
              await Task.yield()
              return "\(number)"
            }
          }
          let store = TestStore(
            initialState: CounterState(),
            reducer: counterReducer,
            environment: environment
          )
          store.send(.factButtonTapped)
          store.receive(.factResponse(.success("\(number)"))) { $0.fact = "\(number)" }
        }
      }
    }
  }

  @Test @MainActor func `a test on the main actor receives actions without waiting`() {
    var environment = CounterEnvironment.failing
    environment.mainQueue = .immediate
    environment.fact = { _ in .task { () async throws(FactError) in "Main" } }
    let store = makeStore(environment)
    store.send(.factButtonTapped)
    store.receive(.factResponse(.success("Main"))) { $0.fact = "Main" }
  }
}
