// SPDX-License-Identifier: MIT

import Foundation
import Lockstep

/// A small feature with one of each: a counter, a fact from outside, a ticking timer, saving.
struct CounterState: Equatable {
  var count = 0
  var fact: String?
  var history: [Int] = []
}

enum CounterAction: Equatable {
  case decrementAndIncrement
  case factButtonTapped
  case factResponse(Result<String, FactError>)
  case incrementButtonTapped
  case saveButtonTapped
  case startButtonTapped
  case stopButtonTapped
  case timerTicked
}

struct FactError: Error, Equatable {
  var code = 1
}

struct CounterEnvironment: Sendable {
  var fact: @Sendable (Int) -> Effect<String, FactError>
  var mainQueue: SchedulerOf<DispatchQueue>
  var save: @Sendable (Int) -> Effect<Never, Never>

  static let failing = Self(
    fact: { .failing("CounterEnvironment.fact(\($0)) is unimplemented") },
    mainQueue: .failing("mainQueue"),
    save: { .failing("CounterEnvironment.save(\($0)) is unimplemented") }
  )
}

struct TimerID: Hashable {}

let counterReducer = Reducer<CounterState, CounterAction, CounterEnvironment> {
  state,
  action,
  environment in
  switch action {
  case .decrementAndIncrement:
    state.count -= 1
    return Effect(value: .incrementButtonTapped)

  case .factButtonTapped:
    return environment.fact(state.count)
      .receive(on: environment.mainQueue)
      .catchToEffect()
      .map(CounterAction.factResponse)

  case .factResponse(.success(let fact)):
    state.fact = fact
    return .none

  case .factResponse(.failure):
    state.fact = nil
    return .none

  case .incrementButtonTapped:
    state.history.append(state.count)
    state.count += 1
    return .none

  case .saveButtonTapped:
    return environment.save(state.count).fireAndForget()

  case .startButtonTapped:
    return Effect.timer(id: TimerID(), every: 1, on: environment.mainQueue)
      .map { _ in .timerTicked }

  case .stopButtonTapped:
    return .cancel(id: TimerID())

  case .timerTicked:
    state.count += 1
    return .none
  }
}
