// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

@Suite struct AnimationTests {
  private enum Action: Equatable {
    case load
    case loaded(Int)
    case followUp
    case task
    case mixed
    case timer
    case tick
  }

  /// A store that records the animation of each change.
  private final class Watched {
    let store: ManualStore<[String], Action>
    var animations: [StoreAnimation?] = []
    private var observation: StoreObservation?

    init(_ scheduler: AnySchedulerOf<RunLoop>) {
      store = ManualStore(
        initialState: [],
        reducer: Reducer { state, action, scheduler in
          state.append("\(action)")
          switch action {
          case .load:
            return Effect(value: .loaded(1)).receive(on: scheduler.animation(.easeIn))
          case .loaded(1):
            return Effect(value: .followUp)
          case .loaded, .followUp, .tick:
            return .none
          case .task:
            return Effect.task { .loaded(2) }
              .delay(for: 1, scheduler: scheduler.animation(StoreAnimation(.linear, duration: 2)))
          case .mixed:
            return .merge(
              Effect(value: .loaded(3)).receive(on: scheduler.animation()),
              Effect(value: .loaded(4)).receive(on: scheduler),
              Effect(value: .loaded(5)).receive(on: scheduler.animation(nil)),
              Effect(value: .loaded(6)).receive(
                on: scheduler.animation(.easeOut).animation(.linear)
              )
            )
          case .timer:
            return Effect.timer(id: 1, every: 1, on: scheduler.animation()).map { _ in Action.tick }
          }
        },
        environment: scheduler
      )
      observation = store.store.observe { [unowned self] _, change in
        animations.append(change.animation)
      }
    }
  }

  @Test func `an animation applies to the change of its action, but not to actions that follow`() {
    let watched = Watched(.immediate)
    watched.store.send(.load)
    #expect(watched.store.store.state == ["load", "loaded(1)", "followUp"])
    #expect(watched.animations == [nil, nil, .easeIn, nil])
  }

  @Test func `an animated scheduler keeps the time and the order of its scheduler`() {
    let clock = RunLoop.test
    let watched = Watched(clock.eraseToAnyScheduler())
    watched.store.send(.task)
    watched.store.send(.load)
    clock.advance()
    clock.advance(by: 0.5)
    #expect(watched.store.store.state == ["task", "load", "loaded(1)", "followUp"])
    clock.advance(by: 0.5)
    #expect(watched.store.store.state.last == "loaded(2)")
    #expect(
      watched.animations == [nil, nil, nil, .easeIn, nil, StoreAnimation(.linear, duration: 2)]
    )
  }

  @Test func `each tick of an animated timer has the animation`() {
    let clock = RunLoop.test
    let watched = Watched(clock.eraseToAnyScheduler())
    watched.store.send(.timer)
    clock.advance(by: 2)
    #expect(watched.store.store.state == ["timer", "tick", "tick"])
    #expect(watched.animations == [nil, nil, .default, .default])
  }

  @Test func `each action has its own animation, and the outermost animation wins`() {
    let watched = Watched(.immediate)
    watched.store.send(.mixed)
    #expect(
      watched.store.store.state
        == ["mixed", "loaded(3)", "loaded(4)", "loaded(5)", "loaded(6)"]
    )
    #expect(watched.animations == [nil, nil, .default, nil, nil, .linear])
  }

  @Test func `send passes an animation from a store, from a scope and within a turn`() {
    let watched = Watched(.immediate)
    let store = watched.store.store
    store.send(.followUp, animation: .easeOut)
    store.scope(state: \.self).send(.followUp, animation: .linear)
    store.send(.followUp, animation: nil)
    let observation = store.observe { [unowned store] state, _ in
      if state.count == 4 { store.send(.tick, animation: .easeIn) }
    }
    store.send(.followUp)
    #expect(watched.animations == [nil, .easeOut, .linear, nil, nil, .easeIn])
    #expect(store.state == ["followUp", "followUp", "followUp", "followUp", "tick"])
    observation.cancel()
  }

  @Test func `the effects of an animated action can be cancelled and awaited`() async {
    let clock = RunLoop.test
    let watched = Watched(clock.eraseToAnyScheduler())
    let task = watched.store.store.send(.task, animation: .easeOut)
    task.cancel()
    await task.finish()
    clock.advance(by: 1)
    #expect(watched.store.store.state == ["task"])
    #expect(watched.animations == [nil, .easeOut])
  }

  @Test func `animations have names and compare by value`() {
    #expect(StoreAnimation.default == StoreAnimation(.easeInOut, duration: 0.35))
    #expect(StoreAnimation.easeInOut == .default)
    #expect(
      [StoreAnimation.easeIn, .easeInOut, .easeOut, .linear].map(\.name)
        == ["easeIn", "easeInOut", "easeOut", "linear"]
    )
    #expect(StoreAnimation(.linear, duration: 1) != .linear)
  }
}
