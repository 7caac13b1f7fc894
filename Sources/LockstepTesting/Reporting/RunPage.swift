// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
internal import Synchronization
internal import Testing

/// The page of a run that has failed, for whoever looks at the results of the tests.
enum RunPage {
  /// The folder that the environment names.
  private static let folder = ProcessInfo.processInfo.environment["LOCKSTEP_ATTACHMENTS"]
  /// The number of pages that each test has written.
  private static let counts = Mutex<[String: Int]>([:])

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
    let name = fileName(of: test)
    if isRunning { Attachment.record(page, named: name, sourceLocation: SourceLocation(location)) }
    guard let folder else { return }
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try page.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    } catch {
      IssueReporting.current.note(
        ReportedIssue(
          """
          The page of a run could not be written into the folder that LOCKSTEP_ATTACHMENTS names.

          Folder: \(folder)
          Error: \(error)
          """,
          at: location
        )
      )
    }
  }

  /// Returns a name that no other page of this process has.
  private static func fileName(of test: RunningTest) -> String {
    var name = String(test.name.map { $0.isLetter || $0.isNumber || "._-".contains($0) ? $0 : "-" })
    // Most file systems allow 255 bytes.
    while name.utf8.count > 200 { name.removeLast() }
    let count = counts.withLock { counts in
      counts[name, default: 0] += 1
      return counts[name] ?? 1
    }
    return count == 1 ? "\(name).html" : "\(name)-\(count).html"
  }
}
