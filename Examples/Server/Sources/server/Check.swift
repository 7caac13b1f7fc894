// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import Foundation
internal import SQLiteDatabase

/// Looks for damage in a database that no server has open.
struct Check: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check a database: the file, its references, and the counts of its lists."
  )

  @Option(help: "The file.")
  var database: String

  func run() async throws {
    guard FileManager.default.fileExists(atPath: database) else {
      throw Failure("there is no file '\(database)'")
    }
    let storage = try SQLiteDatabase(path: database, date: { Date() })
    let problems = try await storage.problems()
    let (players, scores) = try await storage.totals()
    try storage.close()
    for problem in problems { print(problem) }
    print("\(players) players, \(scores) scores, \(problems.count) problems")
    if problems.isEmpty == false { throw ExitCode(1) }
  }
}
