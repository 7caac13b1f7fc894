// SPDX-License-Identifier: MIT

/// The position of a cube in a puzzle of 3 x 3 x 3.
///
/// The player looks at the corner (2, 2, 2): right faces look along x, top faces along y, and left
/// faces along z.
public struct LatticePoint: Codable, Hashable, Sendable {
  /// One coordinate.
  public enum Index: Int, CaseIterable, Codable, Hashable, Sendable {
    /// Farthest from the player.
    case zero

    /// In the middle.
    case one

    /// Nearest to the player.
    case two

    /// The coordinate one step nearer to the player, unless this is the nearest.
    public var next: Self? { Self(rawValue: rawValue + 1) }
  }

  /// From left to right.
  public var x: Index

  /// From bottom to top.
  public var y: Index

  /// From right to left.
  public var z: Index

  /// A position by its coordinates.
  public init(x: Index, y: Index, z: Index) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// The position nearest to the player, whose three faces nothing can cover.
  public static let corner = Self(x: .two, y: .two, z: .two)

  /// All 27 positions, by x, then y, then z.
  public static let allPoints: [Self] = Index.allCases.flatMap { x in
    Index.allCases.flatMap { y in
      Index.allCases.map { z in Self(x: x, y: y, z: z) }
    }
  }

  /// The position of the cube that covers a side of the cube here, if there can be one.
  public func neighbor(covering side: CubeFace.Side) -> Self? {
    switch side {
    case .left: z.next.map { Self(x: x, y: y, z: $0) }
    case .right: x.next.map { Self(x: $0, y: y, z: z) }
    case .top: y.next.map { Self(x: x, y: $0, z: z) }
    }
  }
}

extension LatticePoint: CustomStringConvertible {
  /// The coordinates: `(2, 2, 2)`.
  public var description: String {
    "(\(x.rawValue), \(y.rawValue), \(z.rawValue))"
  }
}
