// SPDX-License-Identifier: MIT

public import Lockstep

/// The device's connection to the service that pushes notifications to it.
public struct RemoteNotificationsClient: Sendable {
  /// Asks the service to push notifications to this device.
  public var register: @Sendable () -> Effect<Never, Never>

  /// A client made of its endpoint.
  public init(register: @escaping @Sendable () -> Effect<Never, Never>) {
    self.register = register
  }
}

extension RemoteNotificationsClient {
  /// Reports each endpoint that is used.
  public static let failing = Self(
    register: { .failing("RemoteNotificationsClient.register is unimplemented") }
  )

  /// Registers nowhere.
  public static let noop = Self(register: { .none })
}
