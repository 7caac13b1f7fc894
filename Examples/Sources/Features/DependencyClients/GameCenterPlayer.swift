// SPDX-License-Identifier: MIT

public import Lockstep
public import SharedModels

/// A player as Game Center knows one; the same name is the same player.
public struct GameCenterPlayer: Equatable, Sendable {
  /// The name for others to see.
  public var displayName: String

  /// The id in Game Center.
  public var gamePlayerId: GameCenterPlayerId

  /// A player with a name.
  public init(displayName: String, gamePlayerId: GameCenterPlayerId) {
    self.displayName = displayName
    self.gamePlayerId = gamePlayerId
  }

  /// Whether the names are the same: ids of one player differ between devices.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.displayName == rhs.displayName
  }
}

/// The player at this device.
public struct LocalPlayer: Equatable, Sendable {
  /// Whether Game Center knows who is playing; only then are there matches.
  public var isAuthenticated: Bool

  /// The player.
  public var player: GameCenterPlayer

  /// The player at this device, authenticated or not.
  public init(isAuthenticated: Bool, player: GameCenterPlayer) {
    self.isAuthenticated = isAuthenticated
    self.player = player
  }
}

// Values for tests, previews and demos.

extension GameCenterPlayer {
  /// Blob, as the device that Blob plays on knows them.
  public static let local = Self(
    displayName: "Blob",
    gamePlayerId: "A:_deadbeefdeadbeefdeadbeefdeadbeef"
  )

  /// Blob Jr., who plays somewhere else.
  public static let remote = Self(displayName: "Blob Jr.", gamePlayerId: "123456789123456789")
}

extension LocalPlayer {
  /// Blob, authenticated.
  public static let authenticated = Self(isAuthenticated: true, player: .local)

  /// Blob, before Game Center knows it is them.
  public static let notAuthenticated = Self(isAuthenticated: false, player: .local)
}
