// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep

/// Both searches, with the same buttons.
struct RaceState: Equatable, Sendable {
  var broken = SearchState()
  var fixed = SearchState()
}

enum RaceAction: Equatable, Sendable {
  case broken(SearchAction)
  case fixed(SearchAction)
  case searchTapped(SearchTopic)
}

/// A server for each of the searches; both servers take the same time for the same search.
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
    // In one turn, so that nothing comes between the two.
    let effects = [
      broken(.searchTapped(topic), &state), fixed(.searchTapped(topic), &state),
    ]
    return .merge(effects)
  }
}

/// Three searches and their answers, at times that only a seed determines.
struct RaceSchedule: Equatable, Sendable {
  /// Something that happens to the searches.
  struct Step: Equatable, Sendable {
    var action: RaceAction
    /// When it happens, from the start of the schedule.
    var milliseconds: Int64
    /// The state that it leads to.
    var state: RaceState
  }

  let seed: UInt64
  let steps: [Step]

  /// Runs the schedule of a seed, in virtual time.
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

  /// Whether the searches show different answers at the end.
  var endsDifferently: Bool {
    guard let end = steps.last?.state else { return false }
    return end.broken != end.fixed
  }

  /// The schedule of the first seed, from 1 to a limit, that ends differently; nil if there is none.
  static func firstDifference(upTo limit: UInt64) -> Self? {
    for seed in 1...limit {
      let schedule = Self(seed: seed)
      if schedule.endsDifferently { return schedule }
    }
    return nil
  }
}
