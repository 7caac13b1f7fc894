// SPDX-License-Identifier: MIT

public import Lockstep

/// The player's leave to show notifications on this device.
public struct UserNotificationClient: Sendable {
  /// Whether the player allows notifications.
  public enum AuthorizationStatus: Equatable, Sendable {
    /// The player allowed them.
    case authorized

    /// The player refused them.
    case denied

    /// The player was not asked yet.
    case notDetermined

    /// They come quietly, until the player decides.
    case provisional
  }

  /// The player's settings for notifications.
  public struct Settings: Equatable, Sendable {
    /// Whether the player allows them.
    public var authorizationStatus: AuthorizationStatus

    /// Settings with a status.
    public init(authorizationStatus: AuthorizationStatus) {
      self.authorizationStatus = authorizationStatus
    }
  }

  /// The permitted forms of notifications.
  public struct AuthorizationOptions: OptionSet, Sendable {
    /// One bit for each option.
    public let rawValue: Int

    /// Options by their bits.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// It may show a text.
    public static let alert = Self(rawValue: 1)

    /// It may be heard.
    public static let sound = Self(rawValue: 2)
  }

  /// Sends what the player set.
  public var getNotificationSettings: Effect<Settings, Never>

  /// Asks the player to allow notifications, and sends whether they did.
  public var requestAuthorization: @Sendable (AuthorizationOptions) -> Effect<Bool, any Error>

  /// A client made of its endpoints.
  public init(
    getNotificationSettings: Effect<Settings, Never>,
    requestAuthorization: @escaping @Sendable (AuthorizationOptions) -> Effect<Bool, any Error>
  ) {
    self.getNotificationSettings = getNotificationSettings
    self.requestAuthorization = requestAuthorization
  }
}

extension UserNotificationClient {
  /// Reports each endpoint that is used.
  public static let failing = Self(
    getNotificationSettings: .failing(
      "UserNotificationClient.getNotificationSettings is unimplemented"
    ),
    requestAuthorization: { _ in
      .failing("UserNotificationClient.requestAuthorization is unimplemented")
    }
  )

  /// Knows of no settings and asks for nothing.
  public static let noop = Self(
    getNotificationSettings: .none,
    requestAuthorization: { _ in .none }
  )
}
