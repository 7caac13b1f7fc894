// SPDX-License-Identifier: MIT

/// A puzzle of a game in progress: 3 × 3 × 3 cubes, by x, then y, then z.
public typealias Puzzle = Three<Three<Three<Cube>>>

/// A puzzle as it is stored and sent.
public typealias ArchivablePuzzle = Three<Three<Three<ArchivableCube>>>

extension Puzzle {
  /// Creates a puzzle for a new game.
  public init(_ puzzle: ArchivablePuzzle) {
    self = puzzle.map { $0.map { $0.map { Cube($0) } } }
  }

  /// Accesses the cube at a position.
  public subscript(point: LatticePoint) -> Cube {
    get { self[point.x][point.y][point.z] }
    set { self[point.x][point.y][point.z] = newValue }
  }

  /// Accesses the face at a location.
  public subscript(face: IndexedCubeFace) -> CubeFace {
    get { self[face.index][face.side] }
    set { self[face.index][face.side] = newValue }
  }

  /// Returns whether a face is playable: its cube is in play, and no cube in play covers it.
  public func isPlayable(_ face: IndexedCubeFace) -> Bool {
    guard self[face.index].isInPlay else { return false }
    guard let neighbor = face.index.neighbor(covering: face.side) else { return true }
    return !self[neighbor].isInPlay
  }

  /// Whether no cube is in play.
  public var isUsedUp: Bool {
    LatticePoint.allPoints.allSatisfy { !self[$0].isInPlay }
  }

  /// Returns the word that the faces spell, in order.
  public func string(from faces: [IndexedCubeFace]) -> String {
    faces.map { self[$0].letters }.joined()
  }

  /// Applies a move without validating it: uses the faces of its word, or removes its cube.
  public mutating func apply(_ move: Move) {
    switch move.type {
    case .playedWord(let faces):
      for face in faces { self[face].useCount += 1 }
    case .removedCube(let point):
      self[point].wasRemoved = true
    }
  }
}

extension ArchivablePuzzle {
  /// Creates a puzzle from the letters of a puzzle in a game.
  public init(_ puzzle: Puzzle) {
    self = puzzle.map { $0.map { $0.map { ArchivableCube($0) } } }
  }

  /// Accesses the cube at a position.
  public subscript(point: LatticePoint) -> ArchivableCube {
    get { self[point.x][point.y][point.z] }
    set { self[point.x][point.y][point.z] = newValue }
  }
}
