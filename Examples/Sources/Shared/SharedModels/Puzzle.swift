// SPDX-License-Identifier: MIT

/// A puzzle that is being played: 3 x 3 x 3 cubes, by x, then y, then z.
public typealias Puzzle = Three<Three<Three<Cube>>>

/// A puzzle as it travels and is stored.
public typealias ArchivablePuzzle = Three<Three<Three<ArchivableCube>>>

extension Puzzle {
  /// A fresh game on a stored puzzle.
  public init(_ puzzle: ArchivablePuzzle) {
    self = puzzle.map { $0.map { $0.map { Cube($0) } } }
  }

  /// The cube at a position.
  public subscript(point: LatticePoint) -> Cube {
    get { self[point.x][point.y][point.z] }
    set { self[point.x][point.y][point.z] = newValue }
  }

  /// The face at an address.
  public subscript(face: IndexedCubeFace) -> CubeFace {
    get { self[face.index][face.side] }
    set { self[face.index][face.side] = newValue }
  }

  /// Whether a face can be used: its cube is in play, and no cube in play covers it.
  public func isPlayable(_ face: IndexedCubeFace) -> Bool {
    guard self[face.index].isInPlay else { return false }
    guard let neighbor = face.index.neighbor(covering: face.side) else { return true }
    return !self[neighbor].isInPlay
  }

  /// Whether no cube is left in play, so that nothing can be played any more.
  public var isUsedUp: Bool {
    LatticePoint.allPoints.allSatisfy { !self[$0].isInPlay }
  }

  /// The word that faces spell, in order.
  public func string(from faces: [IndexedCubeFace]) -> String {
    faces.map { self[$0].letters }.joined()
  }

  /// Carries out a move, valid or not: uses the faces of its word, or removes its cube.
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
  /// The letters of a puzzle, whatever happened in its game.
  public init(_ puzzle: Puzzle) {
    self = puzzle.map { $0.map { $0.map { ArchivableCube($0) } } }
  }

  /// The cube at a position.
  public subscript(point: LatticePoint) -> ArchivableCube {
    get { self[point.x][point.y][point.z] }
    set { self[point.x][point.y][point.z] = newValue }
  }
}
