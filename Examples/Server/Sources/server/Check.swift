// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import Foundation
internal import SQLiteDatabase

struct Check: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check a database: the file, its references, and the counts of its lists.",
    discussion: """
      The file is not changed, unless --rebuild is given: a copy in the folder for temporary files is \
      checked. A database that a server has open, and one of another program, is refused.
      """
  )

  @Option(help: "The file.")
  var database: String

  @Flag(
    help: """
      Make the lists anew from all scores, as after the clock was ahead: scores that were too old \
      by then come back.
      """
  )
  var rebuild = false

  func run() async throws {
    guard FileManager.default.fileExists(atPath: database) else {
      throw Failure("there is no file '\(database)'")
    }
    let report: DatabaseReport
    do {
      if rebuild {
        let storage = try SQLiteDatabase(path: database, date: { Date() })
        try await storage.rebuild()
        try storage.close()
      }
      report = try await SQLiteDatabase.report(onFile: database, date: { Date() })
    } catch {
      throw Failure("cannot check '\(database)': \(error.localizedDescription)")
    }
    for problem in report.problems { print(problem) }
    print("\(report.players) players, \(report.scores) scores, \(report.problems.count) problems")
    if report.problems.isEmpty == false { throw ExitCode(1) }
  }
}
