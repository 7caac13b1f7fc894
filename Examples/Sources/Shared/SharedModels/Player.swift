// SPDX-License-Identifier: MIT

public import Foundation
public import Lockstep

/// The tag of ``AccessToken``.
public enum AccessTokenTag {}

/// The secret by which the server recognizes a player.
public typealias AccessToken = Tagged<AccessTokenTag, UUID>

/// The tag of ``DeviceId``.
public enum DeviceIdTag {}

/// Recognizes a player's device before there is an access token.
public typealias DeviceId = Tagged<DeviceIdTag, UUID>

/// The tag of ``GameCenterPlayerId``.
public enum GameCenterPlayerIdTag {}

/// A player's id in Game Center.
public typealias GameCenterPlayerId = Tagged<GameCenterPlayerIdTag, String>

/// A player as the server knows one.
public struct Player: Codable, Hashable, Identifiable, Sendable {
  /// Tells players apart.
  public typealias ID = Tagged<Player, UUID>

  /// The secret by which the server recognizes the player.
  public var accessToken: AccessToken

  /// When the player came first.
  public var createdAt: Date

  /// The device the player came with.
  public var deviceId: DeviceId

  /// The name for others to see.
  public var displayName: String?

  /// The player's id in Game Center.
  public var gameCenterLocalPlayerId: GameCenterPlayerId?

  /// Tells the player from others.
  public var id: ID

  /// The name of the player's time zone.
  public var timeZone: String

  /// A player.
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

/// The player at this device, and what they bought.
public struct CurrentPlayerEnvelope: Codable, Hashable, Sendable {
  /// The receipt of a purchase; whoever has one has bought the full game.
  public var appleReceipt: AppleReceipt?

  /// The player.
  public var player: Player

  /// A player, and the receipt if there is one.
  public init(appleReceipt: AppleReceipt? = nil, player: Player) {
    self.appleReceipt = appleReceipt
    self.player = player
  }

  /// Whether the player bought the full game.
  public var isFullGamePurchased: Bool { appleReceipt != nil }
}
