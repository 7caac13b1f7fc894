// SPDX-License-Identifier: MIT

public import Lockstep
public import SharedModels

/// A description of a device and its player.
public struct AuthenticateRequest: Codable, Equatable, Sendable {
  /// The identifier of the device.
  public var deviceId: DeviceId

  /// The name that other players see.
  public var displayName: String?

  /// The player's Game Center identifier.
  public var gameCenterLocalPlayerId: GameCenterPlayerId?

  /// The name of the player's time zone.
  public var timeZone: String

  /// Creates a description of a device and its player.
  public init(
    deviceId: DeviceId,
    displayName: String? = nil,
    gameCenterLocalPlayerId: GameCenterPlayerId? = nil,
    timeZone: String = Self.defaultTimeZone
  ) {
    self.deviceId = deviceId
    self.displayName = displayName
    self.gameCenterLocalPlayerId = gameCenterLocalPlayerId
    self.timeZone = timeZone
  }

  /// The time zone of a device that does not send one.
  public static let defaultTimeZone = "America/New_York"

  /// Decodes a device whose names and time zone are optional and at most as long as ``SharedModels/Bounds`` allows.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      deviceId: try container.decode(DeviceId.self, forKey: .deviceId),
      displayName: try container.decodeTextIfPresent(
        forKey: .displayName,
        upTo: Bounds.displayName
      ),
      gameCenterLocalPlayerId: try container.decodeTextIfPresent(
        forKey: .gameCenterLocalPlayerId,
        upTo: Bounds.gameCenterPlayerId
      )
      .map(GameCenterPlayerId.init(rawValue:)),
      timeZone: try container.decodeTextIfPresent(forKey: .timeZone, upTo: Bounds.timeZone)
        ?? Self.defaultTimeZone
    )
  }
}
