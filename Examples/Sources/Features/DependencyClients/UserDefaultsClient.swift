// SPDX-License-Identifier: MIT

public import Lockstep
internal import Synchronization

/// Small values that stay on the device from one start of the game to the next.
public struct UserDefaultsClient: Sendable {
  /// The truth stored under a key; false if there is none.
  public var boolForKey: @Sendable (String) -> Bool

  /// The number stored under a key; 0 if there is none.
  public var doubleForKey: @Sendable (String) -> Double

  /// Forgets what is stored under a key.
  public var remove: @Sendable (String) -> Effect<Never, Never>

  /// Stores a truth under a key.
  public var setBool: @Sendable (Bool, String) -> Effect<Never, Never>

  /// Stores a number under a key.
  public var setDouble: @Sendable (Double, String) -> Effect<Never, Never>

  /// A client made of its endpoints.
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

  /// Answers a truth for one key; other keys are answered as before.
  ///
  /// - Parameters:
  ///   - value: The truth.
  ///   - key: The key; of several overrides of one key the last counts.
  public mutating func override(bool value: Bool, forKey key: String) {
    boolForKey = { [boolForKey] in $0 == key ? value : boolForKey($0) }
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
    boolForKey: { unimplemented("UserDefaultsClient.boolForKey(\($0))", placeholder: false) },
    doubleForKey: { unimplemented("UserDefaultsClient.doubleForKey(\($0))", placeholder: 0) },
    remove: { .failing("UserDefaultsClient.remove(\($0)) is unimplemented") },
    setBool: { _, key in .failing("UserDefaultsClient.setBool(\(key)) is unimplemented") },
    setDouble: { _, key in .failing("UserDefaultsClient.setDouble(\(key)) is unimplemented") }
  )

  /// Stores nothing, so that nothing is found.
  public static let noop = Self(
    boolForKey: { _ in false },
    doubleForKey: { _ in 0 },
    remove: { _ in .none },
    setBool: { _, _ in .none },
    setDouble: { _, _ in .none }
  )

  /// Stores values until the program ends; a truth and a number under one key replace each other.
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
