// SPDX-License-Identifier: MIT

package import Lockstep

/// The schedules that an exploration has tried, and how far they differed.
///
/// ```swift
/// let exploration = explore {
///   let store = TestStore(
///     initialState: Search.State(),
///     reducer: Search.reducer,
///     environment: .both
///   )
///   store.send(.bothTapped)
///   store.skipReceived()
/// }
/// #expect(exploration.distinctOrders > 1)
/// ```
public struct Exploration: Sendable, Hashable, CustomStringConvertible {
  /// The maximum number of distinct orders that are counted.
  static let countedOrders = 10_000

  /// The number of schedules that have run; among all orders, without those that turned out to exchange only steps
  /// that cannot affect each other.
  public internal(set) var schedules = 0

  /// The number of different orders in which the stores have taken actions: at most 10,000, beyond which they are
  /// not counted.
  ///
  /// Actions that are not `Equatable` are compared by their descriptions.
  public internal(set) var distinctOrders = 0

  /// A Boolean value that indicates whether an effect was ever under way while another one was started or cancelled.
  public internal(set) var hadOverlappingEffects = false

  /// A Boolean value that indicates whether no other schedule exists: there was nothing else to choose, or every
  /// order has been tried.
  public internal(set) var isComplete = false

  /// Whether all orders were to be tried, rather than some at random.
  var isSearch = false

  /// Whether a schedule has failed.
  package internal(set) var hasFailed = false

  /// The choices of the schedule that was tried last.
  package internal(set) var lastChoices: [ScheduleChoices.Choice] = []

  /// The result as text.
  public var description: String {
    let distinct =
      distinctOrders < Self.countedOrders ? "\(distinctOrders)" : "at least \(distinctOrders)"
    return """
      \(outcome). \(hadOverlappingEffects ? "Effects overlapped" : "No two effects overlapped"), \
      and there \(distinctOrders == 1 ? "was 1 order" : "were \(distinct) different orders") of actions.
      """
  }

  private var outcome: String {
    let noun = isSearch ? "order" : "schedule"
    guard hasFailed == false else { return "Of \(counted(schedules, noun)), not all pass" }
    guard isComplete == false else {
      return schedules == 1 ? "The only \(noun) passes" : "All \(schedules) \(noun)s pass"
    }
    let passing = "\(counted(schedules, noun)) \(schedules == 1 ? "passes" : "pass")"
    return isSearch ? "\(passing), there are more" : passing
  }
}
