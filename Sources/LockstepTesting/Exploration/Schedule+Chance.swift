// SPDX-License-Identifier: MIT

public import Lockstep

/// Draws from the schedule, so that a test double can be late, fail, or vary.
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
/// A draw is a choice of the exploration like any other: the same seed draws the same, and
/// ``Schedules/every(limit:)`` tries every outcome. In FIFO order, outside of an exploration and for a schedule
/// that is not ``current``, each method returns the value that it names for that.
///
/// Isolation: any thread, in the task of the body and in the effects of its stores.
extension Schedule {
  /// Returns a length of time, in eighths of the longest one; in FIFO order, zero.
  ///
  /// Among all orders it is zero, half of the longest one, or the longest one.
  ///
  /// - Parameter longest: The longest time; if it is negative, so is the result.
  /// - Returns: The time.
  public func delay(upTo longest: SchedulerStride) -> SchedulerStride {
    guard let choices else { return .zero }
    let parts = choices.isTraced ? 2 : 8
    let part = choices.draw(among: parts + 1)
    return part == parts ? longest : .nanoseconds(longest.nanoseconds / Int64(parts) * Int64(part))
  }

  /// Returns whether something fails: once in so many times; in FIFO order, never.
  ///
  /// - Parameter count: The number of times; if it is less than two, everything fails in an exploration.
  /// - Returns: Whether it fails.
  public func fails(oneIn count: Int = 2) -> Bool {
    guard let choices else { return false }
    guard count > 1 else { return true }
    return choices.draw(among: choices.isTraced ? 2 : count) == 1
  }

  /// Returns one of several values; in FIFO order, the first one.
  ///
  /// - Parameter values: The values.
  /// - Returns: One of them, or `nil` if there is none.
  /// - Complexity: O(1) for a random-access collection, or else O(*n*).
  public func pick<Values: Collection>(from values: Values) -> Values.Element? {
    guard let choices, values.isEmpty == false else { return values.first }
    return values[values.index(values.startIndex, offsetBy: choices.draw(among: values.count))]
  }

  /// A random number generator that the schedule seeds.
  ///
  /// In FIFO order, and when an exploration tries every order, the seed is zero.
  ///
  /// Each use of this property returns a new generator.
  public var generator: SplitMix64 {
    SplitMix64(seed: choices?.drawWord() ?? 0)
  }
}
