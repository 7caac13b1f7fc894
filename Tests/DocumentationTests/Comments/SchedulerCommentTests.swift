// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTesting
import Testing

/// The examples in the comments of `Sources/Lockstep/Schedulers`.
@Suite struct SchedulerCommentTests {
  enum Search {
    struct Environment {
      var mainQueue: SchedulerOf<DispatchQueue>
    }
  }

  @Test func `a test moves the time`() {
    let issues = withReportedIssues {
      let mainQueue = DispatchQueue.test
      let store = TestStore(
        initialState: Search.State(),
        reducer: Search.reducer,
        environment: Search.Environment(mainQueue: mainQueue)
      )
      store.send(.queryChanged("a"))
      mainQueue.advance(by: 0.3)
      store.receive(.searchResponse([]))
    }
    // The example says nothing of the state.
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("+   query: \"a\"") == true)
  }

  struct ApiClient: Sendable {
    var load: @Sendable () -> Effect<Int, Never>
  }

  struct ApiEnvironment: Sendable {
    var apiClient: ApiClient
    var mainQueue: SchedulerOf<DispatchQueue>
  }

  enum LoadAction: Equatable {
    case appeared
    case loadResponse(Int)
  }

  private static func load(_ environment: ApiEnvironment) -> Effect<LoadAction, Never> {
    typealias Action = LoadAction
    return environment.apiClient.load()
      .receive(on: environment.mainQueue.animation(.easeIn))
      .map(Action.loadResponse)
  }

  @Test @MainActor func `an action carries its animation through a scheduler`() {
    let store = Store(
      initialState: 0,
      reducer: Reducer<Int, LoadAction, ApiEnvironment> { state, action, environment in
        guard case .loadResponse(let value) = action else { return Self.load(environment) }
        state = value
        return .none
      },
      environment: ApiEnvironment(
        apiClient: ApiClient(load: { Effect(value: 7) }),
        mainQueue: .immediate
      )
    )
    var animations: [StoreAnimation?] = []
    let observation = store.observe { _, change in animations.append(change.animation) }
    store.send(.appeared)
    #expect(store.state == 7)
    #expect(animations.last == .easeIn)
    observation.cancel()
  }

  @Test func `any clock makes a scheduler`() {
    let scheduler = ContinuousClock().eraseToAnyScheduler()
    let first = scheduler.now
    #expect(first <= scheduler.now)
  }

  enum TimerAction: Equatable {
    case started
    case timerFinished
    case timerTicked
  }

  @Test func `an asynchronous effect sleeps on a scheduler`() {
    let reducer = Reducer<Int, TimerAction, Search.Environment> { state, action, environment in
      guard action == .started else { return .none }
      return .task {
        try await environment.mainQueue.sleep(for: 0.5)
        return .timerFinished
      }
    }
    let mainQueue = DispatchQueue.test
    let store = TestStore(
      initialState: 0,
      reducer: reducer,
      environment: Search.Environment(mainQueue: mainQueue)
    )
    store.send(.started)
    mainQueue.advance(by: 0.5)
    store.receive(.timerFinished)
  }

  @Test func `an asynchronous effect waits for ticks`() {
    let reducer = Reducer<Int, TimerAction, Search.Environment> { state, action, environment in
      if action == .started {
        return .run { send in
          for await _ in environment.mainQueue.timer(interval: 1) {
            send(.timerTicked)
          }
        }
        .cancellable(id: "timer")
      }
      state += 1
      return state == 2 ? .cancel(id: "timer") : .none
    }
    let mainQueue = DispatchQueue.test
    let store = TestStore(
      initialState: 0,
      reducer: reducer,
      environment: Search.Environment(mainQueue: mainQueue)
    )
    store.send(.started)
    mainQueue.advance(by: 2)
    store.receive(.timerTicked) { $0 = 1 }
    store.receive(.timerTicked) { $0 = 2 }
  }

  @Test func `a scheduler has a clock`() async throws {
    let environment = Search.Environment(mainQueue: .immediate)
    let clock = environment.mainQueue.clock
    try await clock.sleep(for: .seconds(1))
    #expect(clock.now == environment.mainQueue.now)
  }

  @Test func `an environment accepts a test scheduler without conversion`() {
    let live = Search.Environment(mainQueue: .main)
    let scheduler = DispatchQueue.test
    let test = Search.Environment(mainQueue: scheduler)
    scheduler.advance(by: 1)
    #expect(test.mainQueue.now == scheduler.now)
    #expect(live.mainQueue.now != test.mainQueue.now)
  }

  @Test func `an environment has any scheduler`() {
    let shown = values {
      Search.Environment(mainQueue: .immediate)
      Search.Environment(mainQueue: DispatchQueue.main.eraseToAnyScheduler())
    }
    #expect(shown.count == 2)
    let issues = withReportedIssues {
      failing().mainQueue.schedule {}
    }
    #expect(
      issues.map(\.message) == ["mainQueue - A failing scheduler was asked to run work at once."]
    )
  }

  private func failing() -> Search.Environment {
    Search.Environment(mainQueue: .failing("mainQueue"))
  }

  @Test func `a number of seconds can be used as a scheduler stride`() {
    let shown = values {
      let delay: SchedulerStride = 0.5
      delay == .milliseconds(500)  // true
    }
    #expect(shown.first as? Bool == true)
  }
}

extension SchedulerCommentTests.Search {
  struct DebounceID: Hashable {}

  struct State: Equatable {
    var query = ""
  }

  enum Action: Equatable {
    case queryChanged(String)
    case searchResponse([String])
  }

  static let reducer = Reducer<State, Action, Environment> { state, action, environment in
    guard case .queryChanged(let query) = action else { return .none }
    state.query = query
    return Effect(value: .searchResponse([]))
      .debounce(id: DebounceID(), for: 0.3, scheduler: environment.mainQueue)
  }
}
