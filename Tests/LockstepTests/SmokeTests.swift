// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

struct CounterState: Equatable {
  var count = 0
  var fact: String?
  var list: [Int] = [1, 2, 3]
  var map = ["a": 1, "b": 2]
}
enum CounterAction: Equatable {
  case increment, factTapped
  case fact(String)
  case start, tick, save, loop, asyncLoop
}
struct CounterEnv: Sendable {
  var fact: @Sendable (Int) -> Effect<String, URLError>
  var loop: AnySchedulerOf<RunLoop>
}
let counterReducer = Reducer<CounterState, CounterAction, CounterEnv>.combine(
  Reducer { state, action, environment in
    switch action {
    case .increment:
      state.count += 1
      return .none
    case .factTapped:
      return environment.fact(state.count).receive(on: environment.loop.animation(.easeIn))
        .catchToEffect().compactMap { try? $0.get() }.map(CounterAction.fact)
    case .fact(let fact):
      state.fact = fact
      return Effect(value: .increment)
    case .start: return Effect.timer(id: "t", every: 1, on: environment.loop).map { _ in .tick }
    case .tick:
      state.count += 10
      return state.count > 30 ? .cancel(id: "t") : .none
    case .save:
      return .merge(
        .fireAndForget("save") {},
        Effect<Int, Never>.task {
          await Task.yield()
          return 1
        }.fireAndForget()
      )
    case .loop: return Effect(value: .loop)
    case .asyncLoop:
      return .task {
        await Task.yield()
        return .asyncLoop
      }
    }
  }
)

@Suite struct StoreSmoke {
  @Test @MainActor func basics() async {
    let clock = RunLoop.test
    let store = Store(
      initialState: CounterState(),
      reducer: counterReducer,
      environment: CounterEnv(
        fact: { n in .task { () async throws(URLError) in "fact \(n)" } },
        loop: clock.eraseToAnyScheduler()
      )
    )
    store.send(.increment)
    let task = store.send(.factTapped)
    while store.fact == nil {
      clock.advance()
      await Task.yield()
    }
    await task.finish()
    store.send(.start)
    clock.advance(by: 10)
    while store.count < 32 { await Task.yield() }
    #expect(store.count == 32)
  }
  @Test func testStore() {
    let clock = RunLoop.test
    let store = TestStore(
      initialState: CounterState(),
      reducer: counterReducer,
      environment: CounterEnv(
        fact: { n in
          .task { () async throws(URLError) in
            await Task.yield()
            return "fact \(n)"
          }
        },
        loop: clock.eraseToAnyScheduler()
      )
    )
    store.send(.increment) { $0.count = 1 }
    store.send(.factTapped)
    clock.advance()
    store.receive(.fact("fact 1")) { $0.fact = "fact 1" }
    store.receive(.increment) { $0.count = 2 }
    store.send(.start)
    clock.advance(by: 10)
    store.receive(.tick) { $0.count = 12 }
    store.receive(.tick) { $0.count = 22 }
    store.receive(.tick) { $0.count = 32 }
    store.send(.save)
    store.fireAndForget("save")
    store.fireAndForget()
    store.environment.loop = .immediate
    store.send(.factTapped)
    store.receive(.fact("fact 32")) { $0.fact = "fact 32" }
    store.receive(.increment) { $0.count = 33 }
  }
  @Test func failures() {
    let issues = withReportedIssues {
      let store = TestStore(
        initialState: CounterState(),
        reducer: counterReducer,
        environment: CounterEnv(
          fact: { n in
            .task { () async throws(URLError) in
              await Task.yield()
              return "fact \(n)"
            }
          },
          loop: .failing("mainRunLoop")
        )
      )
      store.send(.increment) {
        $0.count = 2
        $0.list = [1, 4, 3, 5]
        $0.map = ["a": 2, "c": 3]
      }
      store.send(.factTapped)
      store.environment.loop = .immediate
      store.send(.factTapped)
      store.receive(.tick)
      store.fireAndForget()
      store.send(.save)
      store.send(.loop)
      store.send(.asyncLoop)
    }
    for issue in issues { print(issue, "\n") }
  }
}
