// SPDX-License-Identifier: MIT

public import Foundation
public import Lockstep

/// One turn of a game: a word that was played or a cube that was removed.
public struct Move: Hashable, Sendable {
  /// Tells the players of a match apart: 0, 1 and so on.
  public typealias PlayerIndex = Tagged<Move, Int>

  /// An emoji with which a player answers a move.
  public struct Reaction: Codable, Hashable, RawRepresentable, Sendable {
    /// The emoji.
    public var rawValue: String

    /// A reaction by its emoji.
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

  /// The effect of a move.
  public enum MoveType: Hashable, Sendable {
    /// Spelled a word with faces, in this order.
    case playedWord([IndexedCubeFace])

    /// Took the cube at a position away.
    case removedCube(LatticePoint)
  }

  /// When it was made.
  public var playedAt: Date

  /// The index of its player, in a match of several players.
  public var playerIndex: PlayerIndex?

  /// How the players answered it.
  public var reactions: [PlayerIndex: Reaction]?

  /// The points that the player's device counted for it.
  public var score: Int

  /// The effect of the move.
  public var type: MoveType

  /// A move with its claimed score.
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

  /// Decodes a move; the keys for several players may be absent.
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

  /// Encodes a move and leaves out what is nil.
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

  /// Decodes an object whose one key says what the move did.
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

  /// Encodes an object whose one key says what the move did.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .playedWord(let faces): try container.encode(faces, forKey: .playedWord)
    case .removedCube(let point): try container.encode(point, forKey: .removedCube)
    }
  }
}
