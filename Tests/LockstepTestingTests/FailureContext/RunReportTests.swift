// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import Testing

@testable import LockstepTesting

/// The files with the reports of runs that have failed.
@Suite struct RunReportTests {
  private static func names(_ tests: [String]) -> [String] {
    var names = ReportNames()
    return tests.map { names.next(for: .xcTest(name: $0)) }
  }

  @Test func `each report has a name of its own`() {
    #expect(
      Self.names(["A.test", "A.test", "B.test", "A.test-2", "a.Test", "A.test"])
        == ["A.test.html", "A.test-2.html", "B.test.html", "A.test-2-2.html", "a.Test-3.html"]
        + ["A.test-4.html"]
    )
  }

  @Test func `a file name cannot escape its folder`() {
    #expect(
      Self.names(["../../etc/passwd", "/", "..", ".", "", "C:\\a b\n\t*?\u{0}c", "-rf"])
        == ["etc-passwd.html", "test.html", "test-2.html", "test-3.html", "test-4.html"]
        + ["C-a-b-c.html", "rf.html"]
    )
  }

  @Test func `a name keeps letters and digits of any script`() {
    #expect(
      Self.names(["Grüße 42", "検索()", "👩‍👩‍👧 🧨", "a\u{202E}b"])
        == ["Grüße-42.html", "検索.html", "test.html", "a-b.html"]
    )
  }

  @Test(arguments: ["a", "ü", "検", "e\u{301}"])
  func `a long name fits into a file system`(character: String) {
    let name = String(repeating: character, count: 1_000)
    let names = Self.names([name, name])
    #expect(names[0] != names[1])
    for name in names {
      #expect((190..<256).contains(name.utf8.count))
      #expect(name.hasSuffix(".html"))
    }
  }

  @Test func `tests of one name in two suites have different names`() throws {
    var names = ReportNames()
    let id = try #require(Test.current).id
    let name = names.next(for: .swiftTesting(name: "a display name", id: id))
    #expect(
      name
        == "LockstepTestingTests.RunReportTests-tests-of-one-name-in-two-suites-have-different-names.html"
    )
  }

  @Test func `a folder is made for the report`() throws {
    let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: root) }
    let folder = root.appending(path: "a/b").path(percentEncoded: false)
    let notes = NoteCollector.collect {
      RunReport.write("first", named: "report.html", into: folder, at: CodeLocation(.step(1)))
      RunReport.write("second", named: "report.html", into: folder, at: CodeLocation(.step(1)))
    }
    #expect(notes == [])
    #expect(try String(contentsOfFile: "\(folder)/report.html", encoding: .utf8) == "second")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["report.html"])
  }

  @Test func `a note says that a report could not be written`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let folder = file.appending(path: "pages").path(percentEncoded: false)
    let notes = NoteCollector.collect {
      RunReport.write("report", named: "report.html", into: folder, at: CodeLocation(.step(1)))
    }
    let text = try #require(notes.first).text
    #expect(notes.count == 1)
    let start = """
      The report of a run could not be written into the folder that LOCKSTEP_ATTACHMENTS names.

      Folder: \(folder)
      File: report.html
      Error: \

      """
      .dropLast()
    #expect(text.hasPrefix(start))
    let end = "\n\nMake the folder writable, or change the variable."
    #expect(text.hasSuffix(end))
    #expect(text.count > start.count + end.count)
    #expect(notes.map(\.location.line) == [1])
  }
}
