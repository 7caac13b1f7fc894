// SPDX-License-Identifier: MIT

public import Lockstep

/// A device's permission for notifications.
///
/// Future systems can add values.
///
/// Source: <https://developer.apple.com/documentation/usernotifications/unauthorizationstatus>
public struct PushAuthorizationStatus: Codable, Hashable, RawRepresentable, Sendable {
  /// The number that the system uses for the status.
  public var rawValue: Int

  /// Creates a status from its number.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The system has not asked the user.
  public static let notDetermined = Self(rawValue: 0)

  /// The user denied notifications.
  public static let denied = Self(rawValue: 1)

  /// The user allowed notifications.
  public static let authorized = Self(rawValue: 2)

  /// The system has not asked the user, and delivers notifications quietly.
  public static let provisional = Self(rawValue: 3)
}

/// A kind of notification.
public enum PushNotificationType: String, CaseIterable, Codable, Hashable, Sendable {
  /// A daily challenge that the player started ends soon.
  case dailyChallengeEndsSoon

  /// The result of a daily challenge.
  case dailyChallengeReport

  /// Decodes `dailyChallengeEndsSoon` or `dailyChallengeReport`.
  public init(from decoder: any Decoder) throws {
    try self.init(caseFrom: decoder)
  }
}

/// A player's setting for one kind of notification.
public struct PushSetting: Codable, Hashable, Sendable {
  /// The kind of notification.
  public var notificationType: PushNotificationType

  /// Whether the player receives these notifications.
  public var sendNotifications: Bool

  /// Creates a setting.
  public init(notificationType: PushNotificationType, sendNotifications: Bool) {
    self.notificationType = notificationType
    self.sendNotifications = sendNotifications
  }
}

/// A device's push token, as the device registers it with the server.
public struct RegisterPushToken: Codable, Hashable, Sendable {
  private enum CodingKeys: CodingKey {
    case authorizationStatus
    case build
    case token
  }

  /// The device's permission for notifications.
  public var authorizationStatus: PushAuthorizationStatus

  /// The build of the game on the device.
  public var build: BuildNumber

  /// The push token from the system.
  public var token: String

  /// Creates a registration.
  public init(
    authorizationStatus: PushAuthorizationStatus = .provisional,
    build: BuildNumber = 0,
    token: String
  ) {
    self.authorizationStatus = authorizationStatus
    self.build = build
    self.token = token
  }

  /// Decodes a token of at most ``Bounds/pushToken`` bytes.
  ///
  /// The status defaults to provisional, and the build to 0.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      authorizationStatus: try container.decodeIntegerIfPresent(forKey: .authorizationStatus)
        .map(PushAuthorizationStatus.init(rawValue:)) ?? .provisional,
      build: try container.decodeIntegerIfPresent(forKey: .build)
        .map(BuildNumber.init(rawValue:)) ?? 0,
      token: try container.decodeText(forKey: .token, upTo: Bounds.pushToken)
    )
  }
}
