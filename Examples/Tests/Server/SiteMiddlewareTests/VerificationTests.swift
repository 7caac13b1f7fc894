// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import ServerRouter
import SharedModels
import SiteMiddleware
import Testing

/// Tests which games the server accepts.
@Suite struct VerificationTests {
  @Test(arguments: Self.invalidGames)
  func `a game with an invalid move is refused as a whole`(game: InvalidGame) async throws {
    let server = TestServer()
    let answer = try await server.environment.answer(submitting: .solo(.mock), game.moves)
    #expect(answer.refusal == Refusal(400, game.sentence))

    #expect(server.stored.value == [])
  }

  @Test func `a word that is not in the dictionary is rejected`() async throws {
    let asked = Recorder<[String]>([])
    var environment = ServerEnvironment.withPlayers
    environment.dictionary.contains = { word, language in
      asked.update { $0.append("\(word) \(language)") }
      return word == "CAB"
    }
    let answer = try await environment.answer(submitting: .solo(.mock), [.cab, .abc])
    #expect(
      answer.refusal
        == Refusal(400, "Move 2, \"ABC\", is not valid: the dictionary does not have it.")
    )
    #expect(asked.value == ["CAB en", "ABC en"])
  }

  @Test func `a daily challenge is verified on its own puzzle`() async throws {
    let server = TestServer()
    var challenge = DailyChallenge.mock
    challenge.puzzle[.corner].left.letters = "Z"
    server.database.insert(challenge)
    let answer = try await server.environment.answer(
      submitting: .dailyChallenge(challenge.id),
      [.cab]
    )
    #expect(
      answer.refusal
        == Refusal(400, "Move 1, \"CZB\", is not valid: it claims 27 points instead of 57.")
    )
  }

  @Test func `one player's invalid move makes the match invalid for both players`() async throws {
    let server = TestServer()
    let answer = try await server.environment.answer(
      submitting: .turnBased(
        .init(
          gameMode: .unlimited,
          language: .en,
          playerIndexToId: [0: Player.blob.id, 1: Player.blobJr.id],
          puzzle: .mock
        )
      ),
      [.cab.by(0), .highScoringMove.by(1)]
    )
    #expect(
      answer.refusal
        == Refusal(400, "Move 2, \"ABC\", is not valid: it claims 1234 points instead of 27.")
    )
    #expect(server.stored.value == [])
  }

  @Test(arguments: Self.validGames)
  func `a game that follows the rules is accepted`(game: ValidGame) async throws {
    let server = TestServer()
    let answer = try await server.environment.answer(
      submitting: .solo(.init(gameMode: .timed, language: .en, puzzle: game.puzzle)),
      game.moves
    )
    #expect(answer.status == 200)
    #expect(server.stored.value.map(\.score) == [game.score])
  }

  @Test func `claimed scores beyond the largest integer are added without a trap`() async throws {
    var puzzle = ArchivablePuzzle.mock
    puzzle[.corner].left.letters = String(repeating: "Q", count: 1_000_000)
    let claim = { (move: Move) in
      var move = move
      move.score = .max
      return move
    }
    // The server refuses a puzzle with so many letters before it verifies the moves.
    let server = TestServer()
    let answer = try await server.environment.answer(
      submitting: .solo(.init(gameMode: .timed, language: .en, puzzle: puzzle)),
      [claim(.abc), claim(.cab)]
    )
    #expect(answer.status == 400)
    let moves: Moves = [claim(.abc), claim(.cab)]
    try verify(moves: moves, playedOn: puzzle) { _ in true }
    #expect(moves.score == .max)
  }
}

extension VerificationTests {
  struct InvalidGame: CustomTestStringConvertible, Sendable {
    var moves: Moves
    var sentence: String

    var testDescription: String { sentence }
  }

