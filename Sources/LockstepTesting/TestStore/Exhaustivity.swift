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
  /// The bits of the dimensions.
  public let rawValue: UInt8

  /// Creates a set of dimensions from its bits.
  ///
  /// - Parameter rawValue: The bits of the dimensions.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Every state change.
  ///
  /// Without this dimension, the closure of a step receives the state after the step, and the test asserts only the
  /// values that the closure sets.
  public static let stateChanges = Self(rawValue: 1)

  /// Every action that an effect sends.
  ///
  /// Without this dimension, `receive` skips actions that it does not expect, and the end of the test skips the
  /// remaining actions.
  public static let receivedActions = Self(rawValue: 2)

  /// The absence of running effects and leftover tasks at the end of the test.
  ///
  /// Without this dimension, the store cancels effects that are running at the end, and leftover tasks keep running.
  public static let runningEffects = Self(rawValue: 4)

  /// Every fire-and-forget effect.
  ///
  /// Without this dimension, the test does not need to assert these effects.
  public static let fireAndForgetEffects = Self(rawValue: 8)

  /// Every output and dismissal request that no parent in the test handles.
  ///
  /// Without this dimension, the test does not need to assert these outputs and requests.
  public static let outputs = Self(rawValue: 16)

  /// All dimensions, the default of a test store.
  public static let all: Self = [
    .stateChanges, .receivedActions, .runningEffects, .fireAndForgetEffects, .outputs,
  ]

  /// No dimensions.
  public static let off: Self = []
}
