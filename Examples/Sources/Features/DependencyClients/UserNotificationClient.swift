// SPDX-License-Identifier: MIT

public import Lockstep

/// A client of the player's permission to show notifications.
public struct UserNotificationClient: Sendable {
  /// The status of the player's permission.
  public enum AuthorizationStatus: Equatable, Sendable {
    case authorized

    case denied

    case notDetermined

    /// Notifications arrive quietly until the player decides.
    case provisional
  }

  /// The player's notification settings.
  public struct Settings: Equatable, Sendable {
    /// The status of the player's permission.
    public var authorizationStatus: AuthorizationStatus

    /// Creates settings.
    public init(authorizationStatus: AuthorizationStatus) {
      self.authorizationStatus = authorizationStatus
    }
  }

  /// The permitted forms of notifications.
  public struct AuthorizationOptions: OptionSet, Sendable {
    /// One bit for each option.
    public let rawValue: Int

    /// Creates options from their bits.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// Notifications can show an alert.
    public static let alert = Self(rawValue: 1)

    /// Notifications can play a sound.
    public static let sound = Self(rawValue: 2)
  }

  /// Sends the player's settings.
  public var getNotificationSettings: Effect<Settings, Never>

  /// Requests permission, and sends whether the player granted it.
  public var requestAuthorization: @Sendable (AuthorizationOptions) -> Effect<Bool, any Error>

  /// Creates a client from its endpoints.
  public init(
    getNotificationSettings: Effect<Settings, Never>,
    requestAuthorization: @escaping @Sendable (AuthorizationOptions) -> Effect<Bool, any Error>
  ) {
    self.getNotificationSettings = getNotificationSettings
    self.requestAuthorization = requestAuthorization
  }
}

extension UserNotificationClient {
  /// A client that reports an issue for every call.
  public static let failing = Self(
    getNotificationSettings: .failing(
      "UserNotificationClient.getNotificationSettings is unimplemented"
    ),
    requestAuthorization: { _ in
      .failing("UserNotificationClient.requestAuthorization is unimplemented")
    }
  )

  /// A client that sends and requests nothing.
  public static let noop = Self(
    getNotificationSettings: .none,
    requestAuthorization: { _ in .none }
  )
}
