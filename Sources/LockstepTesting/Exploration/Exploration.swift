// SPDX-License-Identifier: MIT

internal import Lockstep

/// What an exploration has tried.
///
/// ```swift
/// let exploration = explore {
///   let store = TestStore(initialState: SearchState(), reducer: searchReducer, environment: .test)
///   store.send(.bothTapped)
///   store.skipReceived()
/// }
/// #expect(exploration.distinctOrders > 1)
/// ```
public struct Exploration: Sendable, Hashable, CustomStringConvertible {
  /// The maximum number of distinct orders that are counted.
  static let countedOrders = 10_000

  /// The number of schedules that have run, each of which was a different one.
  public internal(set) var schedules = 0

  /// The number of different orders in which the stores have taken actions: at most 10,000, beyond which they are
  /// not counted.
  public internal(set) var distinctOrders = 0

  /// Whether two effects were ever under way at the same time.
  public internal(set) var hadOverlappingEffects = false

  /// Whether no other schedule exists: there was nothing else to choose, or every order has been tried.
  public internal(set) var isComplete = false

  /// Whether a schedule has failed.
  public internal(set) var hasFailed = false

  /// What was tried, in words.
  public var description: String {
    let tried =
      if hasFailed {
        "One of \(counted(schedules, "schedule")) fails"
      } else if isComplete {
        schedules == 1 ? "The only order passes" : "All \(schedules) orders pass"
      } else {
        "\(counted(schedules, "order")) \(schedules == 1 ? "passes" : "pass"), there are more"
      }
    let distinct =
      distinctOrders < Self.countedOrders ? "\(distinctOrders)" : "at least \(distinctOrders)"
    return """
      \(tried). \(hadOverlappingEffects ? "Effects overlapped" : "No two effects were ever under way at once"), \
      and there \(distinctOrders == 1 ? "was \(distinct) order" : "were \(distinct) different orders") of actions.
      """
  }
}
