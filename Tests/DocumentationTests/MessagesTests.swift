// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Compares the page of messages with the string literals of the libraries.
@Suite struct MessagesTests {
  private static let page = "Sources/Lockstep/Lockstep.docc/Articles/Messages.md"

  private static let libraries = [
    "Lockstep", "LockstepBase", "LockstepJournal", "LockstepRouting", "LockstepTerminal",
    "LockstepTerminalTesting", "LockstepTesting",
  ]

  /// The texts of reports that need no entry, each by a part of it.
  private static let exceptions = [
    // Caused only by a mistake in the library.
    "The journal of a test store contradicts itself",
    // Later paragraphs and lines of other messages.
    "Action in flight",
    "From action",
    "The failure becomes certain with action",
    "The nearest override is for",
    "Use a test double that responds immediately",
    "Wait longer, or use a test double",
    "await store.finish(timeout:)' wait for it",
    "under the id",
    // The name of an attachment.
    "store at",
  ]

  /// The constant text of a literal's first paragraph, and its place.
  private struct Report {
    let parts: [String]
    let place: String
  }

  // MARK: The page

  /// The messages in the first column of the tables.
  private static let messages: Result<[String], any Error> = Result {
    try MarkdownFile(page).text.split(separator: "\n").filter { $0.hasPrefix("| `") }
      .flatMap { row in
        (row.firstRange(of: "` | ").map { row[..<$0.upperBound] } ?? row)
          .matches(of: /`([^`]+)`/).map { String($0.1) }
      }
  }

  /// Returns the constant parts of a message.
  private static func parts(of message: String) -> [String] {
    message.split(separator: "…").flatMap { $0.split(separator: ": ") }
      .map { $0.compact }.filter { $0.isEmpty == false }
  }

  // MARK: The sources

  private static let files: [String] = libraries.flatMap { library -> [String] in
    let folder = MarkdownFile.root.appending(path: "Sources/\(library)")
    let files = FileManager.default.enumerator(atPath: folder.path)
    return (files?.compactMap { $0 as? String } ?? []).sorted()
      // The compiler shows mistakes, and a browser the report of a journal.
      .filter {
        $0.hasSuffix(".swift") && $0.hasPrefix("Mistakes/") == false
          && (library == "LockstepJournal" && $0.hasPrefix("Report/")) == false
      }
      .map { "Sources/\(library)/\($0)" }
  }

  private typealias Literals = [(file: String, literal: StringLiteral)]

  private static let literals: Result<Literals, any Error> = Result {
    try files.flatMap { file in
      try StringLiteral.all(in: MarkdownFile(file).text).map { (file: file, literal: $0) }
    }
  }

  /// Returns the report that a literal is; `nil` if it is something else.
  private static func report(_ literal: StringLiteral, in file: String) -> Report? {
    let text = literal.parts.joined(separator: "…")
    let paragraphs = text.drop(while: \.isWhitespace).split(separator: "\n\n", maxSplits: 1)
    guard let first = paragraphs.first, let start = first.first, start.isLowercase == false,
      start != ","
    else { return nil }
    let parts = first.split(separator: "…").map(\.compact).filter { $0.contains(" ") }
    let isHeading =
      literal.isMultiline && paragraphs.count > 1 && ".…".contains(first.last ?? start)
    guard parts.isEmpty == false, isHeading || isReported(after: literal.code) else { return nil }
    return Report(parts: parts, place: "\(file):\(literal.line)")
  }

  /// Returns whether the code before a literal makes it a report or the description of an error.
  private static func isReported(after code: String) -> Bool {
    let code = code.suffix(160)
    guard let end = code.lastIndex(where: { $0.isWhitespace == false }), "(:={".contains(code[end])
    else { return false }
    return [
      /\b(?:report\w*|ReportedIssue|BadLine|note)\($/,
      /\b(?:heading|debugDescription):$/,
      /\b(?:message|heading|issue|description)(?:: String)? =$/,
      /\bcase\b[^"\n]*:\s*\(?$/,
      /\b(?:description|message): String\??\s*\{$/,
    ]
    .contains { code[...end].firstMatch(of: $0) != nil }
  }

  private static let reports = literals.map {
    $0.compactMap { report($0.literal, in: $0.file) }
  }

  // MARK: Tests

  /// Words that no literal contains in a row have to be in the failures that `Scripts/check-failure-texts` compares.
  @Test func `each message of the page is in the sources`() throws {
    let failures = try ["swift-testing.txt", "swift-testing-lost.txt", "xctest-lost.txt"].map {
      try MarkdownFile("Tests/Fixtures/FailingTests/Expected/\($0)").text.compact
    }
    let parts = try Self.literals.get().flatMap { $0.literal.parts.map(\.compact) }
    let texts = Data((parts + failures).joined(separator: "\n").utf8)
    let messages = try Self.messages.get()
    #expect(messages.count > 100)
    for message in messages {
      let parts = Self.parts(of: message)
      let long = parts.filter { $0.count { $0 == " " } > 1 }
      let checked = long.isEmpty ? [parts.max { $0.count < $1.count } ?? message] : long
      for part in checked {
        #expect(
          texts.range(of: Data(part.utf8)) != nil,
          "The sources do not contain '\(part)' of the message '\(message)'."
        )
      }
    }
  }

  @Test func `each report in the sources is on the page`() throws {
    let messages = try Self.messages.get()
    let texts = messages.map(\.compact)
    let parts = messages.flatMap(Self.parts(of:)).filter { $0.count { $0 == " " } > 1 }
    var needed: Set<String> = []
    let reports = try Self.reports.get()
    #expect(reports.count > 100)
    for report in reports {
      let isListed = report.parts.contains { part in
        texts.contains { $0.contains(part) } || parts.contains { part.contains($0) }
      }
      if isListed { continue }
      let exceptions = Self.exceptions.filter { exception in
        report.parts.contains { $0.contains(exception) }
      }
      needed.formUnion(exceptions)
      #expect(
        exceptions.isEmpty == false,
        "\(report.place): the page has no entry for '\(report.parts.joined(separator: "…"))'."
      )
    }
    #expect(Set(Self.exceptions).subtracting(needed) == [], "These exceptions are not needed.")
  }

  @Test func `the parser splits a string literal at its interpolations`() {
    let source = ##"""
      // "none"
      fail("An \(count(["a", #"b\#(c)"#])) was \"lost\".")
      let text = """
        One \
        two

        \(three)
        """
      """##
    let literals = StringLiteral.all(in: source)
    #expect(
      literals.map(\.parts) == [
        ["a"], ["b", ""], ["An ", " was \"lost\"."], ["\n  One two\n\n  ", "\n  "],
      ]
    )
    #expect(literals.map(\.line) == [2, 2, 2, 3])
    #expect(literals.map(\.isMultiline) == [false, false, false, true])
    #expect(literals[2].code.hasSuffix("\nfail("))
  }
}

extension StringProtocol {
  /// The text with one space for each row of white space, and without punctuation around it.
  fileprivate var compact: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
      .trimmingCharacters(in: CharacterSet(charactersIn: " .:,;'\""))
  }
}
