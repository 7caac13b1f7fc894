// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// The order in which successors of cancelled effects with one id begin.
@Suite struct RestartOrderTests {
  typealias Numbers = Effect<Int, Never>

  private enum Action: Sendable {
    case start(Numbers)
    case value(Int)
  }

  private let store = ManualStore<[Int], Action>(
    initialState: [],
    reducer: Reducer { numbers, action, _ in
      switch action {
      case .start(let effect): return effect.map(Action.value)
      case .value(let number):
        numbers.append(number)
        return .none
      }
    },
    environment: ()
  )

  /// Effects that cancel all effects with the id, alone or within other effects.
  private static let ends: [Numbers] = [
    .cancel(id: "id"),
    .cancel(ids: ["other", "id"]),
    .merge(.cancel(id: "id"), .fireAndForget {}),
    .fireAndForget {}.cancellable(id: "id", cancelInFlight: true),
    .concatenate(.fireAndForget {}, .fireAndForget {}.cancellable(id: "id", cancelInFlight: true)),
  ]

  @Test(arguments: ends.indices)
  func `the successors of several cancelled effects begin in order`(index: Int) {
    for number in 1...3 {
      store.send(
        .start(
          .concatenate(
            .run { _ in AnyCancellable {} }.cancellable(id: "id"),
            .fireAndForget {}.cancellable(id: "id", cancelInFlight: true),
            Numbers(value: number)
          )
        )
      )
    }
    store.send(.start(Self.ends[index]))
    #expect(store.store.state == [1, 2, 3])
  }

  @Test func `a part that waits for a scheduler ends in the same order as any other part`() {
    let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))
    /// Runs one timer after another, and records each timer but the first.
    @Sendable func timers(_ name: String, _ count: Int, _ log: Recorder<[String]>) -> Numbers {
      let timer = Effect.timer(id: "id", every: 1, on: clock).map { _ in 0 }
      guard count > 1 else { return timer }
      return .concatenate(
        timer,
        .lazy {
          log.update { $0.append(name) }
          return timers(name, count - 1, log)
        }
      )
    }
    func order(_ operation: (Numbers) -> Numbers) -> [String] {
      let log = Recorder<[String]>([])
      let part = operation(Numbers(value: 1).debounce(id: "id", for: 1, scheduler: clock))
      let store = ManualStore<[Int], Action>(
        initialState: [],
        reducer: Reducer { _, action, _ in
          if case .start(let effect) = action { effect.map(Action.value) } else { .none }
        },
        environment: ()
      )
      store.send(.start(timers("first", 3, log)))
      store.send(
        .start(
          .concatenate(
            part.cancellable(id: "id", cancelInFlight: true),
            timers("second", 3, log)
          )
        )
      )
      return log.value
    }
    let expected = order { $0 }
    #expect(expected == ["first", "first"])
    #expect(order { $0.delay(for: 1, scheduler: clock) } == expected)
    #expect(order { $0.receive(on: clock) } == expected)
  }
}
