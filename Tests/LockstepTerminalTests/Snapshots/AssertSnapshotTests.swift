// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTerminal
import LockstepTerminalTesting
import LockstepTesting
import Testing

@Suite struct AssertSnapshotTests {
  @Test func `a matching snapshot passes`() {
    let issues = withReportedIssues {
      assertSnapshot(
        of: makeStopwatch(),
        script: """
          press s
          wait 6s
          """,
        matches: """
          == at first ==
          0 s

          == press s ==
          0 s

          == wait 6s ==
          5 s

          == finished ==
          """
      )
    }
    #expect(issues == [])
  }

  @Test func `a mismatch is reported at the assertion's line with the text that passes`() {
    let line: UInt = #line + 2
    let issues = withReportedIssues {
      assertSnapshot(of: makeStopwatch(), script: "wait 1s", matches: .text("== at first ==\n1 s"))
    }
    #expect(
      issues.map(\.message) == [
        """
        The terminal does not match the snapshot in the test: …

        == at first ==
        - 1 s
        + 0 s

        + == wait 1s ==
        + 0 s

        (Expected: -, Actual: +)

        If the current screens are correct, replace the text in the test with:

        == at first ==
        0 s

        == wait 1s ==
        0 s
        """
      ]
    )
    #expect(issues.first?.location.line == line)
    #expect("\(issues.first?.location.filePath ?? "")" == #filePath)
  }

  @Test func `a script that cannot be read is reported, and not run`() {
    let terminal = makeStopwatch()
    let issues = withReportedIssues {
      assertSnapshot(of: terminal, script: "press s\nwait", matches: "")
    }
    #expect(
      issues.map(\.message) == [
        """
        The script cannot be read: line 2: 'wait' needs a time up to 600s, such as 250ms or 2s, not ''
        """
      ]
    )
    terminal.advance(by: 2)
    #expect(terminal.screen.plainText == "0 s")
  }

  // MARK: Files

  @Test func `the path of a file is relative to the folder of the test`() {
    assertSnapshot(
      of: makeStopwatch(),
      script: "press s\nwait 2s",
      matches: .file("Recorded/stopwatch.txt")
    )
  }

  private let snapshot = Snapshot("== at first ==\nnew")
  private let rerun = """
    If the current screens are correct, run the test again with LOCKSTEP_WRITE_SNAPSHOTS=1 to record them.
    """
  private let guarded = """
    Snapshots are not recorded when CI is set, so that an unreviewed snapshot is never accepted. If the current \
    screens are correct, run the test locally with LOCKSTEP_WRITE_SNAPSHOTS=1 to record them.
    """
  private let written = """
    Recorded the snapshot, because LOCKSTEP_WRITE_SNAPSHOTS is set. Review the changes. The next run of the test \
    compares with this snapshot.
    """

  /// Compares the snapshot with a file; returns what is reported, and what the file then contains.
  private func compare(
    _ content: String?,
    _ environment: [String: String]
  ) throws -> (issue: String?, content: String?) {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "frames-\(UUID())", directoryHint: .isDirectory)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "Snapshots/a.txt")
    if let content {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(content.utf8).write(to: file)
    }
    let issue = SnapshotEnvironment(environment).compare(
      snapshot,
      .file("Snapshots/a.txt"),
      in: folder
    )
    return (issue, try? String(contentsOf: file, encoding: .utf8))
  }

  private static let noWriting: [[String: String]] = [
    [:], ["CI": ""], ["LOCKSTEP_WRITE_SNAPSHOTS": ""], ["LOCKSTEP_WRITE_SNAPSHOTS": "0"],
  ]
  private static let inCI: [[String: String]] = [
    ["CI": "1"], ["CI": "false", "LOCKSTEP_WRITE_SNAPSHOTS": "1"],
  ]
  private static let writing: [[String: String]] = [
    ["LOCKSTEP_WRITE_SNAPSHOTS": "1"], ["CI": "", "LOCKSTEP_WRITE_SNAPSHOTS": "yes"],
  ]

  private let difference = """
    The terminal does not match the snapshot in 'Snapshots/a.txt': …

    == at first ==
    - old
    + new

    (Expected: -, Actual: +)
    """

  @Test(arguments: noWriting)
  func `a snapshot in a file is compared`(environment: [String: String]) throws {
    let missing = try compare(nil, environment)
    #expect(missing.issue == "There is no snapshot in 'Snapshots/a.txt'.\n\n\(rerun)")
    #expect(missing.content == nil)
    let other = try compare("== at first ==\nold\n", environment)
    #expect(other.issue == "\(difference)\n\n\(rerun)")
    #expect(other.content == "== at first ==\nold\n")
  }

  @Test(arguments: inCI)
  func `snapshots are not written if CI is set`(environment: [String: String]) throws {
    let missing = try compare(nil, environment)
    #expect(missing.issue == "There is no snapshot in 'Snapshots/a.txt'.\n\n\(guarded)")
    #expect(missing.content == nil)
    let other = try compare("== at first ==\nold\n", environment)
    #expect(other.issue == "\(difference)\n\n\(guarded)")
    #expect(other.content == "== at first ==\nold\n")
  }

  @Test(arguments: writing)
  func `the variable LOCKSTEP_WRITE_SNAPSHOTS records a snapshot in its file`(
    environment: [String: String]
  ) throws {
    let missing = try compare(nil, environment)
    #expect(missing.issue == "There is no snapshot in 'Snapshots/a.txt'.\n\n\(written)")
    #expect(missing.content == "== at first ==\nnew\n")
    let other = try compare("== at first ==\nold\n", environment)
    #expect(other.issue == "\(difference)\n\n\(written)")
    #expect(other.content == "== at first ==\nnew\n")
  }

  @Test(arguments: noWriting + inCI + writing)
  func `a matching file is not changed`(environment: [String: String]) throws {
    let same = try compare("== at first ==\r\nnew", environment)
    #expect(same.issue == nil)
    #expect(same.content == "== at first ==\r\nnew")
  }

  @Test func `a file that cannot be written is reported`() throws {
    let issue = SnapshotEnvironment(["LOCKSTEP_WRITE_SNAPSHOTS": "1"])
      .compare(snapshot, .file("/dev/null/a.txt"), in: URL(fileURLWithPath: "/"))
    #expect(
      try #require(issue).hasPrefix(
        "There is no snapshot in '/dev/null/a.txt'.\n\nThe snapshot could not be written: "
      )
    )
  }

  @Test func `a snapshot in the code is never written`() throws {
    let issue = SnapshotEnvironment(["LOCKSTEP_WRITE_SNAPSHOTS": "1"])
      .compare(snapshot, "== at first ==\nold", in: URL(fileURLWithPath: "/"))
    #expect(
      try #require(issue).hasSuffix("replace the text in the test with:\n\n\(snapshot.text)")
    )
  }
}
