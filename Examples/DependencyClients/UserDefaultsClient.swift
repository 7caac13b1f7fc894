// SPDX-License-Identifier: MIT

public import Lockstep

/// Small values that stay on the device from one start of the game to the next.
public struct UserDefaultsClient: Sendable {
  /// The number stored under a key; 0 if there is none.
  public var doubleForKey: @Sendable (String) -> Double

  /// Stores a number under a key.
  public var setDouble: @Sendable (Double, String) -> Effect<Never, Never>

  /// A client made of its endpoints.
  public init(
    doubleForKey: @escaping @Sendable (String) -> Double,
    setDouble: @escaping @Sendable (Double, String) -> Effect<Never, Never>
  ) {
    self.doubleForKey = doubleForKey
    self.setDouble = setDouble
  }

  /// Answers a number for one key; other keys are answered as before.
  ///
  /// - Parameters:
  ///   - value: The number.
  ///   - key: The key; of several overrides of one key the last counts.
  public mutating func override(double value: Double, forKey key: String) {
    doubleForKey = { [doubleForKey] in $0 == key ? value : doubleForKey($0) }
  }
}

extension UserDefaultsClient {
  /// Reports each endpoint that is used, with its key.
  public static let failing = Self(
    doubleForKey: { unimplemented("UserDefaultsClient.doubleForKey(\($0))", placeholder: 0) },
    setDouble: { _, key in .failing("UserDefaultsClient.setDouble(\(key)) is unimplemented") }
  )

  /// Stores nothing, so that nothing is found.
  public static let noop = Self(
    doubleForKey: { _ in 0 },
    setDouble: { _, _ in .none }
  )
}
