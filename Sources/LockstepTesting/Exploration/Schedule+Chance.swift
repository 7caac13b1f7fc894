// SPDX-License-Identifier: MIT

public import Lockstep

/// Random draws from the schedule, which let a test double respond late, fail or vary its results.
///
/// ```swift
/// explore {
///   let schedule = Schedule.current
///   let store = TestStore(
///     initialState: Search.State(),
///     reducer: Search.reducer,
///     environment: Search.Environment(
///       first: { schedule.pick(from: ["a", "b"]) },
///       second: { schedule.fails(oneIn: 4) ? nil : "c" }
///     )
///   )
///   store.send(.bothTapped)
///   store.skipReceived()
/// }
/// ```
///
/// A draw is one of the exploration's choices. The same seed produces the same draws, and ``Schedules/every(limit:)``
/// tries every outcome. In FIFO order, outside of an exploration, and for a schedule other than ``current``, each
/// method returns a fixed value.
///
/// Isolation: any thread, in the task of the body and in the effects of its stores.
extension Schedule {
  /// Returns a duration in steps of one eighth of the maximum, or zero in FIFO order.
  ///
  /// If the exploration tries every order, the duration is zero, half of the maximum, or the maximum.
  ///
  /// - Parameter longest: The maximum duration. If it is negative, the result is negative or zero.
  /// - Returns: The duration.
  public func delay(upTo longest: SchedulerStride) -> SchedulerStride {
    guard let choices else { return .zero }
    let parts = choices.isTraced ? 2 : 8
    let part = choices.draw(among: parts + 1)
    return part == parts ? longest : .nanoseconds(longest.nanoseconds / Int64(parts) * Int64(part))
  }

  /// Returns a Boolean value that indicates whether an operation fails, on average once in `count` calls.
  ///
  /// In FIFO order, the operation never fails.
  ///
  /// - Parameter count: The average number of calls for each failure. If it is less than two, every call fails in an
  ///   exploration.
  /// - Returns: `true` if the operation fails.
  public func fails(oneIn count: Int = 2) -> Bool {
    guard let choices else { return false }
    guard count > 1 else { return true }
    return choices.draw(among: choices.isTraced ? 2 : count) == 1
  }

  /// Returns an element of a collection, or the first element in FIFO order.
  ///
  /// - Parameter values: The collection.
  /// - Returns: An element, or `nil` if the collection is empty.
  /// - Complexity: O(1) for a random-access collection, or else O(*n*).
  public func pick<Values: Collection>(from values: Values) -> Values.Element? {
    guard let choices, values.isEmpty == false else { return values.first }
    return values[values.index(values.startIndex, offsetBy: choices.draw(among: values.count))]
  }

  /// A new random number generator, seeded by the schedule.
  ///
  /// In FIFO order, and if the exploration tries every order, the seed is zero.
  public var generator: SplitMix64 {
    SplitMix64(seed: choices?.drawWord() ?? 0)
  }
}