  struct ValidGame: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var puzzle = ArchivablePuzzle.mock
    var moves: Moves
    var score: Int
  }

  private static let below = LatticePoint(x: .two, y: .one, z: .two)
  private static let far = LatticePoint(x: .zero, y: .zero, z: .zero)

  private static let invalidGames = [
    InvalidGame(
      moves: [word(.cornerTop, .cornerTop, .cornerLeft, score: 27)],
      sentence: "Move 1, \"CCA\", is not valid: it uses a face twice."
    ),
    InvalidGame(
      moves: [word(.cornerTop, .cornerLeft, score: 10)],
      sentence: "Move 1, \"CA\", is not valid: it has fewer than 3 characters."
    ),
    InvalidGame(
      moves: [word(score: 0)],
      sentence: "Move 1, \"\", is not valid: it has fewer than 3 characters."
    ),
    InvalidGame(
      moves: [.cab, .abc, .cab],
      sentence: "Move 3, \"CAB\", is not valid: it was played before."
    ),
    InvalidGame(
      moves: [
        .cab, word(.top(below), .left(below), .right(below), score: 27),
      ],
      sentence: "Move 2, \"CAB\", is not valid: it was played before."
    ),
    InvalidGame(
      moves: [.cab, .mock],
      sentence: "Move 2, \"ABC\", is not valid: it claims 20 points instead of 27."
    ),
    InvalidGame(
      moves: [.highScoringMove],
      sentence: "Move 1, \"ABC\", is not valid: it claims 1234 points instead of 27."
    ),
    InvalidGame(
      moves: [word(.cornerTop, .cornerLeft, .cornerRight, score: -27)],
      sentence: "Move 1, \"CAB\", is not valid: it claims -27 points instead of 27."
    ),
    InvalidGame(
      moves: [.removeCube, .cab],
      sentence: "Move 2, \"CAB\", is not valid: the cube at (2, 2, 2) is not in play."
    ),
    InvalidGame(
      moves: [
        .abc, .cab, word(.cornerRight, .cornerTop, .cornerLeft, score: 27),
        word(.cornerRight, .cornerLeft, .cornerTop, score: 27),
      ],
      sentence: "Move 4, \"BAC\", is not valid: the cube at (2, 2, 2) is not in play."
    ),
    InvalidGame(
      moves: [word(.cornerTop, .cornerLeft, .right(far), score: 27)],
      sentence: """
        Move 1, "CAB", is not valid: the left of (2, 2, 2) and the right of (0, 0, 0) do not touch.
        """
    ),
    InvalidGame(
      moves: [word(.cornerLeft, .cornerRight, .top(below), score: 27)],
      sentence: "Move 1, \"ABC\", is not valid: the top of (2, 1, 2) is covered."
    ),
    InvalidGame(
      moves: [.removeCube, remove(below), .removeCube],
      sentence: "Move 3 is not valid: the cube at (2, 2, 2) is not in play."
    ),
    InvalidGame(
      moves: [Move(playedAt: .mock, score: 5, type: .removedCube(.corner))],
      sentence: "Move 1 is not valid: it claims 5 points instead of 0."
    ),
  ]

  private static let validGames = [
    ValidGame(
      testDescription: "Three words use a cube up",
      moves: [.abc, .cab, word(.cornerRight, .cornerTop, .cornerLeft, score: 27)],
      score: 81
    ),
    ValidGame(
      testDescription: "Two quick taps remove a cube twice",
      moves: [.removeCube, .removeCube, .removeCube],
      score: 0
    ),
    ValidGame(
      testDescription: "A removed cube uncovers another",
      moves: [.removeCube, word(.left(below), .right(below), .top(below), score: 27)],
      score: 27
    ),
    ValidGame(
      testDescription: "Characters count, not faces",
      puzzle: {
        var puzzle = ArchivablePuzzle.mock
        puzzle[.corner].top.letters = "QU"
        return puzzle
      }(),
      moves: [word(.cornerTop, .cornerLeft, score: 42)],
      score: 42
    ),
    ValidGame(
      testDescription: "The first face may be covered",
      moves: [word(.top(below), .cornerLeft, .cornerRight, score: 27)],
      score: 27
    ),
    ValidGame(
      testDescription: "Longer words count more",
      moves: [
        word(.left(below), .right(below), .cornerLeft, .cornerRight, .cornerTop, score: 140)
      ],
      score: 140
    ),
  ]

  private static func word(_ faces: IndexedCubeFace..., score: Int) -> Move {
    Move(playedAt: .mock, score: score, type: .playedWord(faces))
  }

  private static func remove(_ point: LatticePoint) -> Move {
    Move(playedAt: .mock, score: 0, type: .removedCube(point))
  }
}

extension IndexedCubeFace {
  fileprivate static func top(_ point: LatticePoint) -> Self { Self(index: point, side: .top) }
  fileprivate static func left(_ point: LatticePoint) -> Self { Self(index: point, side: .left) }
  fileprivate static func right(_ point: LatticePoint) -> Self { Self(index: point, side: .right) }
}
