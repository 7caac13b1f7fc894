// SPDX-License-Identifier: MIT

public import Lockstep
public import SharedModels

/// A device's description of itself and its player.
public struct AuthenticateRequest: Codable, Equatable, Sendable {
  /// Recognizes the device.
  public var deviceId: DeviceId

  /// The name for others to see.
  public var displayName: String?

  /// The player's id in Game Center.
  public var gameCenterLocalPlayerId: GameCenterPlayerId?

  /// The name of the player's time zone.
  public var timeZone: String

  /// A device and its player.
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

  /// The time zone of a device that names none.
  public static let defaultTimeZone = "America/New_York"

  /// Decodes a device; names and the time zone may be absent, and have the sizes of ``SharedModels/Bounds`` at
  /// most.
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
