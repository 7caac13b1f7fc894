// SPDX-License-Identifier: MIT

/// One lettered face of a cube in a game that is being played.
public struct CubeFace: Codable, Hashable, Sendable {
  /// The three sides of a cube that a player can see; the raw values stand in JSON.
  public enum Side: Int, CaseIterable, Codable, Hashable, Sendable {
    /// Looks up.
    case top = 0

    /// Looks to the player's left.
    case left = 1

    /// Looks to the player's right.
    case right = 2
  }

  /// The number of words in which a face can be used.
  public static let maximumUseCount = 3

  /// Upper-case letters; mostly one, but "QU" is one face.
  public var letters: String

  /// The side of its cube that this is.
  public var side: Side

  /// The number of words in which it was used.
  public var useCount: Int

  /// A face, as a rule a fresh one.
  public init(letters: String, side: Side, useCount: Int = 0) {
    self.letters = letters
    self.side = side
    self.useCount = useCount
  }
}

/// A face as it travels and is stored: without what happened to it in a game.
public struct ArchivableCubeFace: Codable, Hashable, Sendable {
  private enum CodingKeys: String, CodingKey {
    case letters = "letter"
    case side
  }

  /// Upper-case letters; mostly one, but "QU" is one face.
  public var letters: String

  /// The side of its cube that this is.
  public var side: CubeFace.Side

  /// A face by its letters and side.
  public init(letters: String, side: CubeFace.Side) {
    self.letters = letters
    self.side = side
  }

  /// Decodes a face with at most ``Bounds/letters`` bytes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      letters: try container.decodeText(forKey: .letters, upTo: Bounds.letters),
      side: try container.decode(CubeFace.Side.self, forKey: .side)
    )
  }

  /// The face without its use count.
  public init(_ face: CubeFace) {
    self.init(letters: face.letters, side: face.side)
  }
}

/// The address of a face: a position in the puzzle and a side of the cube there.
public struct IndexedCubeFace: Codable, Hashable, Sendable {
  /// The index of the cube.
  public var index: LatticePoint

  /// The side of the cube.
  public var side: CubeFace.Side

  /// The address of one side of the cube at a position.
  public init(index: LatticePoint, side: CubeFace.Side) {
    self.index = index
    self.side = side
  }

  /// Whether two faces share an edge or a corner, so that a word may go from one to the other.
  public func touches(_ other: Self) -> Bool {
    !vertices.isDisjoint(with: other.vertices)
  }

  /// The corners of the face, on the 4 x 4 x 4 grid of the cubes' corners.
  private var vertices: Set<[Int]> {
    let (x, y, z) = (index.x.rawValue, index.y.rawValue, index.z.rawValue)
    let corners = [(0, 0), (0, 1), (1, 0), (1, 1)]
    return switch side {
    case .left: Set(corners.map { [x + $0.0, y + $0.1, z + 1] })
    case .right: Set(corners.map { [x + 1, y + $0.0, z + $0.1] })
    case .top: Set(corners.map { [x + $0.0, y + 1, z + $0.1] })
    }
  }
}

extension IndexedCubeFace: CustomStringConvertible {
  /// The side and the position: `top of (2, 2, 2)`.
  public var description: String {
    "\(side) of \(index)"
  }
}
