// SPDX-License-Identifier: MIT

public import DependencyClients
public import Lockstep
public import SharedModels

/// The match that a game belongs to, and who of its players is at this device.
public struct TurnBasedContext: Equatable, Sendable {
  /// The player at this device.
  public var localPlayer: LocalPlayer

  /// The match.
  public var match: TurnBasedMatch

  /// A match with its players.
  public init(localPlayer: LocalPlayer, match: TurnBasedMatch) {
    self.localPlayer = localPlayer
    self.match = match
  }

  /// The index of the first player who is not at this device; nil if there is no other place.
  public var otherPlayerIndex: Move.PlayerIndex? {
    match.participants.firstIndex { $0.player != localPlayer.player }
      .map(Move.PlayerIndex.init(rawValue:))
  }
}
