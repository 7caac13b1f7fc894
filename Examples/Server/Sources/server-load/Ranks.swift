// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import Foundation
internal import Lockstep
internal import SQLiteDatabase
internal import ServerRouter
internal import SharedModels
internal import SiteMiddleware

struct Ranks: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure what a rank and a submission cost as the table grows.",
    discussion: """
      Fails if the median among the most scores is more than --factor times that among the fewest, \
      which are a thousand.
      """
  )

  @Option(help: "The file of the database, which is made.")
  var database: String

  @Option(help: "How many scores are stored in the end.")
  var scores = 1_000_000

  @Option(help: "How many answers are measured at each size.")
  var samples = 500

  @Option(help: "How many times as long an answer may take among the most scores.")
  var factor = 8.0

  func validate() throws {
    guard scores >= 1_000, samples > 0 else {
      throw ValidationError("'--scores' needs at least 1000, '--samples' at least 1")
    }
  }

  func run() async throws {
    let storage = try SQLiteDatabase(path: database, date: { Date() })
    let client = DatabaseClient.sqlite(storage)
    var stored = 0
    var size = 1_000
    var medians: [String: [Double]] = [:]
    while size <= scores {
      while stored < size {
        // Inserting scores in board order is faster.
        let batch = (stored..<min(size, stored + 100_000)).map(score).sorted { $0.score < $1.score }
        try storage.insert(batch)
        stored += batch.count
      }
      let submissions = try await measure { sample in
        let number = scores + stored + sample
        _ = try await client.submitLeaderboardScore(submission(number))
      }
      print("\(stored) scores: submission \(submissions.line)")
      medians["submission", default: []].append(submissions.median)
      for timeScope in TimeScope.soloScopes {
        let ranks = try await measure { sample in
          let request = FetchLeaderboardSummaryRequest(
            gameMode: .timed,
            language: .en,
            subject: .player(scoreId: .deadbeef, playerId: playerId(scores + stored + sample)),
            timeScope: timeScope
          )
          _ = try await client.fetchLeaderboardSummary(request)
        }
        print("\(stored) scores: rank \(timeScope.rawValue) \(ranks.line)")
        medians["rank \(timeScope.rawValue)", default: []].append(ranks.median)
      }
      size *= 10
    }
    try storage.close()
    for (name, medians) in medians.sorted(by: { $0.key < $1.key }) {
      let (fewest, most) = (medians[0], medians[medians.count - 1])
      let text = String(
        format: "%@: %.3f ms among the fewest scores, %.3f ms among the most: %.1f times",
        name,
        fewest,
        most,
        most / fewest
      )
      print(text)
      guard most <= factor * fewest else { throw Failure("too slow: \(text)") }
    }
  }

  private func measure(_ body: (Int) async throws -> Void) async throws -> Latencies {
    var times: [Double] = []
    let start = ContinuousClock.now
    for sample in 0..<samples {
      let start = ContinuousClock.now
      try await body(sample)
      times.append(start.duration(to: .now) / .milliseconds(1))
    }
    return Latencies(times, seconds: start.duration(to: .now) / .seconds(1))
  }

  private func playerId(_ number: Int) -> Player.ID {
    var id = UUID.deadbeef.uuid
    withUnsafeMutableBytes(of: &id) { bytes in
      bytes.storeBytes(of: UInt64(number).byteSwapped, as: UInt64.self)
    }
    return Player.ID(rawValue: UUID(uuid: id))
  }

  /// Returns a nearly unique score of a new player for each number, which makes the boards as large as possible.
  private func submission(_ number: Int) -> SubmitLeaderboardScore {
    var puzzle = ArchivablePuzzle.mock
    puzzle[.corner].top.letters = "\(number % 1_000)"
    return SubmitLeaderboardScore(
      dailyChallengeId: nil,
      gameContext: .solo,
      gameMode: .timed,
      language: .en,
      moves: [.cab],
      playerId: playerId(number),
      puzzle: puzzle,
      score: Int(truncatingIfNeeded: (UInt64(number) &* 0x9E37_79B9_7F4A_7C15) >> 36),
      words: [.init(moveIndex: 0, score: number % 5_000, word: "CAB")]
    )
  }

  private func score(_ number: Int) -> LeaderboardScore {
    let request = submission(number)
    return LeaderboardScore(
      createdAt: Date(),
      dailyChallengeId: nil,
      gameContext: request.gameContext,
      gameMode: request.gameMode,
      id: LeaderboardScore.ID(rawValue: UUID()),
      language: request.language,
      moves: request.moves,
      playerId: request.playerId,
      puzzle: request.puzzle,
      score: request.score
    )
  }
}
