// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

private enum Action: Sendable {
  indirect case start(Effect<Action, Never>)
  case startWithinATurn(Effect<Action, Never>)
  case value(Int)
}

/// Effects that a reducer returns without an enclosing operator.
@Suite @MainActor struct EffectStartTests {
  enum Way: CaseIterable {
    case fromRest, withinATurn
  }

  @MainActor private final class Run {
    private(set) var store: Store<[Int], Action>?

    init() {
      store = Store(
        initialState: [],
        reducer: Reducer { [weak self] values, action, _ in
          switch action {
          case .start(let effect):
            return effect
          case .startWithinATurn(let effect):
            return .fireAndForget {
              MainActor.assumeIsolated { _ = self?.store?.send(.start(effect)) }
            }
          case .value(let value):
            values.append(value)
            return .none
          }
        },
        environment: ()
      )
    }

    func callAsFunction(_ way: Way, _ effect: Effect<Action, Never>) -> [Int] {
      store?.send(way == .fromRest ? .start(effect) : .startWithinATurn(effect))
      return store?.state ?? []
    }
  }

  private static let selfCancelling: [(String, Effect<Action, Never>)] = [
    (
      "values around the cancel",
      .concatenate(
        Effect(value: .value(1)),
        .cancel(id: "id"),
        Effect(value: .value(2))
      )
    ),
    ("a task after the cancel", .concatenate(.cancel(id: "id"), .task { .value(3) })),
    ("a task beside the cancel", .merge(.task { .value(4) }, .cancel(id: "id"))),
    (
      "a part that cancels those in flight",
      .merge(
        Effect(value: .value(5)),
        Effect(value: .value(6)).cancellable(id: "id", cancelInFlight: true)
      )
    ),
  ]

  @Test(arguments: Way.allCases)
  func `an effect that cancels its own id is cancelled in each way of starting it`(way: Way) {
    for (name, effect) in Self.selfCancelling {
      let values = Run()(way, effect.cancellable(id: "id"))
      #expect(values == [], "\(name)")
    }
  }

  @Test(arguments: Way.allCases)
  func `an effect that cancels another id continues`(way: Way) {
    let effect = Effect<Action, Never>.concatenate(.cancel(id: "other"), .task { .value(1) })
    #expect(Run()(way, effect.cancellable(id: "id")) == [1])
  }

  @Test(arguments: Way.allCases)
  func `cancelling the id of a single effect cancels it`(way: Way) {
    let subject = Subject<Int, Never>()
    let run = Run()
    _ = run(way, subject.effect.map(Action.value).cancellable(id: 1))
    run.store?.send(.startWithinATurn(.fireAndForget { subject.send(1) }))
    #expect(run.store?.state == [1])
    run.store?.send(.start(.cancel(id: 1)))
    run.store?.send(.startWithinATurn(.fireAndForget { subject.send(2) }))
    #expect(run.store?.state == [1])
  }

  @Test func `an effect that follows a task is not cancelled`() async {
    let isCancelled = Recorder<[Bool]>([])
    for suspends in [false, true] {
      let effect = Effect<Int, Never>.concatenate(
        .task {
          if suspends { await Task.yield() }
          return 1
        },
        .fireAndForget { isCancelled.update { $0.append(Task.isCancelled) } }
      )
      for await _ in effect.values() {}
    }
    #expect(isCancelled.value == [false, false])
  }
}
