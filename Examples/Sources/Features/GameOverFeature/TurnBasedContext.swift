// SPDX-License-Identifier: MIT

public import DependencyClients
public import Lockstep
public import SharedModels

/// The match of a game, and the local player.
public struct TurnBasedContext: Equatable, Sendable {
  /// The local player.
  public var localPlayer: LocalPlayer

  /// The match.
  public var match: TurnBasedMatch

  /// Creates a context.
  public init(localPlayer: LocalPlayer, match: TurnBasedMatch) {
    self.localPlayer = localPlayer
    self.match = match
  }

  /// The index of the first other player, or `nil` if there is none.
  public var otherPlayerIndex: Move.PlayerIndex? {
    match.participants.firstIndex { $0.player != localPlayer.player }
      .map(Move.PlayerIndex.init(rawValue:))
  }
}
