// SPDX-License-Identifier: MIT

/// The server's response to a submitted game.
public enum SubmitGameResponse: Hashable, Sendable {
  /// The player's standing in the daily challenge.
  case dailyChallenge(DailyChallengeResult)

  /// The shared game whose puzzle the player played.
  case shared(SharedGame)

  /// The ranks of the score.
  case solo(LeaderboardScoreResult)

  /// The server stored the scores of the match.
  case turnBased
}

extension SubmitGameResponse: Codable {
  private enum CodingKeys: CodingKey {
    case dailyChallenge
    case shared
    case solo
    case turnBased
  }

  /// Decodes an object whose only key is the kind of the game.
  ///
  /// - Parameter decoder: The decoder that contains the object.
  /// - Throws: `DecodingError.dataCorrupted` if the object contains none or several of the keys, or if `turnBased` is
  ///   not true.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.onlyKey(of: [.dailyChallenge, .shared, .solo, .turnBased]) {
    case .dailyChallenge:
      self = .dailyChallenge(
        try container.decode(DailyChallengeResult.self, forKey: .dailyChallenge)
      )
    case .shared:
      self = .shared(try container.decode(SharedGame.self, forKey: .shared))
    case .solo:
      self = .solo(try container.decode(LeaderboardScoreResult.self, forKey: .solo))
    case .turnBased:
      guard try container.decode(Bool.self, forKey: .turnBased) else {
        throw DecodingError.dataCorruptedError(
          forKey: .turnBased,
          in: container,
          debugDescription: "Expected true, found false."
        )
      }
      self = .turnBased
    }
  }

  /// Encodes an object whose only key is the kind of the game.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .dailyChallenge(let result): try container.encode(result, forKey: .dailyChallenge)
    case .shared(let game): try container.encode(game, forKey: .shared)
    case .solo(let result): try container.encode(result, forKey: .solo)
    case .turnBased: try container.encode(true, forKey: .turnBased)
    }
  }
}
