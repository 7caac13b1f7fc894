// SPDX-License-Identifier: MIT

/// The dimensions in which a test must assert everything that a feature does.
///
/// ```swift
/// store.exhaustivity = .all.subtracting(.fireAndForgetEffects)
/// store.withExhaustivity(.off) {
///   store.send(.onAppear)
///   store.receive(/AppFeature.Action.loaded)
/// }
/// ```
///
/// Isolation: any thread.
///
/// Complexity: O(1).
public struct Exhaustivity: OptionSet, Sendable, Hashable {
  /// The dimensions as bits.
  public let rawValue: UInt8

  /// Creates a set from bits.
  ///
  /// - Parameter rawValue: The dimensions as bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Each change of the state.
  ///
  /// Without it, the closure of a step receives the state after the step, and only the values that it
  /// sets are asserted.
  public static let stateChanges = Self(rawValue: 1)

  /// Each action that effects send.
  ///
  /// Without it, `receive` passes over actions that it does not expect, and the remaining ones are
  /// skipped.
  public static let receivedActions = Self(rawValue: 2)

  /// The absence, at the end, of running effects and of tasks that effects have started and left behind.
  ///
  /// Without it, effects that are running at the end are cancelled, and tasks left behind run on.
  public static let runningEffects = Self(rawValue: 4)

  /// Each fire-and-forget effect.
  ///
  /// Without it, they need not be asserted.
  public static let fireAndForgetEffects = Self(rawValue: 8)

  /// Each output, and each request to be dismissed, for which the feature has no parent in the test.
  ///
  /// Without it, they need not be asserted.
  public static let outputs = Self(rawValue: 16)

  /// All dimensions, which a test store begins with.
  public static let all: Self = [
    .stateChanges, .receivedActions, .runningEffects, .fireAndForgetEffects, .outputs,
  ]

  /// None of the dimensions.
  public static let off: Self = []
}
