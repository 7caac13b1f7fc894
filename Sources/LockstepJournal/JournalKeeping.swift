// SPDX-License-Identifier: MIT

/// The turns that a journal keeps, and the states after them.
///
/// Isolation: any thread.
public struct JournalKeeping: Sendable {
  enum States {
    case all
    case checkpoints
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
  public static var unlimited: Self { Self(turnLimit: nil, states: .all) }

  /// The last 1,000 turns, with the state after at most eight of them, for states that are large where they change.
  public static var checkpoints: Self { .checkpoints(turns: 1_000) }

  /// The last turns, with the state after at most eight of them, which are at least 256 turns apart.
  ///
  /// The states between are not known: there, ``Journal/state(after:)`` returns `nil`.
  ///
  /// - Parameter count: The number of turns, at least one.
  /// - Returns: The rule.
  public static func checkpoints(turns count: Int) -> Self {
    Self(turnLimit: max(1, count), states: .checkpoints)
  }

  /// The number of turns from one kept state to the next.
  var stateInterval: Int {
    guard states == .checkpoints, let turnLimit else { return 1 }
    return max(256, turnLimit / 8 + (turnLimit % 8 == 0 ? 0 : 1))
  }

  /// The number of effects that have ended and are kept; `nil` for all.
  var effectLimit: Int? { turnLimit.map { $0 > .max / 4 ? .max / 4 : max(1_000, 4 * $0) } }
}
