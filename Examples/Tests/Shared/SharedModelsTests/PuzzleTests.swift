// SPDX-License-Identifier: MIT

import SharedModels
import Testing

@Suite struct PuzzleTests {
  @Test func `the top of the puzzle and its two sides are playable at first`() {
    let playable = LatticePoint.allPoints.flatMap { point in
      CubeFace.Side.allCases
        .map { IndexedCubeFace(index: point, side: $0) }
        .filter(Puzzle.mock.isPlayable)
    }

    #expect(
      Set(playable)
        == Set(
          LatticePoint.allPoints.flatMap { point -> [IndexedCubeFace] in
            (point.y == .two ? [IndexedCubeFace(index: point, side: .top)] : [])
              + (point.x == .two ? [IndexedCubeFace(index: point, side: .right)] : [])
              + (point.z == .two ? [IndexedCubeFace(index: point, side: .left)] : [])
          }
        )
    )
    #expect(playable.count == 27)
  }

  @Test func `removing the corner uncovers three faces`() {
    let covered = [
      IndexedCubeFace(index: LatticePoint(x: .two, y: .two, z: .one), side: .left),
      IndexedCubeFace(index: LatticePoint(x: .one, y: .two, z: .two), side: .right),
      IndexedCubeFace(index: LatticePoint(x: .two, y: .one, z: .two), side: .top),
    ]
    var puzzle = Puzzle.mock

    #expect(covered.map { puzzle.isPlayable($0) } == [false, false, false])

    puzzle.apply(.removeCube)

    #expect(covered.map { puzzle.isPlayable($0) } == [true, true, true])
    #expect(!puzzle.isPlayable(.cornerTop))
  }

  @Test func `a cube leaves play when one of its faces is used for the third time`() {
    var puzzle = Puzzle.mock
    var expected = Cube.mock

    for useCount in 1...3 {
      puzzle.apply(Move(playedAt: .mock, score: 0, type: .playedWord([.cornerTop])))
      expected.top.useCount = useCount

      #expect(puzzle[.corner] == expected)
      #expect(puzzle[.corner].isInPlay == (useCount < 3))
    }
  }

  @Test func `faces touch if they share an edge or a corner`() {
    func face(
      _ x: LatticePoint.Index,
      _ y: LatticePoint.Index,
      _ z: LatticePoint.Index
    )
      -> (CubeFace.Side) -> IndexedCubeFace
    {
      { IndexedCubeFace(index: LatticePoint(x: x, y: y, z: z), side: $0) }
    }
    let corner = face(.two, .two, .two)

    #expect(corner(.top).touches(corner(.left)))
    #expect(corner(.left).touches(corner(.right)))
    #expect(corner(.top).touches(face(.one, .two, .one)(.top)))
    #expect(corner(.top).touches(face(.two, .one, .two)(.left)) == false)
    #expect(corner(.left).touches(face(.two, .one, .two)(.right)))
    #expect(corner(.left).touches(face(.zero, .two, .two)(.left)) == false)
    #expect(corner(.top).touches(face(.one, .one, .two)(.top)) == false)
  }

  @Test func `touching is symmetric`() {
    let faces = LatticePoint.allPoints.flatMap { point in
      CubeFace.Side.allCases.map { IndexedCubeFace(index: point, side: $0) }
    }
    for (index, face) in faces.enumerated() {
      for other in faces[index...] {
        #expect(face.touches(other) == other.touches(face), "\(face), \(other)")
      }
    }
  }

  @Test func `archiving a puzzle keeps only its letters`() {
    var puzzle = Puzzle.mock
    puzzle.apply(.cab)
    puzzle.apply(.removeCube)

    #expect(ArchivablePuzzle(puzzle) == .mock)
    #expect(Puzzle(ArchivablePuzzle(puzzle)) == .mock)
  }

  @Test func `a puzzle is coded as nested arrays of cubes`() throws {
    let cube = """
      {"left":{"letter":"A","side":1},"right":{"letter":"B","side":2},\
      "top":{"letter":"C","side":0}}
      """
    let row = "[\(cube),\(cube),\(cube)]"
    let layer = "[\(row),\(row),\(row)]"

    #expect(try json(ArchivablePuzzle.mock) == "[\(layer),\(layer),\(layer)]")
    #expect(try decode(ArchivablePuzzle.self, json(ArchivablePuzzle.mock)) == .mock)
  }

  @Test func `a puzzle is indexed by x, then y, then z`() throws {
    let puzzle = ArchivablePuzzle { x in
      Three<Three<ArchivableCube>> { y in
        Three<ArchivableCube> { z in
          ArchivableCube(left: "\(x.rawValue)", right: "\(y.rawValue)", top: "\(z.rawValue)")
        }
      }
    }

    for point in LatticePoint.allPoints {
      #expect(
        puzzle[point]
          == ArchivableCube(
            left: "\(point.x.rawValue)",
            right: "\(point.y.rawValue)",
            top: "\(point.z.rawValue)"
          )
      )
    }
    #expect(try decode(ArchivablePuzzle.self, json(puzzle)) == puzzle)
  }

  @Test(arguments: [
    ("[1,2]", "Expected exactly 3 elements, found 2."),
    ("[1,2,3,4]", "Expected exactly 3 elements, found 4."),
    ("[]", "Expected exactly 3 elements, found 0."),
  ])
  func `decoding three values from an array of another length throws`(
    array: String,
    line: String
  ) throws {
    #expect(try decodingErrorLine(Three<Int>.self, array) == line)
  }

  @Test func `the decoding error names the position of a row with another length`() throws {
    #expect(
      try decodingErrorLine(
        Three<Three<Three<Int>>>.self,
        "[[[1,2,3],[1,2,3],[1,2,3]],[[1,2,3],[1,2,3],[1,2]],[[1,2,3],[1,2,3],[1,2,3]]]"
      ) == "At [1][2]: expected exactly 3 elements, found 2."
    )
  }
}
