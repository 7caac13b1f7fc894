// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTesting
import Testing

// The blocks of `Sources/Lockstep/Lockstep.docc/Articles/ComingFromElm.md`.

enum Clicks {
  struct State: Equatable {
    var count = 0
    var dice: Int?
  }

  enum Action: Equatable {
    case clicked
    case rolled(Int)
    case rollButtonTapped
  }

  struct Environment: Sendable {
    var roll: @Sendable () -> Int
  }

  static let reducer = Reducer<State, Action, Environment> { state, action, environment in
    switch action {
    case .clicked:
      state.count += 1
    case .rollButtonTapped:
      return .sync { .rolled(environment.roll()) }
    case .rolled(let dice):
      state.dice = dice
    }
    return .none
  }
}

enum Watch {
  struct State: Equatable {
    var seconds = 0
  }

  enum Action: Equatable {
    case started
    case ticked
  }

  struct TimerID: Hashable {}

  static let reducer = Reducer<State, Action, SchedulerOf<DispatchQueue>> {
    state,
    action,
    mainQueue in
    switch action {
    case .started:
      return Effect.timer(id: TimerID(), every: 1, on: mainQueue).map { _ in .ticked }
    case .ticked:
      state.seconds += 1
      return .none
    }
  }
}

enum Desk {
  struct State: Equatable {
    var watch: Watch.State?
  }

  enum Action: Equatable {
    case putAway
    case watch(Watch.Action)
  }

  static let reducer = Reducer<State, Action, SchedulerOf<DispatchQueue>>.combine(
    Watch.reducer
      .optional()
      .pullback(state: \.watch, action: /Action.watch),
    .withoutEffects { state, action in
      if action == .putAway { state.watch = nil }
    }
  )
}

@Test func `a stopped watch stops ticking`() {
  let mainQueue = DispatchQueue.test
  let store = TestStore(
    initialState: Desk.State(watch: Watch.State()),
    reducer: Desk.reducer,
    environment: mainQueue
  )
  store.send(.watch(.started))
  mainQueue.advance(by: 1)
  store.receive(.watch(.ticked)) { $0.watch?.seconds = 1 }
  store.send(.putAway) { $0.watch = nil }
  mainQueue.run()
}

@Test func `a click shows the number of the dice`() {
  let store = TestStore(
    initialState: Clicks.State(),
    reducer: Clicks.reducer,
    environment: Clicks.Environment(roll: { 6 })
  )
  store.send(.clicked) { $0.count = 1 }
  store.send(.rollButtonTapped)
  store.receive(.rolled(6)) { $0.dice = 6 }
}
