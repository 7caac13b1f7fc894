// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Every Swift block of the README and of `Documentation/` stands word for word in a file of this
/// target, where it is compiled and run.
@Suite struct CoverageTests {
  static let documents: [String] = {
    let folder = MarkdownFile.root.appending(path: "Documentation")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return ["README.md"]
      + names.filter { $0.hasSuffix(".md") }.sorted().map { "Documentation/\($0)" }
  }()

  @Test(arguments: documents)
  func `the blocks are compiled`(document: String) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let sources = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }
      .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
    for block in try MarkdownFile(document).blocks(in: "swift") {
      #expect(sources.contains { $0.contains(block) }, "No test holds this block:\n\(block)")
    }
  }

  @Test func `the documents are found`() {
    #expect(Self.documents.contains("README.md"))
  }
}
