// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep

/// The states of both searches.
struct RaceState: Equatable, Sendable {
  var broken = SearchState()
  var fixed = SearchState()
}

enum RaceAction: Equatable, Sendable {
  case broken(SearchAction)
  case fixed(SearchAction)
  case searchTapped(SearchTopic)
}

/// A server for each search, both with the same response times.
struct RaceEnvironment: Sendable {
  var broken: SearchEnvironment
  var fixed: SearchEnvironment

  init(seed: UInt64, clock: SchedulerOf<RunLoop>) {
    broken = .demo(seed: seed, scheduler: clock)
    fixed = .demo(seed: seed, scheduler: clock)
  }
}

let raceReducer = Reducer<RaceState, RaceAction, RaceEnvironment> { state, action, environment in
  func broken(_ action: SearchAction, _ state: inout RaceState) -> Effect<RaceAction, Never> {
    brokenSearchReducer.run(&state.broken, action, environment.broken).map(RaceAction.broken)
  }
  func fixed(_ action: SearchAction, _ state: inout RaceState) -> Effect<RaceAction, Never> {
    fixedSearchReducer.run(&state.fixed, action, environment.fixed).map(RaceAction.fixed)
  }

  switch action {
  case .broken(let action):
    return broken(action, &state)

  case .fixed(let action):
    return fixed(action, &state)

  case .searchTapped(let topic):
    // Both searches start in one turn, so no other action can run between them.
    let effects = [
      broken(.searchTapped(topic), &state), fixed(.searchTapped(topic), &state),
    ]
    return .merge(effects)
  }
}

/// Three searches and their answers at times that depend only on a seed.
struct RaceSchedule: Equatable, Sendable {
  struct Step: Equatable, Sendable {
    var action: RaceAction
    /// The time since the start of the schedule.
    var milliseconds: Int64
    /// The state after the action.
    var state: RaceState
  }

  let seed: UInt64
  let steps: [Step]

  /// Runs the schedule of a seed in virtual time.
  init(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let clock = RunLoop.test
    let start = clock.now
    let manual = ManualStore(
      initialState: RaceState(),
      reducer: raceReducer,
      environment: RaceEnvironment(seed: random.next(), clock: clock)
    )
    var steps: [Step] = []
    let recording = manual.store.record { turn, state in
      guard let action = turn.action as? RaceAction else { return }
      let milliseconds = start.distance(to: clock.now).nanoseconds / 1_000_000
      steps.append(Step(action: action, milliseconds: milliseconds, state: state))
    }
    for topic in SearchTopic.allCases {
      clock.advance(by: .milliseconds(100 * (2 + random.next() % 4)))
      manual.send(.searchTapped(topic))
    }
    clock.run()
    recording.cancel()
    self.seed = seed
    self.steps = steps
  }

  var endsDifferently: Bool {
    guard let end = steps.last?.state else { return false }
    return end.broken != end.fixed
  }

  /// Returns the schedule of the first seed in `1...limit` that ends differently.
  static func firstDifference(upTo limit: UInt64) -> Self? {
    for seed in 1...limit {
      let schedule = Self(seed: seed)
      if schedule.endsDifferently { return schedule }
    }
    return nil
  }
}
