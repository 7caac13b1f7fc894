// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
internal import Synchronization
internal import Testing

/// The page of a run that has failed, for whoever looks at the results of the tests.
enum RunPage {
  /// The folder that the environment names.
  private static let folder = ProcessInfo.processInfo.environment["LOCKSTEP_ATTACHMENTS"]
    .flatMap { $0.isEmpty ? nil : $0 }
  private static let names = Mutex(PageNames())

  /// Attaches a page to the running test, and writes it into the folder that `LOCKSTEP_ATTACHMENTS` names.
  ///
  /// - Parameters:
  ///   - test: The test that the run belongs to.
  ///   - location: The place of its store.
  ///   - page: Returns the page for a title.
  static func attach(to test: RunningTest, at location: CodeLocation, _ page: (String) -> String) {
    var isRunning = false
    if case .swiftTesting(_, let id) = test { isRunning = id == Test.current?.id }
    guard isRunning || folder != nil else { return }
    let page = page("\(test.name), store at \(location)")
    let name = names.withLock { $0.next(for: test) }
    if isRunning { Attachment.record(page, named: name, sourceLocation: SourceLocation(location)) }
    if let folder { write(page, named: name, into: folder, at: location) }
  }

  /// Writes a page into a folder, which is made if it does not exist; a note says that it could not be written.
  static func write(
    _ page: String,
    named name: String,
    into folder: String,
    at location: CodeLocation
  ) {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try page.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    } catch {
      IssueReporting.current.note(
        ReportedIssue(
          """
          The page of a run could not be written into the folder that LOCKSTEP_ATTACHMENTS names.

          Folder: \(folder)
          File: \(name)
          Error: \(error.localizedDescription)
          """,
          at: location
        )
      )
    }
  }
}
