// SPDX-License-Identifier: MIT

import Lockstep
import SharedModels
import Testing

@Suite struct MoveTests {
  @Test func `a played word is coded as JSON`() throws {
    let text = """
      {"playedAt":1234567890,"score":27,"type":{"playedWord":[\
      {"index":{"x":2,"y":2,"z":2},"side":0},\
      {"index":{"x":2,"y":2,"z":2},"side":1},\
      {"index":{"x":2,"y":2,"z":2},"side":2}]}}
      """

    #expect(try json(Move.cab) == text)
    #expect(try decode(Move.self, text) == .cab)
  }

  @Test func `a move of a match is coded as JSON`() throws {
    let move = Move(
      playedAt: .mock,
      playerIndex: 1,
      reactions: [0: Move.Reaction(rawValue: "😇"), 1: Move.Reaction(rawValue: "😡")],
      score: 0,
      type: .removedCube(LatticePoint(x: .zero, y: .one, z: .two))
    )
    let text = """
      {"playedAt":1234567890,"playerIndex":1,"reactions":{"0":"😇","1":"😡"},"score":0,\
      "type":{"removedCube":{"x":0,"y":1,"z":2}}}
      """

    #expect(try json(move) == text)
    #expect(try decode(Move.self, text) == move)
  }

  @Test(arguments: [
    (
      #"{"playedAt":0,"score":0,"type":{}}"#,
      #"At type: expected one of the keys "playedWord", "removedCube", found none."#
    ),
    (
      #"{"playedAt":0,"score":0,"type":{"playedWord":[],"removedCube":{"x":0,"y":0,"z":0}}}"#,
      """
      At type: expected one of the keys "playedWord", "removedCube", \
      found "playedWord", "removedCube".
      """
    ),
    (
      #"{"playedAt":0,"score":0,"reactions":{"one":"!"},"type":{"playedWord":[]}}"#,
      #"At reactions.one: expected a player index as key, found "one"."#
    ),
    (
      #"{"playedAt":0,"score":0,"type":{"removedCube":{"x":0,"y":3,"z":0}}}"#,
      "At type.removedCube.y: expected one of 0, 1, 2, found 3."
    ),
    (
      #"{"playedAt":0,"score":0,"type":{"playedWord":[{"index":{"x":0,"y":0},"side":0}]}}"#,
      #"At type.playedWord[0].index: missing key "z"."#
    ),
  ])
  func `the decoding error names the invalid part of a move`(json: String, line: String) throws {
    #expect(try decodingErrorLine(Move.self, json) == line)
  }

  @Test func `moves are coded as an array`() throws {
    #expect(try json([] as Moves) == "[]")
    #expect(
      try json([.cab, .removeCube] as Moves) == "[\(json(Move.cab)),\(json(Move.removeCube))]"
    )
    #expect(
      try decode(Moves.self, json([.cab, .removeCube] as Moves)) == [.cab, .removeCube]
    )
  }

  @Test func `moves can be changed as a collection`() {
    var moves: Moves = [.cab]
    moves.append(.removeCube)
    moves.insert(.mock, at: 1)
    moves[0].score = 28
    moves.removeLast()

    var expected = Move.cab
    expected.score = 28
    #expect(moves == [expected, .mock])
    #expect(moves.map(\.score) == [28, 20])
  }

  @Test func `the score of moves is the sum of their claims`() {
    #expect(([] as Moves).score == 0)
    #expect(([.cab, .removeCube, .mock] as Moves).score == 47)
  }

  @Test(
    arguments: [
      ([.max, 1], .max), ([.min, -1], .min), ([.max, 1, -1], .max - 1), ([.max, .min], -1),
    ] as [([Int], Int)]
  )
  func `the sum of claims is clamped instead of trapping`(claims: [Int], sum: Int) {
    let moves = Moves(claims.map { Move(playedAt: .mock, score: $0, type: .playedWord([])) })

    #expect(moves.score == sum)
  }
}
