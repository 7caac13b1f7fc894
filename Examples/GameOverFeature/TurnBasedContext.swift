// SPDX-License-Identifier: MIT

public import Lockstep
public import SharedModels

/// The match that a game belongs to, and who of its players is at this device.
public struct TurnBasedContext: Equatable, Sendable {
  /// A player as Game Center knows one; the same name is the same player.
  public struct Player: Equatable, Sendable {
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

  /// What a match came to for one of its players.
  public enum Outcome: Equatable, Sendable {
    /// Fewer points than the opponent, or the opponent quit against them.
    case lost

    /// Nothing is decided yet.
    case none

    /// They left.
    case quit

    /// As many points as the opponent.
    case tied

    /// More points than the opponent, or the opponent quit.
    case won
  }

  /// A place in a match.
  public struct Participant: Equatable, Sendable {
    /// What Game Center has recorded for them.
    public var outcome: Outcome

    /// Who took the place; nil while it is free.
    public var player: Player?

    /// A place in a match, by default an undecided one.
    public init(outcome: Outcome = .none, player: Player? = nil) {
      self.outcome = outcome
      self.player = player
    }
  }

  /// Who is at this device.
  public var localPlayer: Player

  /// The places of the match, by player index.
  public var participants: [Participant]

  /// A match with its players.
  public init(localPlayer: Player, participants: [Participant]) {
    self.localPlayer = localPlayer
    self.participants = participants
  }

  /// The index of the first player who is not at this device; nil if there is no other place.
  public var otherPlayerIndex: Move.PlayerIndex? {
    participants.firstIndex { $0.player != localPlayer }.map(Move.PlayerIndex.init(rawValue:))
  }

  /// A place by player index; nil if the match has no such place.
  public func participant(at index: Move.PlayerIndex) -> Participant? {
    participants.indices.contains(index.rawValue) ? participants[index.rawValue] : nil
  }
}
