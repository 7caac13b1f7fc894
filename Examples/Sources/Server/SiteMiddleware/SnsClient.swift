// SPDX-License-Identifier: MIT

internal import Lockstep

/// A client that registers devices with a notification service.
public struct SnsClient: Sendable {
  /// A device.
  public struct Device: Equatable, Sendable {
    /// Whether the device runs a development build.
    public var isSandbox: Bool

    /// The token that the system assigned to the device.
    public var token: String

    /// Creates a device.
    public init(isSandbox: Bool, token: String) {
      self.isSandbox = isSandbox
      self.token = token
    }
  }

  /// Registers a device and returns its address for notifications.
  public var createPlatformEndpoint: @Sendable (Device) async throws -> String

  /// Creates a client from its endpoint.
  public init(createPlatformEndpoint: @escaping @Sendable (Device) async throws -> String) {
    self.createPlatformEndpoint = createPlatformEndpoint
  }

  /// A client that reports every use.
  public static let failing = Self(
    createPlatformEndpoint: unimplemented("SnsClient.createPlatformEndpoint")
  )

  /// A client that registers nothing and returns the token with the prefix `arn:local:`.
  public static let noop = Self(createPlatformEndpoint: { "arn:local:\($0.token)" })
}
