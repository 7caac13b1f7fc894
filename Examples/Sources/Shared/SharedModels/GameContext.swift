// SPDX-License-Identifier: MIT

public import Lockstep

/// The kind of a game.
public enum GameContext: Hashable, Sendable {
  /// A daily challenge.
  case dailyChallenge(DailyChallenge.ID)

  /// A puzzle that another player shared.
  case shared(SharedGame.Code)

  /// A game for one player.
  case solo

  /// A match, with its players by index.
  case turnBased([Move.PlayerIndex: Player.ID])
}

extension GameContext: Codable {
  private enum CodingKeys: CodingKey {
    case dailyChallengeId
    case sharedGameCode
    case solo
    case turnBased
  }

  /// Decodes an object with one key; without a known key, the context is solo.
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
