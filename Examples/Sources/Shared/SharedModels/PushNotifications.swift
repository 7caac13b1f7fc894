// SPDX-License-Identifier: MIT

public import Lockstep

/// Whether a device lets the game notify its user; a number that devices count on from time to time.
///
/// Source: <https://developer.apple.com/documentation/usernotifications/unauthorizationstatus>
public struct PushAuthorizationStatus: Codable, Hashable, RawRepresentable, Sendable {
  /// The number.
  public var rawValue: Int

  /// A status by its number.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The user was not asked.
  public static let notDetermined = Self(rawValue: 0)

  /// The user does not want it.
  public static let denied = Self(rawValue: 1)

  /// The user wants it.
  public static let authorized = Self(rawValue: 2)

  /// The user was not asked, and is notified quietly.
  public static let provisional = Self(rawValue: 3)
}

/// The kinds of notifications.
public enum PushNotificationType: String, CaseIterable, Codable, Hashable, Sendable {
  /// A started daily challenge is about to end.
  case dailyChallengeEndsSoon

  /// How a daily challenge ended.
  case dailyChallengeReport

  /// Decodes `dailyChallengeEndsSoon` or `dailyChallengeReport`.
  public init(from decoder: any Decoder) throws {
    try self.init(caseFrom: decoder)
  }
}

/// A setting of a player: whether to be notified of something.
public struct PushSetting: Codable, Hashable, Sendable {
  /// The subject.
  public var notificationType: PushNotificationType

  /// Whether to be notified of it.
  public var sendNotifications: Bool

  /// A setting for a type.
  public init(notificationType: PushNotificationType, sendNotifications: Bool) {
    self.notificationType = notificationType
    self.sendNotifications = sendNotifications
  }
}

/// The address of a device for notifications, as it tells the server.
public struct RegisterPushToken: Codable, Hashable, Sendable {
  private enum CodingKeys: CodingKey {
    case authorizationStatus
    case build
    case token
  }

  /// Whether the device lets the game notify its user.
  public var authorizationStatus: PushAuthorizationStatus

  /// The build of the game on the device.
  public var build: BuildNumber

  /// The address, as the device's system gave it.
  public var token: String

  /// The address of a device.
  public init(
    authorizationStatus: PushAuthorizationStatus = .provisional,
    build: BuildNumber = 0,
    token: String
  ) {
    self.authorizationStatus = authorizationStatus
    self.build = build
    self.token = token
  }

  /// Decodes an address of at most ``Bounds/pushToken`` bytes; without a status it is provisional, without a
  /// build it is 0.
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
