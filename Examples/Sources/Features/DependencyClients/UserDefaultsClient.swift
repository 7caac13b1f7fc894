// SPDX-License-Identifier: MIT

public import Lockstep
internal import Synchronization

/// A client that stores small values across launches of the game.
public struct UserDefaultsClient: Sendable {
  /// Returns the Boolean value of a key, or false if it has none.
  public var boolForKey: @Sendable (String) -> Bool

  /// Returns the number of a key, or 0 if it has none.
  public var doubleForKey: @Sendable (String) -> Double

  /// Removes the value of a key.
  public var remove: @Sendable (String) -> Effect<Never, Never>

  /// Stores a Boolean value for a key.
  public var setBool: @Sendable (Bool, String) -> Effect<Never, Never>

  /// Stores a number for a key.
  public var setDouble: @Sendable (Double, String) -> Effect<Never, Never>

  /// Creates a client from its endpoints.
  public init(
    boolForKey: @escaping @Sendable (String) -> Bool,
    doubleForKey: @escaping @Sendable (String) -> Double,
    remove: @escaping @Sendable (String) -> Effect<Never, Never>,
    setBool: @escaping @Sendable (Bool, String) -> Effect<Never, Never>,
    setDouble: @escaping @Sendable (Double, String) -> Effect<Never, Never>
  ) {
    self.boolForKey = boolForKey
    self.doubleForKey = doubleForKey
    self.remove = remove
    self.setBool = setBool
    self.setDouble = setDouble
  }

  /// Overrides the Boolean value of one key.
  ///
  /// - Parameters:
  ///   - value: The Boolean value.
  ///   - key: The key. If it is overridden several times, the last override applies.
  public mutating func override(bool value: Bool, forKey key: String) {
    boolForKey = { [boolForKey] in $0 == key ? value : boolForKey($0) }
  }

  /// Overrides the number of one key.
  ///
  /// - Parameters:
  ///   - value: The number.
  ///   - key: The key. If it is overridden several times, the last override applies.
  public mutating func override(double value: Double, forKey key: String) {
    doubleForKey = { [doubleForKey] in $0 == key ? value : doubleForKey($0) }
  }
}

extension UserDefaultsClient {
  /// A client that reports an issue for every call, including the key.
  public static let failing = Self(
    boolForKey: { unimplemented("UserDefaultsClient.boolForKey(\($0))", placeholder: false) },
    doubleForKey: { unimplemented("UserDefaultsClient.doubleForKey(\($0))", placeholder: 0) },
    remove: { .failing("UserDefaultsClient.remove(\($0)) is unimplemented") },
    setBool: { _, key in .failing("UserDefaultsClient.setBool(\(key)) is unimplemented") },
    setDouble: { _, key in .failing("UserDefaultsClient.setDouble(\(key)) is unimplemented") }
  )

  /// A client that stores nothing.
  public static let noop = Self(
    boolForKey: { _ in false },
    doubleForKey: { _ in 0 },
    remove: { _ in .none },
    setBool: { _, _ in .none },
    setDouble: { _, _ in .none }
  )

  /// Returns a client that keeps values in memory.
  ///
  /// A Boolean value and a number for the same key replace each other.
  public static func inMemory() -> Self {
    let defaults = InMemoryDefaults()
    return Self(
      boolForKey: { defaults[$0] == .bool(true) },
      doubleForKey: { key in
        guard case .double(let value) = defaults[key] else { return 0 }
        return value
      },
      remove: { key in
        .fireAndForget(name: "UserDefaultsClient.remove") { defaults[key] = nil }
      },
      setBool: { value, key in
        .fireAndForget(name: "UserDefaultsClient.setBool") { defaults[key] = .bool(value) }
      },
      setDouble: { value, key in
        .fireAndForget(name: "UserDefaultsClient.setDouble") { defaults[key] = .double(value) }
      }
    )
  }
}

private final class InMemoryDefaults: Sendable {
  enum Value: Equatable {
    case bool(Bool)
    case double(Double)
  }

  private let values = Mutex<[String: Value]>([:])

  subscript(key: String) -> Value? {
    get { values.withLock { $0[key] } }
    set { values.withLock { $0[key] = newValue } }
  }
}
