// SPDX-License-Identifier: MIT

/// The rule for the turns and states that a journal keeps.
///
/// Isolation: any thread.
public struct JournalKeeping: Sendable {
  enum States {
    case all
    case checkpoints
    /// The last states whose total number of values is about the budget.
    case withinBudget
  }

  let turnLimit: Int?
  let states: States

  /// Keeps the last turns, with the state after each.
  ///
  /// - Parameter count: The number of turns, at least one.
  /// - Returns: The rule.
  public static func last(_ count: Int) -> Self {
    Self(turnLimit: max(1, count), states: .all)
  }

  /// All turns, with the state after each, so that memory use grows with every turn.
  ///
  /// In a debug build, the journal also records which child changed a part of the state. See ``StoreJournal/why(_:)``.
  public static var unlimited: Self { Self(turnLimit: nil, states: .all) }

  /// Keeps the last turns, with at most eight states that are at least 256 turns apart.
  ///
  /// Use this rule for states that are expensive to copy when they change. For turns without a state,
  /// ``StoreJournal/state(after:)`` returns `nil`.
  ///
  /// - Parameter count: The number of turns, at least one.
  /// - Returns: The rule.
  public static func checkpoints(turns count: Int = 1_000) -> Self {
    Self(turnLimit: max(1, count), states: .checkpoints)
  }

  /// The last 1,000 turns, with as many states as the budget allows, because each kept state costs a copy per turn.
  @usableFromInline static var test: Self { Self(turnLimit: 1_000, states: .withinBudget) }

  private static let budget = 5_000

  func stateLimit(for state: Any) -> Int {
    max(1, min(turnLimit ?? .max, Self.budget / Self.size(of: state)))
  }

  /// Estimates the number of values in a value, assuming that all elements of a collection are alike.
  private static func size(of value: Any) -> Int {
    var size = 1
    var parts: [(value: Any, count: Int)] = [(value, 1)]
    for _ in 0..<100 {
      guard let part = parts.popLast() else { break }
      // The most frequent types do not need a slow mirror.
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

  var stateInterval: Int {
    guard states == .checkpoints, let turnLimit else { return 1 }
    return max(256, turnLimit / 8 + (turnLimit % 8 == 0 ? 0 : 1))
  }

  var effectLimit: Int? { turnLimit.map { $0 > .max / 4 ? .max / 4 : max(1_000, 4 * $0) } }
}
