// SPDX-License-Identifier: MIT

/// The position of a cube in a 3 × 3 × 3 puzzle.
///
/// The player looks at the corner (2, 2, 2). Right faces look along x, top faces along y and left faces along z.
public struct LatticePoint: Codable, Hashable, Sendable {
  /// A coordinate.
  public enum Index: Int, CaseIterable, Codable, Hashable, Sendable {
    /// The coordinate farthest from the player.
    case zero

    /// The middle coordinate.
    case one

    /// The coordinate nearest to the player.
    case two

    /// The next coordinate toward the player; nil for the nearest one.
    public var next: Self? { Self(rawValue: rawValue + 1) }
  }

  /// The coordinate from left to right.
  public var x: Index

  /// The coordinate from bottom to top.
  public var y: Index

  /// The coordinate from right to left.
  public var z: Index

  /// Creates a position.
  public init(x: Index, y: Index, z: Index) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// The position nearest to the player, where no other cube can cover a face.
  public static let corner = Self(x: .two, y: .two, z: .two)

  /// All 27 positions, ordered by x, then y, then z.
  public static let allPoints: [Self] = Index.allCases.flatMap { x in
    Index.allCases.flatMap { y in
      Index.allCases.map { z in Self(x: x, y: y, z: z) }
    }
  }

  /// Returns the position of the cube that can cover the given side; nil if the side is on the outside of the puzzle.
  public func neighbor(covering side: CubeFace.Side) -> Self? {
    switch side {
    case .left: z.next.map { Self(x: x, y: y, z: $0) }
    case .right: x.next.map { Self(x: $0, y: y, z: z) }
    case .top: y.next.map { Self(x: x, y: $0, z: z) }
    }
  }
}

extension LatticePoint: CustomStringConvertible {
  /// The coordinates, such as `(2, 2, 2)`.
  public var description: String {
    "(\(x.rawValue), \(y.rawValue), \(z.rawValue))"
  }
}
