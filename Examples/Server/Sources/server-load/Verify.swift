// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import Foundation
internal import Lockstep
internal import SQLiteDatabase
internal import ServerRouter
internal import SharedModels
internal import SiteMiddleware

struct Verify: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check that a database has all games that were answered."
  )

  @Option(help: "The file of the database.")
  var database: String

  @Option(help: "The file that 'submit' has written.")
  var acknowledged: String

  func run() async throws {
    let all = try Games()
    let storage = try SQLiteDatabase(path: database, date: { Date() })
    let client = DatabaseClient.sqlite(storage)
    let lines = try String(contentsOfFile: acknowledged, encoding: .utf8).split(separator: "\n")
    var players: [Int: Player] = [:]
    for line in lines {
      let numbers = line.split(separator: " ").compactMap { Int($0) }
      let (number, game) = (numbers[0], all.game(numbers[1], of: numbers[0]))
      if players[number] == nil {
        let id = String(format: "%08X-0000-4000-8000-000000000000", number)
        guard let uuid = UUID(uuidString: id) else { throw Failure("no id: \(id)") }
        players[number] = try await client.fetchPlayerByDeviceId(DeviceId(rawValue: uuid))
      }
      guard let player = players[number] else { throw Failure("player \(number) is lost") }
      // The database does not store a second score for the same game.
      let stored = try await client.submitLeaderboardScore(
        SubmitLeaderboardScore(
          dailyChallengeId: nil,
          gameContext: .solo,
          gameMode: .timed,
          language: .en,
          moves: [],
          playerId: player.id,
          puzzle: game.puzzle,
          score: -1,
          words: []
        )
      )
      guard stored.score == game.score else { throw Failure("the game '\(line)' is lost") }
    }
    let problems = try await storage.problems()
    try storage.close()
    guard problems.isEmpty else { throw Failure(problems.joined(separator: "\n")) }
    print("all \(lines.count) answered games are there; the database has no problems")
  }
}
