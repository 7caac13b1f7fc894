// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import Testing

struct CounterState: Equatable { var count = 0; var fact: String? }
enum CounterAction: Equatable { case increment, factTapped, fact(String), start, tick }
struct CounterEnv: Sendable { var fact: @Sendable (Int) -> Effect<String, URLError>; var loop: AnySchedulerOf<RunLoop> }
let counterReducer = Reducer<CounterState, CounterAction, CounterEnv>.combine(
  Reducer { state, action, environment in
    switch action {
    case .increment: state.count += 1; return .none
    case .factTapped:
      return environment.fact(state.count).receive(on: environment.loop.animation(.easeIn))
        .catchToEffect().compactMap { try? $0.get() }.map(CounterAction.fact)
    case .fact(let fact): state.fact = fact; return Effect(value: .increment)
    case .start: return Effect.timer(id: "t", every: 1, on: environment.loop).map { _ in .tick }
    case .tick: state.count += 10; return state.count > 30 ? .cancel(id: "t") : .none
    }
  }
)

@MainActor @Suite struct StoreSmoke {
  @Test func basics() async {
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
    while store.fact == nil { clock.advance(); await Task.yield() }
    await task.finish()
    #expect(store.state == CounterState(count: 2, fact: "fact 1"))
    store.send(.start)
    clock.advance(by: 10)
    while store.count < 32 { await Task.yield() }
    #expect(store.count == 32)
  }
}
