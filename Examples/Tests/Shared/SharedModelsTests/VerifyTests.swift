// SPDX-License-Identifier: MIT

import Foundation
import SharedModels
import Testing

@Suite struct VerifyTests {
  @Test func `a game without moves is valid`() throws {
    let game = try verify(moves: [], playedOn: .mock) { _ in true }

    #expect(game == VerifiedGame(puzzle: .mock, words: []))
  }

  @Test func `words and a removed cube are verified`() throws {
    let game = try verify(
      moves: [.cab, .removeCube, word([left(x: .one), right(x: .one), top(x: .one)])],
      playedOn: .mock
    ) { _ in true }

    var puzzle = Puzzle.mock
    puzzle[.corner] = Cube(
      left: CubeFace(letters: "A", side: .left, useCount: 1),
      right: CubeFace(letters: "B", side: .right, useCount: 1),
      top: CubeFace(letters: "C", side: .top, useCount: 1),
      wasRemoved: true
    )
    puzzle[LatticePoint(x: .one, y: .two, z: .two)] = Cube(
      left: CubeFace(letters: "A", side: .left, useCount: 1),
      right: CubeFace(letters: "B", side: .right, useCount: 1),
      top: CubeFace(letters: "C", side: .top, useCount: 1)
    )
    #expect(
      game
        == VerifiedGame(
          puzzle: puzzle,
          words: [
            VerifiedGame.Word(moveIndex: 0, score: 27, word: "CAB"),
            VerifiedGame.Word(moveIndex: 2, score: 27, word: "ABC"),
          ]
        )
    )
  }

  @Test func `a face with two letters adds both letters to a word`() throws {
    var puzzle = ArchivablePuzzle.mock
    puzzle[.corner].top.letters = "QU"

    let game = try verify(
      moves: [
        Move(playedAt: .mock, score: 42, type: .playedWord([.cornerTop, .cornerLeft]))
      ],
      playedOn: puzzle
    ) { $0 == "QUA" }

    #expect(game.words == [VerifiedGame.Word(moveIndex: 0, score: 42, word: "QUA")])
  }

  @Test func `a word that uses a face twice is rejected`() {
    expectRejection(
      of: [.playedWord(length: 3)],
      at: 0,
      word: "AAA",
      .repeatedFace,
      #"Move 1, "AAA", is not valid: it uses a face twice."#
    )
  }

  @Test func `a word with too few characters is rejected`() {
    expectRejection(
      of: [word([.cornerTop, .cornerLeft])],
      at: 0,
      word: "CA",
      .tooShort,
      #"Move 1, "CA", is not valid: it has fewer than 3 characters."#
    )
    expectRejection(
      of: [word([])],
      at: 0,
      word: "",
      .tooShort,
      #"Move 1, "", is not valid: it has fewer than 3 characters."#
    )
  }

  @Test func `a word that was played before is rejected, even on other faces`() {
    expectRejection(
      of: [.cab, .removeCube, word([top(x: .one), left(x: .one), right(x: .one)])],
      at: 2,
      word: "CAB",
      .alreadyPlayed,
      #"Move 3, "CAB", is not valid: it was played before."#
    )
  }

  @Test func `a word that is not in the dictionary is rejected`() {
    expectRejection(
      of: [.cab],
      at: 0,
      word: "CAB",
      .notInDictionary,
      #"Move 1, "CAB", is not valid: the dictionary does not have it."#,
      isValidWord: { $0 != "CAB" }
    )
  }

  @Test func `a claim that is too high is rejected`() {
    expectRejection(
      of: [.cab, .highScoringMove],
      at: 1,
      word: "ABC",
      .wrongScore(claimed: 1234, expected: 27),
      #"Move 2, "ABC", is not valid: it claims 1234 points instead of 27."#
    )
  }

  @Test func `a word on a removed cube is rejected`() {
    expectRejection(
      of: [.removeCube, .cab],
      at: 1,
      word: "CAB",
      .cubeNotInPlay(.corner),
      #"Move 2, "CAB", is not valid: the cube at (2, 2, 2) is not in play."#
    )
  }

  @Test func `a word on a cube that is used up is rejected`() {
    expectRejection(
      of: [
        .cab,
        word([.cornerLeft, .cornerRight, .cornerTop]),
        word([.cornerRight, .cornerTop, .cornerLeft]),
        word([.cornerLeft, .cornerTop, .cornerRight]),
      ],
      at: 3,
      word: "ACB",
      .cubeNotInPlay(.corner),
      #"Move 4, "ACB", is not valid: the cube at (2, 2, 2) is not in play."#
    )
  }

  @Test func `a word with faces that do not touch is rejected`() {
    let far = IndexedCubeFace(index: LatticePoint(x: .zero, y: .zero, z: .two), side: .left)
    expectRejection(
      of: [word([.cornerTop, .cornerLeft, far])],
      at: 0,
      word: "CAA",
      .facesDoNotTouch(.cornerLeft, far),
      """
      Move 1, "CAA", is not valid: \
      the left of (2, 2, 2) and the left of (0, 0, 2) do not touch.
      """
    )
  }

  @Test func `a word over a covered face is rejected`() {
    let below = IndexedCubeFace(index: LatticePoint(x: .two, y: .one, z: .two), side: .top)
    expectRejection(
      of: [word([.cornerTop, .cornerRight, below])],
      at: 0,
      word: "CBC",
      .faceCovered(below),
      #"Move 1, "CBC", is not valid: the top of (2, 1, 2) is covered."#
    )
  }

  @Test func `a word may use removed cubes if the cube of its first face is in play`() throws {
    let below = IndexedCubeFace(index: LatticePoint(x: .two, y: .one, z: .two), side: .top)

    let game = try verify(
      moves: [word([below, .cornerRight, .cornerTop])],
      playedOn: .mock
    ) { _ in true }

    #expect(game.words.map(\.word) == ["CBC"])
  }

  @Test func `two quick taps remove a cube only once`() throws {
    var puzzle = Puzzle.mock
    puzzle[.corner].wasRemoved = true

    let game = try verify(
      moves: [.removeCube, .removeCube],
      playedOn: .mock
    ) { _ in true }

    #expect(game == VerifiedGame(puzzle: puzzle, words: []))
  }

  @Test func `a removed cube cannot be removed again`() {
    let other = Move(
      playedAt: .mock,
      score: 0,
      type: .removedCube(LatticePoint(x: .two, y: .two, z: .one))
    )
    expectRejection(
      of: [.removeCube, other, .removeCube],
      at: 2,
      word: nil,
      .cubeNotInPlay(.corner),
      "Move 3 is not valid: the cube at (2, 2, 2) is not in play."
    )
  }

  @Test func `a removed cube with a claimed score is rejected`() {
    var move = Move.removeCube
    move.score = 1000
    expectRejection(
      of: [move],
      at: 0,
      word: nil,
      .wrongScore(claimed: 1000, expected: 0),
      "Move 1 is not valid: it claims 1000 points instead of 0."
    )
  }

  @Test func `moves after the first invalid one are not checked`() {
    var asked: [String] = []

    #expect(throws: VerificationFailed(moveIndex: 1, word: "ABC", reason: .notInDictionary)) {
      try verify(
        moves: [
          .cab,
          word([.cornerLeft, .cornerRight, .cornerTop]),
          word([.cornerRight, .cornerTop, .cornerLeft]),
        ],
        playedOn: .mock
      ) {
        asked.append($0)
        return $0 == "CAB"
      }
    }
    #expect(asked == ["CAB", "ABC"])
  }

  @Test func `the score of a face with a very long text does not overflow`() {
    var puzzle = ArchivablePuzzle.mock
    let text = String(repeating: "Z", count: 1_000_000)
    puzzle[.corner].top.letters = text

    #expect(
      throws: VerificationFailed(
        moveIndex: 0,
        word: text,
        reason: .wrongScore(claimed: 1, expected: .max)
      )
    ) {
      try verify(
        moves: [Move(playedAt: .mock, score: 1, type: .playedWord([.cornerTop]))],
        playedOn: puzzle
      ) { _ in true }
    }
  }

  private func expectRejection(
    of moves: Moves,
    at moveIndex: Int,
    word: String?,
    _ reason: VerificationFailed.Reason,
    _ message: String,
    isValidWord: (String) -> Bool = { _ in true },
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let failure = VerificationFailed(moveIndex: moveIndex, word: word, reason: reason)
    #expect(throws: failure, sourceLocation: sourceLocation) {
      try verify(moves: moves, playedOn: .mock, isValidWord: isValidWord)
    }
    #expect(failure.description == message, sourceLocation: sourceLocation)
    #expect(failure.localizedDescription == message, sourceLocation: sourceLocation)
  }
}

/// Returns a word on the mock puzzle with its correct score.
private func word(_ faces: [IndexedCubeFace]) -> Move {
  Move(
    playedAt: .mock,
    score: score(Puzzle.mock.string(from: faces)),
    type: .playedWord(faces)
  )
}

private func left(x: LatticePoint.Index) -> IndexedCubeFace {
  IndexedCubeFace(index: LatticePoint(x: x, y: .two, z: .two), side: .left)
}

private func right(x: LatticePoint.Index) -> IndexedCubeFace {
  IndexedCubeFace(index: LatticePoint(x: x, y: .two, z: .two), side: .right)
}

private func top(x: LatticePoint.Index) -> IndexedCubeFace {
  IndexedCubeFace(index: LatticePoint(x: x, y: .two, z: .two), side: .top)
}
