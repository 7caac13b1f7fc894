// SPDX-License-Identifier: MIT

import ExampleData
import Foundation
import Lockstep
import SharedModels
import Testing

@Suite struct SampleGameTests {
  @Test func `solo game`() throws {
    let game = try decode(.solo)
    #expect(game.gameContext == .solo)
    #expect(game.gameMode == .unlimited)
    #expect(game.currentScore == 1484)
    #expect(
      try describedMoves(of: game) == [
        "30 s: MEANING 392",
        "52 s: SITE 20",
        "108 s: VALIANT 392",
        "126 s: LISTEN 162",
        "165 s: removed (0, 2, 0)",
        "186 s: PEA 18",
        "257 s: SPINE 90",
        "323 s: removed (0, 2, 2)",
        "397 s: QUOTA 170",
        "411 s: VAT 24",
        "471 s: SAVAGE 216",
      ]
    )
  }

  @Test func `daily challenge`() throws {
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

  @Test func `forged game`() throws {
    let game = try decode(.forged)
    #expect(game.currentScore == 5012)
    #expect(
      throws: VerificationFailed(
        moveIndex: 0,
        word: "MEANING",
        reason: .wrongScore(claimed: 3920, expected: 392)
      )
    ) {
      try verified(game)
    }
  }

  @Test func `the forged game is the solo game but for one score`() throws {
    var game = try decode(.forged)
    game.moves[0].score = 392
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
  func `a game survives encoding`(sample: SampleGame) throws {
    let game = try decode(sample)
    let json = try JSONEncoder().encode(game)
    #expect(try JSONDecoder().decode(CompletedGame.self, from: json) == game)
  }

  @Test func `words go over faces that were covered`() throws {
    for sample in [SampleGame.solo, .dailyChallenge] {
      let game = try decode(sample)
      let fresh = Puzzle(game.cubes)
      let covered = game.moves.filter { move in
        guard case .playedWord(let faces) = move.type else { return false }
        return !faces.allSatisfy(fresh.isPlayable)
      }
      #expect(covered.count >= 2, "\(sample)")
    }
  }

  @Test(arguments: SampleGame.allCases)
  func `a game's file`(sample: SampleGame) throws {
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

/// A line for each move of a game that follows the rules.
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
