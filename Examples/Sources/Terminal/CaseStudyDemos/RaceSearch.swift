// SPDX-License-Identifier: MIT

// A search whose responses can arrive out of order, and the same search without that bug.

internal import Foundation
internal import Lockstep
internal import Synchronization

enum SearchTopic: String, CaseIterable, Sendable {
  case cats
  case dogs
  case birds
}

struct SearchState: Equatable, Sendable {
  var answer: SearchTopic?
  var isSearching = false
  var topic: SearchTopic?
}

enum SearchAction: Equatable, Sendable {
  case answered(SearchTopic)
  case searchTapped(SearchTopic)
}

struct SearchEnvironment: Sendable {
  /// Sends the answer after a delay.
  var search: @Sendable (SearchTopic) -> Effect<SearchTopic, Never>
}

/// Shows every answer when it arrives, even if it belongs to an older search.
let brokenSearchReducer = Reducer<SearchState, SearchAction, SearchEnvironment> {
  state,
  action,
  environment in
  switch action {
  case .answered(let topic):
    state.answer = topic
    state.isSearching = false
    return .none

  case .searchTapped(let topic):
    state.topic = topic
    state.isSearching = true
    return environment.search(topic).map(SearchAction.answered)
  }
}

/// The same search, except that each search cancels the previous one.
let fixedSearchReducer = Reducer(around: brokenSearchReducer) { state, action, environment, run in
  struct SearchID: Hashable {}

  let effect = run(&state, action, environment)
  guard case .searchTapped = action else { return effect }
  return effect.cancellable(id: SearchID(), cancelInFlight: true)
}

extension SearchEnvironment {
  /// A server that responds after 100 to 900 milliseconds, depending on the seed.
  static func demo(seed: UInt64, scheduler clock: SchedulerOf<RunLoop>) -> Self {
    let random = Mutex(SplitMix64(seed: seed))
    return Self { topic in
      .lazy {
        let delay = random.withLock { 100 * (1 + $0.next() % 9) }
        return Effect(value: topic).delay(for: .milliseconds(delay), scheduler: clock)
      }
    }
  }
}
