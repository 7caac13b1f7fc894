// SPDX-License-Identifier: MIT

/// The turns that a journal keeps, and the states after them.
///
/// Isolation: any thread.
public struct JournalKeeping: Sendable {
  enum States {
    case all
    case checkpoints
    /// The last ones, as many as have together about as many values as the budget.
    case withinBudget
  }

  /// The number of turns that are kept; `nil` for all.
  let turnLimit: Int?
  let states: States

  /// The last turns, with the state after each.
  ///
  /// - Parameter count: The number of turns, at least one.
  /// - Returns: The rule.
  public static func last(_ count: Int) -> Self {
    Self(turnLimit: max(1, count), states: .all)
  }

  /// All turns, with the state after each: memory grows with each turn.
  ///
  /// In a debug build, the journal also records which child has set a part; see ``StoreJournal/why(_:)``.
  public static var unlimited: Self { Self(turnLimit: nil, states: .all) }

  /// The last turns, with the state after at most eight of them, which are at least 256 turns apart.
  ///
  /// It is for states that are large where they change. The states between are not known: there,
  /// ``StoreJournal/state(after:)`` returns `nil`.
  ///
  /// - Parameter count: The number of turns, at least one.
  /// - Returns: The rule.
  public static func checkpoints(turns count: Int = 1_000) -> Self {
    Self(turnLimit: max(1, count), states: .checkpoints)
  }

  /// The last 1,000 turns.
  ///
  /// Small states are kept after each of these turns, larger ones after fewer. Of a state with
  /// thousands of values only the last is kept, because keeping another one costs a copy in each step.
  @usableFromInline static var test: Self { Self(turnLimit: 1_000, states: .withinBudget) }

  /// The number of values that the states of a test have together, about.
  private static let budget = 5_000

  /// Returns the number of states to keep, of which a value is one.
  func stateLimit(for state: Any) -> Int {
    max(1, min(turnLimit ?? .max, Self.budget / Self.size(of: state)))
  }

  /// Returns about how many values a value consists of; takes the elements of a collection for alike.
  private static func size(of value: Any) -> Int {
    var size = 1
    var parts: [(value: Any, count: Int)] = [(value, 1)]
    // Of a value that is wide, this is the beginning.
    for _ in 0..<100 {
      guard let part = parts.popLast() else { break }
      // The most frequent ones, whose mirrors would take time.
      if part.value is Int || part.value is String || part.value is Bool { continue }
      let mirror = Mirror(reflecting: part.value)
      let isAlike = [.collection, .set, .dictionary].contains(mirror.displayStyle)
      let count = min(part.count * mirror.children.count, budget)
      size += count
      let children = mirror.children.prefix(isAlike ? 1 : 100)
      parts += children.map { ($0.value, isAlike ? count : part.count) }
    }
    return size
  }

  /// The number of turns from one kept state to the next.
  var stateInterval: Int {
    guard states == .checkpoints, let turnLimit else { return 1 }
    return max(256, turnLimit / 8 + (turnLimit % 8 == 0 ? 0 : 1))
  }

  /// The number of effects that have ended and are kept; `nil` for all.
  var effectLimit: Int? { turnLimit.map { $0 > .max / 4 ? .max / 4 : max(1_000, 4 * $0) } }
}
