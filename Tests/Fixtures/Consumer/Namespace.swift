// SPDX-License-Identifier: MIT

// Features as enums without cases, one in the other, with an output, a scheduler and hooks.

import Dispatch
import Lockstep

package nonisolated enum Egg {
  package struct State: Equatable, Sendable {
    package var seconds = 0

    package init() {}
  }

  package enum Action: FeatureAction, Equatable {
    case startTapped
    case ticked

    package enum Output: Equatable, Sendable {
      case done(seconds: Int)
    }
  }

  package struct Environment: Sendable {
    package var clock: SchedulerOf<DispatchQueue> = .failing("Egg.Environment.clock")

    package init() {}
  }

  private struct TimerID: Hashable, Sendable {}

  package static let reducer = Reducer<State, Action, Environment> { state, action, environment in
    switch action {
    case .startTapped:
      return Effect.timer(id: TimerID(), every: 1, on: environment.clock).map { _ in .ticked }
    case .ticked:
      state.seconds += 1
      guard state.seconds == 3 else { return .none }
      return .merge(.cancel(id: TimerID()), .output(.done(seconds: state.seconds)), .dismiss)
    }
  }
}

package nonisolated enum Kitchen {
  package struct State: Equatable, Sendable {
    package var egg: Egg.State?
    package var done = 0

    package init() {}
  }

  package enum Action: Equatable, Sendable {
    case egg(PresentationAction<Egg.Action>)
    case timerTapped
  }

  package static let reducer = Reducer<State, Action, Egg.Environment> { state, action, _ in
    if action == .timerTapped { state.egg = Egg.State() }
    return .none
  }
  .presenting(\.egg, action: /Action.egg, Egg.reducer)
  .onOutput(of: Egg.Action.self) { output, state, _, _ in
    if case .done(let seconds) = output { state.done += seconds }
    return .none
  }
}
