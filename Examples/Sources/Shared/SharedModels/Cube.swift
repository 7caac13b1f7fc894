// SPDX-License-Identifier: MIT

/// A cube of a game in progress.
public struct Cube: Codable, Hashable, Sendable {
  /// The face that looks to the player's left.
  public var left: CubeFace

  /// The face that looks to the player's right.
  public var right: CubeFace

  /// The face that looks up.
  public var top: CubeFace

  /// Whether a player removed the cube.
  public var wasRemoved: Bool

  /// Creates a cube with three faces.
  public init(left: CubeFace, right: CubeFace, top: CubeFace, wasRemoved: Bool = false) {
    self.left = left
    self.right = right
    self.top = top
    self.wasRemoved = wasRemoved
  }

  /// Creates an unused cube.
  public init(_ cube: ArchivableCube) {
    self.init(
      left: CubeFace(letters: cube.left.letters, side: .left),
      right: CubeFace(letters: cube.right.letters, side: .right),
      top: CubeFace(letters: cube.top.letters, side: .top)
    )
  }

  /// Whether the cube is in play: it was not removed, and none of its faces is used up.
  public var isInPlay: Bool {
    !wasRemoved
      && CubeFace.Side.allCases.allSatisfy { self[$0].useCount < CubeFace.maximumUseCount }
  }

  /// Accesses the face on the given side.
  public subscript(side: CubeFace.Side) -> CubeFace {
    get {
      switch side {
      case .left: left
      case .right: right
      case .top: top
      }
    }
    set {
      switch side {
      case .left: left = newValue
      case .right: right = newValue
      case .top: top = newValue
      }
    }
  }
}

/// A cube as it is stored and sent: only its letters.
public struct ArchivableCube: Codable, Hashable, Sendable {
  /// The face that looks to the player's left.
  public var left: ArchivableCubeFace

  /// The face that looks to the player's right.
  public var right: ArchivableCubeFace

  /// The face that looks up.
  public var top: ArchivableCubeFace

  /// Creates a cube with three faces.
  public init(left: ArchivableCubeFace, right: ArchivableCubeFace, top: ArchivableCubeFace) {
    self.left = left
    self.right = right
    self.top = top
  }

  /// Creates a cube from the letters of its faces.
  public init(left: String, right: String, top: String) {
    self.init(
      left: ArchivableCubeFace(letters: left, side: .left),
      right: ArchivableCubeFace(letters: right, side: .right),
      top: ArchivableCubeFace(letters: top, side: .top)
    )
  }

  /// Creates a cube from the letters of a cube in a game.
  public init(_ cube: Cube) {
    self.init(left: cube.left.letters, right: cube.right.letters, top: cube.top.letters)
  }
}
