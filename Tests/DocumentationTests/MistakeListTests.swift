// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Compares the list of mistakes with the fixtures that record their answers.
@Suite struct MistakeListTests {
  private static let folder = "Tests/Fixtures/Mistakes"

  /// The columns of each row: the mistake, where its answer is recorded, and what is missing from the answer.
  private static let rows: Result<[[String]], any Error> = Result {
    try MarkdownFile("\(folder)/README.md").text.split(separator: "\n")
      .filter { $0.hasPrefix("| ") }.dropFirst(2)
      .map { row in
        row.dropFirst().dropLast().split(separator: " |", omittingEmptySubsequences: false)
          .map { $0.trimmingCharacters(in: .whitespaces) }
      }
  }

  @Test func `each answer is recorded`() throws {
    let errors = Set(
      try MarkdownFile("\(Self.folder)/Expected.txt").text.split(separator: "\n").map(String.init)
    )
    let tests = MarkdownFile.root.appending(path: "Tests").resolvingSymlinksInPath()
    let files = FileManager.default.enumerator(atPath: tests.path)?.compactMap { $0 as? String }
    let rows = try Self.rows.get()
    #expect(rows.count == 49)
    for row in rows {
      try #require(row.count == 3, "\(row)")
      // Without a recorded answer, the last column says what is missing.
      if row[1].isEmpty {
        #expect(row[2].isEmpty == false, "\(row[0])")
      } else if let test = row[1].wholeMatch(of: /`([\w+]+)`: `(.+)`/) {
        let texts = try files?.filter { $0.hasSuffix("/\(test.1).swift") }
          .map { try MarkdownFile("Tests/\($0)").text }
        #expect(texts?.contains { $0.contains(test.2) } == true, "\(row[1])")
      } else {
        #expect(errors.contains(String(row[1].dropFirst().dropLast())), "\(row[1])")
      }
    }
  }

  @Test func `most answers are complete`() throws {
    #expect(try Self.rows.get().count { $0[2].isEmpty } >= 45)
  }
}
