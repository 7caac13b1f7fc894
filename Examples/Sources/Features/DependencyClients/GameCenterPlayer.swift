// SPDX-License-Identifier: MIT

public import Lockstep
public import SharedModels

/// A Game Center player, identified by display name.
public struct GameCenterPlayer: Equatable, Sendable {
  /// The name that other players see.
  public var displayName: String

  /// The Game Center ID.
  public var gamePlayerId: GameCenterPlayerId

  /// Creates a player.
  public init(displayName: String, gamePlayerId: GameCenterPlayerId) {
    self.displayName = displayName
    self.gamePlayerId = gamePlayerId
  }

  /// Compares the display names, because the IDs of one player differ between devices.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.displayName == rhs.displayName
  }
}

/// The player on this device.
public struct LocalPlayer: Equatable, Sendable {
  /// Whether Game Center has authenticated the player, which matches require.
  public var isAuthenticated: Bool

  /// The player.
  public var player: GameCenterPlayer

  /// Creates a local player.
  public init(isAuthenticated: Bool, player: GameCenterPlayer) {
    self.isAuthenticated = isAuthenticated
    self.player = player
  }
}

// Values for tests, previews and demos.

extension GameCenterPlayer {
  /// Blob, with the ID that Blob's own device uses.
  public static let local = Self(
    displayName: "Blob",
    gamePlayerId: "A:_deadbeefdeadbeefdeadbeefdeadbeef"
  )

  /// Blob Jr., who plays on another device.
  public static let remote = Self(displayName: "Blob Jr.", gamePlayerId: "123456789123456789")
}

extension LocalPlayer {
  /// Blob, authenticated.
  public static let authenticated = Self(isAuthenticated: true, player: .local)

  /// Blob, not authenticated.
  public static let notAuthenticated = Self(isAuthenticated: false, player: .local)
}
