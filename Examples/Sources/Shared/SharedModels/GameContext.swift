// SPDX-License-Identifier: MIT

public import Lockstep

/// The occasion of a game.
public enum GameContext: Hashable, Sendable {
  /// The puzzle of the day.
  case dailyChallenge(DailyChallenge.ID)

  /// A puzzle that somebody shared.
  case shared(SharedGame.Code)

  /// A game for oneself.
  case solo

  /// A match of several players.
  case turnBased([Move.PlayerIndex: Player.ID])
}

extension GameContext: Codable {
  private enum CodingKeys: CodingKey {
    case dailyChallengeId
    case sharedGameCode
    case solo
    case turnBased
  }

  /// Decodes an object with one key; with none that is known, the context is solo.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let id = try container.decodeIfPresent(DailyChallenge.ID.self, forKey: .dailyChallengeId) {
      self = .dailyChallenge(id)
    } else if let code = try container.decodeIfPresent(
      SharedGame.Code.self,
      forKey: .sharedGameCode
    ) {
      self = .shared(code)
    } else if let players = try container.decodeIfPresent(
      PlayerIndexed<Player.ID>.self,
      forKey: .turnBased
    ) {
      self = .turnBased(players.values)
    } else {
      self = .solo
    }
  }

  /// Encodes an object with one key.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .dailyChallenge(let id): try container.encode(id, forKey: .dailyChallengeId)
    case .shared(let code): try container.encode(code, forKey: .sharedGameCode)
    case .solo: try container.encode(true, forKey: .solo)
    case .turnBased(let players):
      try container.encode(PlayerIndexed(players), forKey: .turnBased)
    }
  }
}
