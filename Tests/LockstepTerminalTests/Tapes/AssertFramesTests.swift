// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTerminal
import LockstepTerminalTesting
import LockstepTesting
import Testing

@Suite struct AssertFramesTests {
  @Test func `frames that are as expected pass`() {
    let issues = withReportedIssues {
      assertFrames(
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

          == over ==
          """
      )
    }
    #expect(issues == [])
  }

  @Test func `others are reported at the line of the assertion, with the text that would pass`() {
    let line: UInt = #line + 2
    let issues = withReportedIssues {
      assertFrames(of: makeStopwatch(), script: "wait 1s", matches: .text("== at first ==\n1 s"))
    }
    #expect(
      issues.map(\.message) == [
        """
        The frames are not those of the test: …

        == at first ==
        - 1 s
        + 0 s

        + == wait 1s ==
        + 0 s

        (Expected: -, Actual: +)

        If they are right as they are now, change the text in the test to this one:

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
      assertFrames(of: terminal, script: "press s\nwait", matches: "")
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

  @Test func `the path of a file begins at the folder of the test`() {
    assertFrames(
      of: makeStopwatch(),
      script: "press s\nwait 2s",
      matches: .file("Recorded/stopwatch.txt")
    )
  }

  private let tape = FrameTape("== at first ==\nnew")
  private let rerun = """
    If they are right as they are now, run the test again with LOCKSTEP_WRITE_FRAMES=1 to write \
    them anew.
    """
  private let guarded = """
    Nothing is written where CI is set, so that unreviewed frames are never accepted. If \
    the current frames are right, run the test elsewhere with \
    LOCKSTEP_WRITE_FRAMES=1 to write them anew.
    """
  private let written = """
    The frames have been written anew, since LOCKSTEP_WRITE_FRAMES is set. Look at what has \
    changed; the next run of the test compares with them.
    """

  /// Compares the tape with a file; returns what is reported, and what the file then contains.
  private func compare(
    _ content: String?,
    _ environment: [String: String]
  ) throws -> (issue: String?, content: String?) {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "frames-\(UUID())", directoryHint: .isDirectory)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "Tapes/a.txt")
    if let content {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(content.utf8).write(to: file)
    }
    let issue = FrameEnvironment(environment).compare(tape, .file("Tapes/a.txt"), in: folder)
    return (issue, try? String(contentsOf: file, encoding: .utf8))
  }

  private static let noWriting: [[String: String]] = [
    [:], ["CI": ""], ["LOCKSTEP_WRITE_FRAMES": ""], ["LOCKSTEP_WRITE_FRAMES": "0"],
  ]
  private static let inCI: [[String: String]] = [
    ["CI": "1"], ["CI": "false", "LOCKSTEP_WRITE_FRAMES": "1"],
  ]
  private static let writing: [[String: String]] = [
    ["LOCKSTEP_WRITE_FRAMES": "1"], ["CI": "", "LOCKSTEP_WRITE_FRAMES": "yes"],
  ]

  private let difference = """
    The frames are not those in 'Tapes/a.txt': …

    == at first ==
    - old
    + new

    (Expected: -, Actual: +)
    """

  @Test(arguments: noWriting)
  func `frames in a file are compared`(environment: [String: String]) throws {
    let missing = try compare(nil, environment)
    #expect(missing.issue == "There are no frames in 'Tapes/a.txt'.\n\n\(rerun)")
    #expect(missing.content == nil)
    let other = try compare("== at first ==\nold\n", environment)
    #expect(other.issue == "\(difference)\n\n\(rerun)")
    #expect(other.content == "== at first ==\nold\n")
  }

  @Test(arguments: inCI)
  func `where CI is set nothing is written`(environment: [String: String]) throws {
    let missing = try compare(nil, environment)
    #expect(missing.issue == "There are no frames in 'Tapes/a.txt'.\n\n\(guarded)")
    #expect(missing.content == nil)
    let other = try compare("== at first ==\nold\n", environment)
    #expect(other.issue == "\(difference)\n\n\(guarded)")
    #expect(other.content == "== at first ==\nold\n")
  }

  @Test(arguments: writing)
  func `a variable has them written anew`(environment: [String: String]) throws {
    let missing = try compare(nil, environment)
    #expect(missing.issue == "There are no frames in 'Tapes/a.txt'.\n\n\(written)")
    #expect(missing.content == "== at first ==\nnew\n")
    let other = try compare("== at first ==\nold\n", environment)
    #expect(other.issue == "\(difference)\n\n\(written)")
    #expect(other.content == "== at first ==\nnew\n")
  }

  @Test(arguments: noWriting + inCI + writing)
  func `a file that is right is left alone`(environment: [String: String]) throws {
    let same = try compare("== at first ==\r\nnew", environment)
    #expect(same.issue == nil)
    #expect(same.content == "== at first ==\r\nnew")
  }

  @Test func `a file that cannot be written is reported`() throws {
    let issue = FrameEnvironment(["LOCKSTEP_WRITE_FRAMES": "1"])
      .compare(tape, .file("/dev/null/a.txt"), in: URL(fileURLWithPath: "/"))
    #expect(
      try #require(issue).hasPrefix(
        "There are no frames in '/dev/null/a.txt'.\n\nThe frames could not be written: "
      )
    )
  }

  @Test func `a text is never written`() throws {
    let issue = FrameEnvironment(["LOCKSTEP_WRITE_FRAMES": "1"])
      .compare(tape, "== at first ==\nold", in: URL(fileURLWithPath: "/"))
    #expect(
      try #require(issue).hasSuffix("change the text in the test to this one:\n\n\(tape.text)")
    )
  }
}
