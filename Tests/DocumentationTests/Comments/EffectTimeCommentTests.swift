// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTesting
import Testing

/// The examples in the comments of `Sources/Lockstep/Effects`: operators that wait.
@Suite struct EffectTimeCommentTests {
  struct SearchID: Hashable {}

  struct ScrollID: Hashable {}

  struct TimerID: Hashable {}

  struct TimeEnvironment: Sendable {
    var mainQueue: SchedulerOf<DispatchQueue>
  }

  @Test func `throttling saves the last position of each second`() {
    enum Action: Equatable {
      case savePosition(Int)
      case scrolled(Int)
    }
    let reducer = Reducer<Int, Action, TimeEnvironment> { state, action, environment in
      switch action {
      case .scrolled(let offset):
        return Effect(value: .savePosition(offset))
          .throttle(id: ScrollID(), for: 1, scheduler: environment.mainQueue, latest: true)
      case .savePosition(let position):
        state = position
        return .none
      }
    }
    let mainQueue = DispatchQueue.test
    let store = TestStore(
      initialState: 0,
      reducer: reducer,
      environment: TimeEnvironment(mainQueue: mainQueue)
    )
    store.send(.scrolled(1))
    mainQueue.advance()
    store.receive(.savePosition(1)) { $0 = 1 }
    store.send(.scrolled(2))
    store.send(.scrolled(3))
    mainQueue.advance(by: 1)
    store.receive(.savePosition(3)) { $0 = 3 }
    mainQueue.advance(by: 1)
  }

  @Test func `a timer runs until it is stopped`() {
    enum Action: Equatable {
      case startButtonTapped
      case stopButtonTapped
      case timerTicked
    }
    let reducer = Reducer<Int, Action, TimeEnvironment> { state, action, environment in
      switch action {
      case .startButtonTapped:
        return Effect.timer(id: TimerID(), every: 1, on: environment.mainQueue)
          .map { _ in .timerTicked }
      case .stopButtonTapped:
        return .cancel(id: TimerID())
      case .timerTicked:
        state += 1
        return .none
      }
    }
    let mainQueue = DispatchQueue.test
    let store = TestStore(
      initialState: 0,
      reducer: reducer,
      environment: TimeEnvironment(mainQueue: mainQueue)
    )
    store.send(.startButtonTapped)
    mainQueue.advance(by: 2)
    store.receive(.timerTicked) { $0 = 1 }
    store.receive(.timerTicked) { $0 = 2 }
    store.send(.stopButtonTapped)
    mainQueue.advance(by: 2)
  }

  enum Search {
    struct State: Equatable {
      var query = ""
    }

    enum Action: Equatable {
      case queryChanged(String)
      case response([String])
    }

    struct Environment: Sendable {
      var mainQueue: SchedulerOf<DispatchQueue>
      var search: @Sendable (String) -> Effect<[String], Never>
    }
  }

  @Test func `a search waits until the user stops typing`() {
    let reducer = Reducer<Search.State, Search.Action, Search.Environment> {
      state,
      action,
      environment in
      switch action {
      case .queryChanged(let query):
        state.query = query
        return environment.search(query)
          .debounce(id: SearchID(), for: 0.3, scheduler: environment.mainQueue)
          .map(Search.Action.response)
      case .response:
        return .none
      }
    }
    let mainQueue = DispatchQueue.test
    let store = TestStore(
      initialState: Search.State(),
      reducer: reducer,
      environment: Search.Environment(
        mainQueue: mainQueue,
        search: { Effect(value: [$0]) }
      )
    )
    store.send(.queryChanged("a")) { $0.query = "a" }
    mainQueue.advance(by: 0.2)
    store.send(.queryChanged("ab")) { $0.query = "ab" }
    mainQueue.advance(by: 0.3)
    store.receive(.response(["ab"]))
  }
}
