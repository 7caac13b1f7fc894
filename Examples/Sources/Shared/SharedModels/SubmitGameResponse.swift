// SPDX-License-Identifier: MIT

/// The server's answer to a submitted game.
public enum SubmitGameResponse: Hashable, Sendable {
  /// How the player stands in the daily challenge.
  case dailyChallenge(DailyChallengeResult)

  /// The game whose puzzle was played.
  case shared(SharedGame)

  /// The ranks of the score.
  case solo(LeaderboardScoreResult)

  /// The match's scores were taken.
  case turnBased
}

extension SubmitGameResponse: Codable {
  private enum CodingKeys: CodingKey {
    case dailyChallenge
    case shared
    case solo
    case turnBased
  }

  /// Decodes an object whose one key says what kind of game was submitted.
  ///
  /// - Parameter decoder: Holds the object.
  /// - Throws: A `DecodingError.dataCorrupted` if there is no such key, or several, or if
  ///   `turnBased` is not true.
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

  /// Encodes an object whose one key says what kind of game was submitted.
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
