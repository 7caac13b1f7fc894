// SPDX-License-Identifier: MIT

internal import Lockstep

/// Registers devices with a service that sends notifications.
public struct SnsClient: Sendable {
  /// A device.
  public struct Device: Equatable, Sendable {
    /// Whether it runs a development build.
    public var isSandbox: Bool

    /// The address that its system gave it.
    public var token: String

    /// A device by its address.
    public init(isSandbox: Bool, token: String) {
      self.isSandbox = isSandbox
      self.token = token
    }
  }

  /// Registers a device, and returns where notifications for it are sent.
  public var createPlatformEndpoint: @Sendable (Device) async throws -> String

  /// A client by its one endpoint.
  public init(createPlatformEndpoint: @escaping @Sendable (Device) async throws -> String) {
    self.createPlatformEndpoint = createPlatformEndpoint
  }

  /// A client that must not be used.
  public static let failing = Self(
    createPlatformEndpoint: unimplemented("SnsClient.createPlatformEndpoint")
  )

  /// A client that registers nothing: an address is the token after `arn:local:`.
  public static let noop = Self(createPlatformEndpoint: { "arn:local:\($0.token)" })
}
