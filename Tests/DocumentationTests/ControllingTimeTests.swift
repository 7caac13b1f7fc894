// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Lockstep
import LockstepTesting
import Testing

// The blocks of `Sources/Lockstep/Lockstep.docc/Articles/ControllingTime.md`.

enum Round {
  struct State: Equatable {
    var guess = ""
    var isChecking = false
    var secondsLeft = 0
  }

  enum Action: Equatable {
    case checked
    case guessChanged(String)
    case startButtonTapped
    case ticked
  }

  struct Environment: Sendable {
    var check: @Sendable (String) async -> Void
    var mainQueue: SchedulerOf<DispatchQueue>
  }

  struct TimerID: Hashable {}
  struct GuessID: Hashable {}

  static let reducer = Reducer<State, Action, Environment> { round, action, environment in
    switch action {
    case .startButtonTapped:
      round.secondsLeft = 60
      return Effect.timer(id: TimerID(), every: 1, on: environment.mainQueue)
        .map { _ in .ticked }
    case .ticked:
      round.secondsLeft -= 1
      return round.secondsLeft == 0 ? .cancel(id: TimerID()) : .none
    case .guessChanged(let guess):
      round.guess = guess
      round.isChecking = true
      return .task {
        await environment.check(guess)
        return .checked
      }
      .debounce(id: GuessID(), for: 0.3, scheduler: environment.mainQueue)
    case .checked:
      round.isChecking = false
      return .none
    }
  }
}

@Test func `a round ends when its time is over`() {
  let mainQueue = DispatchQueue.test
  let store = TestStore(
    initialState: Round.State(),
    reducer: Round.reducer,
    environment: Round.Environment(check: { _ in }, mainQueue: mainQueue)
  )
  store.send(.startButtonTapped) { $0.secondsLeft = 60 }
  store.send(.guessChanged("bl")) {
    $0.guess = "bl"
    $0.isChecking = true
  }
  mainQueue.advance(by: 0.2)
  store.send(.guessChanged("blob")) { $0.guess = "blob" }
  mainQueue.advance(by: 0.3)
  store.receive(.checked) { $0.isChecking = false }
  mainQueue.advance(by: 1)
  store.receive(.ticked) { $0.secondsLeft = 59 }
  store.withExhaustivity(.off) {
    mainQueue.advance(by: 59)
    store.skipReceived()
  }
  #expect(store.state == Round.State(guess: "blob", secondsLeft: 0))
}

func reminder(_ environment: Round.Environment) -> Effect<String, Never> {
  .run { send in
    try? await environment.mainQueue.sleep(for: 2)
    send("Still there?")
    for await _ in environment.mainQueue.timer(interval: 10) {
      send("Hello?")
    }
  }
}

@Suite struct ControllingTimeTests {
  @Test func `an asynchronous effect waits on the same scheduler`() {
    let mainQueue = DispatchQueue.test
    let environment = Round.Environment(
      check: { _ in },
      mainQueue: mainQueue
    )
    let store = TestStore(
      initialState: [],
      reducer: Reducer<[String], String, Void> { texts, action, _ in
        texts.append(action)
        switch texts.count {
        case 1: return reminder(environment).cancellable(id: Round.TimerID())
        case 3: return .cancel(id: Round.TimerID())
        default: return .none
        }
      },
      environment: ()
    )
    store.send("Start") { $0 = ["Start"] }
    mainQueue.advance(by: 2)
    store.receive("Still there?") { $0.append("Still there?") }
    mainQueue.advance(by: 10)
    store.receive("Hello?") { $0.append("Hello?") }
  }

  @Test func `the date of a test scheduler advances with its time`() {
    let runLoop = RunLoop.test
    runLoop.advance(by: 60)
    #expect(runLoop.now.date == Date(timeIntervalSince1970: 60))
  }
}
