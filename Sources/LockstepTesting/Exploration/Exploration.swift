// SPDX-License-Identifier: MIT

package import Lockstep

/// The result of an exploration: the number of schedules and the differences between them.
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
  static let countedOrders = 10_000

  /// The number of schedules that ran.
  ///
  /// A search through all orders does not count an order that only exchanges independent steps of another order.
  public internal(set) var schedules = 0

  /// The number of distinct action orders, up to 10,000.
  ///
  /// Actions that are not `Equatable` are compared by their descriptions.
  public internal(set) var distinctOrders = 0

  /// A Boolean value that indicates whether an effect started or was cancelled while another effect was running.
  public internal(set) var hadOverlappingEffects = false

  /// A Boolean value that indicates whether the exploration tried every possible order.
  public internal(set) var isComplete = false

  var isSearch = false

  package internal(set) var hasFailed = false

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
