// SPDX-License-Identifier: MIT

// A search whose answers may overtake each other, and the same search without that mistake.

internal import Foundation
internal import Lockstep
internal import Synchronization

/// A topic to search for.
enum SearchTopic: String, CaseIterable, Sendable {
  case cats
  case dogs
  case birds
}

struct SearchState: Equatable, Sendable {
  /// The answer that is shown.
  var answer: SearchTopic?
  var isSearching = false
  /// The topic of the last search.
  var topic: SearchTopic?
}

enum SearchAction: Equatable, Sendable {
  case answered(SearchTopic)
  case searchTapped(SearchTopic)
}

struct SearchEnvironment: Sendable {
  /// Sends the answer, which takes its time.
  var search: @Sendable (SearchTopic) -> Effect<SearchTopic, Never>
}

/// Shows each answer when it comes, even if it is the answer to an older search.
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

/// The same, but each search cancels the one before.
let fixedSearchReducer = Reducer(around: brokenSearchReducer) { state, action, environment, run in
  struct SearchID: Hashable {}

  let effect = run(&state, action, environment)
  guard case .searchTapped = action else { return effect }
  return effect.cancellable(id: SearchID(), cancelInFlight: true)
}

extension SearchEnvironment {
  /// A server whose answers take 100 to 900 milliseconds.
  ///
  /// - Parameters:
  ///   - seed: Determines how long each answer takes.
  ///   - clock: The scheduler that measures the time.
  /// - Returns: The environment of a search that asks the server.
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
