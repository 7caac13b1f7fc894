// SPDX-License-Identifier: MIT

/// A face of a cube in a game in progress.
public struct CubeFace: Codable, Hashable, Sendable {
  /// A visible side of a cube, whose raw value is its JSON representation.
  public enum Side: Int, CaseIterable, Codable, Hashable, Sendable {
    /// The side that looks up.
    case top = 0

    /// The side that looks to the player's left.
    case left = 1

    /// The side that looks to the player's right.
    case right = 2
  }

  /// The number of words that can use a face.
  public static let maximumUseCount = 3

  /// The uppercase text of the face: usually one letter, but "QU" is one face.
  public var letters: String

  /// The side of the cube.
  public var side: Side

  /// The number of words that have used the face.
  public var useCount: Int

  /// Creates a face, by default an unused one.
  public init(letters: String, side: Side, useCount: Int = 0) {
    self.letters = letters
    self.side = side
    self.useCount = useCount
  }
}

/// A face as it is stored and sent: without its use count.
public struct ArchivableCubeFace: Codable, Hashable, Sendable {
  private enum CodingKeys: String, CodingKey {
    case letters = "letter"
    case side
  }

  /// The uppercase text of the face: usually one letter, but "QU" is one face.
  public var letters: String

  /// The side of the cube.
  public var side: CubeFace.Side

  /// Creates a face.
  public init(letters: String, side: CubeFace.Side) {
    self.letters = letters
    self.side = side
  }

  /// Decodes a face whose text has at most ``Bounds/letters`` bytes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      letters: try container.decodeText(forKey: .letters, upTo: Bounds.letters),
      side: try container.decode(CubeFace.Side.self, forKey: .side)
    )
  }

  /// Creates a face from a face in a game.
  public init(_ face: CubeFace) {
    self.init(letters: face.letters, side: face.side)
  }
}

/// The location of a face: the position of a cube and a side of it.
public struct IndexedCubeFace: Codable, Hashable, Sendable {
  /// The position of the cube.
  public var index: LatticePoint

  /// The side of the cube.
  public var side: CubeFace.Side

  /// Creates the location of a face.
  public init(index: LatticePoint, side: CubeFace.Side) {
    self.index = index
    self.side = side
  }

  /// Returns whether two faces share an edge or a corner, so that they can be neighbors in a word.
  public func touches(_ other: Self) -> Bool {
    !vertices.isDisjoint(with: other.vertices)
  }

  /// The corners of the face, on the 4 × 4 × 4 grid of all corners.
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
  /// The side and the position, such as `top of (2, 2, 2)`.
  public var description: String {
    "\(side) of \(index)"
  }
}
