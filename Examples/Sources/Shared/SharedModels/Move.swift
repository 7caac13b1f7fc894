// SPDX-License-Identifier: MIT

public import Foundation
public import Lockstep

/// A move of a game: a played word or a removed cube.
public struct Move: Hashable, Sendable {
  /// The index of a player in a match, starting at 0.
  public typealias PlayerIndex = Tagged<Move, Int>

  /// An emoji as a reaction to a move.
  public struct Reaction: Codable, Hashable, RawRepresentable, Sendable {
    /// The emoji.
    public var rawValue: String

    /// Creates a reaction.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Decodes an emoji of at most ``Bounds/reaction`` bytes.
    public init(from decoder: any Decoder) throws {
      rawValue = try decoder.singleValueContainer().decode(String.self)
      let count = rawValue.utf8.count
      guard count <= Bounds.reaction else {
        throw DecodingError.tooMuch(count, "bytes", Bounds.reaction, at: decoder.codingPath)
      }
    }
  }

  /// The kind of a move.
  public enum MoveType: Hashable, Sendable {
    /// The move spells a word with the given faces, in order.
    case playedWord([IndexedCubeFace])

    /// The move removes the cube at a position.
    case removedCube(LatticePoint)
  }

  /// The time of the move.
  public var playedAt: Date

  /// The index of the player; nil outside of matches.
  public var playerIndex: PlayerIndex?

  /// The reactions of the players to the move.
  public var reactions: [PlayerIndex: Reaction]?

  /// The score that the player's device claims.
  public var score: Int

  /// The kind of the move.
  public var type: MoveType

  /// Creates a move.
  public init(
    playedAt: Date,
    playerIndex: PlayerIndex? = nil,
    reactions: [PlayerIndex: Reaction]? = nil,
    score: Int,
    type: MoveType
  ) {
    self.playedAt = playedAt
    self.playerIndex = playerIndex
    self.reactions = reactions
    self.score = score
    self.type = type
  }
}

extension Move: Codable {
  private enum CodingKeys: CodingKey {
    case playedAt
    case playerIndex
    case reactions
    case score
    case type
  }

  /// Decodes a move, in which the player index and the reactions are optional.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      playedAt: try container.decode(Date.self, forKey: .playedAt),
      playerIndex: try container.decodeIntegerIfPresent(forKey: .playerIndex)
        .map(PlayerIndex.init(rawValue:)),
      reactions: try container.decodeIfPresent(
        PlayerIndexed<Reaction>.self,
        forKey: .reactions
      )?.values,
      score: try container.decodeInteger(forKey: .score),
      type: try container.decode(MoveType.self, forKey: .type)
    )
  }

  /// Encodes a move without its nil properties.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(playedAt, forKey: .playedAt)
    try container.encodeIfPresent(playerIndex, forKey: .playerIndex)
    try container.encodeIfPresent(reactions.map(PlayerIndexed.init), forKey: .reactions)
    try container.encode(score, forKey: .score)
    try container.encode(type, forKey: .type)
  }
}

extension Move.MoveType: Codable {
  private enum CodingKeys: CodingKey {
    case playedWord
    case removedCube
  }

  /// Decodes an object whose only key is the kind of the move.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.onlyKey(of: [.playedWord, .removedCube]) {
    case .playedWord:
      let faces = try container.decode([IndexedCubeFace].self, forKey: .playedWord)
      guard faces.count <= Bounds.facesOfWord else {
        throw DecodingError.tooMuch(
          faces.count,
          "faces",
          Bounds.facesOfWord,
          at: container.codingPath + [CodingKeys.playedWord]
        )
      }
      self = .playedWord(faces)
    case .removedCube:
      self = .removedCube(try container.decode(LatticePoint.self, forKey: .removedCube))
    }
  }

  /// Encodes an object whose only key is the kind of the move.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .playedWord(let faces): try container.encode(faces, forKey: .playedWord)
    case .removedCube(let point): try container.encode(point, forKey: .removedCube)
    }
  }
}
