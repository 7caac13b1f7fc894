// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The links of the documents that lead to files of the project, and to headings in them.
@Suite struct LinkTests {
  static let documents: [String] = {
    let files = FileManager.default.enumerator(
      at: MarkdownFile.root,
      includingPropertiesForKeys: nil,
      options: .skipsHiddenFiles
    )
    let prefix = MarkdownFile.root.path + "/"
    return (files?.compactMap { ($0 as? URL)?.path } ?? [])
      .filter { $0.hasSuffix(".md") }
      .map { String($0.trimmingPrefix(prefix)) }
      .sorted()
  }()

  @Test(arguments: documents)
  func `each link points to an existing file and heading`(document: String) throws {
    let file = MarkdownFile.root.appending(path: document)
    let text = try Self.withoutBlocks(MarkdownFile(document).text)
    for match in text.matches(of: /\]\(([^)\s]+)\)/) {
      let parts = match.1.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      guard match.1.contains("://") == false, let path = parts.first else { continue }
      let target =
        path.isEmpty
        ? file
        : file.deletingLastPathComponent().appending(path: String(path)).standardizedFileURL
      guard FileManager.default.fileExists(atPath: target.path) else {
        Issue.record("\(document): there is no file at \(match.1)")
        continue
      }
      guard parts.count == 2 else { continue }
      let headings = try Self.anchors(in: String(contentsOf: target, encoding: .utf8))
      #expect(headings.contains(String(parts[1])), "\(document): no heading for \(match.1)")
    }
  }

  /// An entry is an item of a list that begins with a link to a page.
  @Test(arguments: ["README.md", "Documentation/README.md"])
  func `each entry of an index has the title of its page`(index: String) throws {
    let folder = MarkdownFile.root.appending(path: index).deletingLastPathComponent()
    let text = try MarkdownFile(index).text
    let entries = text.matches(of: /(?m)^ *- \[([^\]]+)\]\(([^)#]+\.md)\)/)
    #expect(entries.isEmpty == false)
    for entry in entries {
      let page = folder.appending(path: String(entry.2)).standardizedFileURL
      let title = try String(contentsOf: page, encoding: .utf8).prefix { $0 != "\n" }
      let label = entry.1.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(title == "# \(label)", "\(index): \(entry.2)")
    }
  }

  @Test func `the documents are found`() {
    #expect(Self.documents.contains("README.md"))
    #expect(Self.documents.contains("Examples/Server/README.md"))
    #expect(Self.documents.allSatisfy { $0.contains("/.build/") == false })
  }

  @Test func `a heading has an anchor of lower-case words`() {
    let text = "# One two\n```\n# None\n```\n## `App`, and \"more\": 2.0!\n## One two\n"
    #expect(Self.anchors(in: text) == ["one-two", "app-and-more-20", "one-two-1"])
  }

  /// The anchors that GitHub gives the headings of a document.
  private static func anchors(in text: String) -> Set<String> {
    var counts: [String: Int] = [:]
    var anchors: Set<String> = []
    for line in withoutBlocks(text).split(separator: "\n") {
      guard let heading = line.prefixMatch(of: /#+[ ]/) else { continue }
      let name = line[heading.range.upperBound...].lowercased()
        .filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }
        .replacing(" ", with: "-")
      let count = counts[name, default: 0]
      counts[name] = count + 1
      anchors.insert(count == 0 ? name : "\(name)-\(count)")
    }
    return anchors
  }

  private static func withoutBlocks(_ text: String) -> String {
    text.replacing(/(?m)^```(?s:.)*?^```$/, with: "")
  }
}
