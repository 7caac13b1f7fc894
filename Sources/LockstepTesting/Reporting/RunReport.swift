// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
internal import Synchronization
internal import Testing

enum RunReport {
  private static let folder = ProcessInfo.processInfo.environment["LOCKSTEP_ATTACHMENTS"]
    .flatMap { $0.isEmpty ? nil : $0 }
  private static let names = Mutex(ReportNames())

  /// Attaches a report to the running test, and writes it to the folder in `LOCKSTEP_ATTACHMENTS`.
  static func attach(to test: RunningTest, at location: CodeLocation, _ report: (String) -> String)
  {
    var isRunning = false
    if case .swiftTesting(_, let id) = test { isRunning = id == Test.current?.id }
    guard isRunning || folder != nil else { return }
    let report = report("\(test.name), store at \(location)")
    let name = names.withLock { $0.next(for: test) }
    if isRunning {
      Attachment.record(report, named: name, sourceLocation: SourceLocation(location))
    }
    if let folder { write(report, named: name, into: folder, at: location) }
  }

  /// Writes a report to a folder, which it creates if needed, or emits a note if writing fails.
  static func write(
    _ report: String,
    named name: String,
    into folder: String,
    at location: CodeLocation
  ) {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try report.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    } catch {
      IssueReporting.current.note(
        ReportedIssue(
          """
          The report of a run could not be written into the folder that LOCKSTEP_ATTACHMENTS names.

          Folder: \(folder)
          File: \(name)
          Error: \(error.localizedDescription)

          Make the folder writable, or change the variable.
          """,
          at: location
        )
      )
    }
  }
}
