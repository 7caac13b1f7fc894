// SPDX-License-Identifier: MIT

public import Foundation
public import Lockstep

/// The tag of ``AccessToken``.
public enum AccessTokenTag {}

/// The secret that authenticates a player to the server.
public typealias AccessToken = Tagged<AccessTokenTag, UUID>

/// The tag of ``DeviceId``.
public enum DeviceIdTag {}

/// The identifier of a player's device, which identifies the player until an access token exists.
public typealias DeviceId = Tagged<DeviceIdTag, UUID>

/// The tag of ``GameCenterPlayerId``.
public enum GameCenterPlayerIdTag {}

/// A player's identifier in Game Center.
public typealias GameCenterPlayerId = Tagged<GameCenterPlayerIdTag, String>

/// A player, as the server stores it.
public struct Player: Codable, Hashable, Identifiable, Sendable {
  /// The identifier of a player.
  public typealias ID = Tagged<Player, UUID>

  /// The secret that authenticates the player to the server.
  public var accessToken: AccessToken

  /// The time at which the player first authenticated.
  public var createdAt: Date

  /// The identifier of the player's first device.
  public var deviceId: DeviceId

  /// The displayed name.
  public var displayName: String?

  /// The player's identifier in Game Center.
  public var gameCenterLocalPlayerId: GameCenterPlayerId?

  /// The identifier of the player.
  public var id: ID

  /// The name of the player's time zone.
  public var timeZone: String

  /// Creates a player.
  public init(
    accessToken: AccessToken,
    createdAt: Date,
    deviceId: DeviceId,
    displayName: String? = nil,
    gameCenterLocalPlayerId: GameCenterPlayerId? = nil,
    id: ID,
    timeZone: String
  ) {
    self.accessToken = accessToken
    self.createdAt = createdAt
    self.deviceId = deviceId
    self.displayName = displayName
    self.gameCenterLocalPlayerId = gameCenterLocalPlayerId
    self.id = id
    self.timeZone = timeZone
  }
}

/// The player on this device and their purchase.
public struct CurrentPlayerEnvelope: Codable, Hashable, Sendable {
  /// The receipt for the full game; nil if the player did not buy it.
  public var appleReceipt: AppleReceipt?

  /// The player.
  public var player: Player

  /// Creates an envelope.
  public init(appleReceipt: AppleReceipt? = nil, player: Player) {
    self.appleReceipt = appleReceipt
    self.player = player
  }

  /// Whether the player bought the full game.
  public var isFullGamePurchased: Bool { appleReceipt != nil }
}
