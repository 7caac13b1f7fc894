// SPDX-License-Identifier: MIT

public import Lockstep

/// A client that registers the device for push notifications.
public struct RemoteNotificationsClient: Sendable {
  /// Registers this device for push notifications.
  public var register: @Sendable () -> Effect<Never, Never>

  /// Creates a client from its endpoints.
  public init(register: @escaping @Sendable () -> Effect<Never, Never>) {
    self.register = register
  }
}

extension RemoteNotificationsClient {
  /// A client that reports an issue for every call.
  public static let failing = Self(
    register: { .failing("RemoteNotificationsClient.register is unimplemented") }
  )

  /// A client that does nothing.
  public static let noop = Self(register: { .none })
}
