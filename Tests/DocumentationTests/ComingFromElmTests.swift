// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTesting
import Testing

// The blocks of `Sources/Lockstep/Lockstep.docc/Articles/ComingFromElm.md`.

struct Clicks: Equatable {
  var count = 0
  var dice: Int?
}

enum ClicksAction: Equatable {
  case clicked
  case rolled(Int)
  case rollButtonTapped
}

struct ClicksEnvironment: Sendable {
  var roll: @Sendable () -> Int
}

let clicksReducer = Reducer<Clicks, ClicksAction, ClicksEnvironment> {
  clicks,
  action,
  environment in
  switch action {
  case .clicked:
    clicks.count += 1
    return .none
  case .rollButtonTapped:
    return .sync { .rolled(environment.roll()) }
  case .rolled(let dice):
    clicks.dice = dice
    return .none
  }
}

struct Watch: Equatable {
  var seconds = 0
}

enum WatchAction: Equatable {
  case started
  case ticked
}

struct WatchTimer: Hashable {}

let watchReducer = Reducer<Watch, WatchAction, SchedulerOf<DispatchQueue>> {
  watch,
  action,
  mainQueue in
  switch action {
  case .started:
    return Effect.timer(id: WatchTimer(), every: 1, on: mainQueue).map { _ in .ticked }
  case .ticked:
    watch.seconds += 1
    return .none
  }
}

struct Desk: Equatable {
  var watch: Watch?
}

enum DeskAction: Equatable {
  case putAway
  case watch(WatchAction)
}

let deskReducer = Reducer<Desk, DeskAction, SchedulerOf<DispatchQueue>>.combine(
  watchReducer
    .optional()
    .pullback(state: \.watch, action: /DeskAction.watch),
  Reducer { desk, action, _ in
    if action == .putAway { desk.watch = nil }
    return .none
  }
)

@Test func `a stopped watch stops ticking`() {
  let mainQueue = DispatchQueue.test
  let store = TestStore(
    initialState: Desk(watch: Watch()),
    reducer: deskReducer,
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
    initialState: Clicks(),
    reducer: clicksReducer,
    environment: ClicksEnvironment(roll: { 6 })
  )
  store.send(.clicked) { $0.count = 1 }
  store.send(.rollButtonTapped)
  store.receive(.rolled(6)) { $0.dice = 6 }
}
