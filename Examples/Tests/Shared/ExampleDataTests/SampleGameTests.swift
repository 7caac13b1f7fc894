// SPDX-License-Identifier: MIT

import ExampleData
import Foundation
import Lockstep
import SharedModels
import Testing

@Suite struct SampleGameTests {
  @Test func `the solo game has the expected moves and score`() throws {
    let game = try decode(.solo)
    #expect(game.gameContext == .solo)
    #expect(game.gameMode == .unlimited)
    #expect(game.currentScore == 1311)
    #expect(
      try describedMoves(of: game) == [
        "66 s: ACTUAL 198",
        "121 s: LET 15",
        "170 s: LAUREL 162",
        "215 s: QUOTA 170",
        "276 s: TOTAL 80",
        "294 s: removed (1, 2, 0)",
        "360 s: STRETCH 476",
        "386 s: removed (2, 1, 1)",
        "449 s: ITCH 48",
        "502 s: BUNK 52",
        "533 s: DANCE 110",
      ]
    )
  }

  @Test func `the daily challenge has the expected moves and score`() throws {
    let game = try decode(.dailyChallenge)
    let id = try #require(UUID(uuidString: "deadbeef-dead-beef-dead-da117c4a1132"))
    #expect(game.gameContext == .dailyChallenge(DailyChallenge.ID(rawValue: id)))
    #expect(game.gameMode == .timed)
    #expect(game.currentScore == 1816)
    #expect(
      try describedMoves(of: game) == [
        "10 s: INWARD 252",
        "18 s: DONATE 180",
        "31 s: removed (1, 2, 1)",
        "42 s: OWNER 110",
        "52 s: YEARN 110",
        "63 s: CHILDREN 800",
        "77 s: UNIQUE 324",
        "88 s: EAR 12",
        "96 s: removed (1, 1, 1)",
        "110 s: DONE 28",
      ]
    )
  }

  @Test func `verifying the forged game throws the wrong score`() throws {
    let game = try decode(.forged)
    #expect(game.currentScore == 5595)
    #expect(
      throws: VerificationFailed(
        moveIndex: 6,
        word: "STRETCH",
        reason: .wrongScore(claimed: 4760, expected: 476)
      )
    ) {
      try verified(game)
    }
  }

  @Test func `the forged game differs from the solo game in one score`() throws {
    var game = try decode(.forged)
    game.moves[6].score = 476
    #expect(try game == decode(.solo))
  }

  @Test(arguments: SampleGame.allCases)
  func `moves are in order and within the time of the game`(sample: SampleGame) throws {
    let game = try decode(sample)
    let end = game.gameStartTime + TimeInterval(game.secondsPlayed)
    let times = [game.gameStartTime] + game.moves.map(\.playedAt)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    #expect(try #require(times.last) <= end)
  }

  @Test(arguments: SampleGame.allCases)
  func `encoding and decoding a game returns the same game`(sample: SampleGame) throws {
    let game = try decode(sample)
    let json = try JSONEncoder().encode(game)
    #expect(try JSONDecoder().decode(CompletedGame.self, from: json) == game)
  }

  @Test(arguments: [SampleGame.solo, .dailyChallenge])
  func `without its removed cubes, a game plays a word over a covered face`(
    sample: SampleGame
  ) throws {
    var game = try decode(sample)
    game.moves.removeAll { move in
      if case .removedCube = move.type { true } else { false }
    }
    let failure = #expect(throws: VerificationFailed.self) { try verified(game) }
    guard case .faceCovered? = failure?.reason else {
      Issue.record("Expected a covered face, got \(String(describing: failure))")
      return
    }
  }

  @Test(arguments: SampleGame.allCases)
  func `the data of a sample game equals its file`(sample: SampleGame) throws {
    #expect(sample.url.lastPathComponent == "\(sample.rawValue).json")
    #expect(try Data(contentsOf: sample.url) == ExampleData.game(sample))
  }
}

private func decode(_ sample: SampleGame) throws -> CompletedGame {
  try JSONDecoder().decode(CompletedGame.self, from: ExampleData.game(sample))
}

@discardableResult
private func verified(_ game: CompletedGame) throws -> VerifiedGame {
  let words = Set(try ExampleData.words())
  return try verify(moves: game.moves, playedOn: game.cubes) { words.contains($0.lowercased()) }
}

/// Verifies a game and describes each of its moves on a line.
private func describedMoves(of game: CompletedGame) throws -> [String] {
  let words = try verified(game).words
  return game.moves.enumerated().map { index, move in
    let time = Int(move.playedAt.timeIntervalSince(game.gameStartTime))
    switch move.type {
    case .playedWord:
      let word = words.first { $0.moveIndex == index }
      return "\(time) s: \(word?.word ?? "no word") \(move.score)"
    case .removedCube(let point):
      return "\(time) s: removed \(point)"
    }
  }
}
