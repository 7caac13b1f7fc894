// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Every Swift block of the README, of `Documentation/` and of the articles stands word for word in a
/// file of this target, at whatever depth, where it is compiled and run.
///
/// `Scripts/check-first-test` does so with what makes a package of its own: a manifest, and the import of
/// its target.
@Suite struct CoverageTests {
  static let documents: [String] = {
    let folder = MarkdownFile.root.appending(path: "Documentation")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return ["README.md"]
      + names.filter { $0.hasSuffix(".md") }.sorted().map { "Documentation/\($0)" } + articles
  }()

  /// The pages of the catalogs.
  private static let articles: [String] = {
    let files = FileManager.default.enumerator(
      at: MarkdownFile.root.appending(path: "Sources"),
      includingPropertiesForKeys: nil
    )
    let prefix = MarkdownFile.root.path + "/"
    return (files?.compactMap { ($0 as? URL)?.path } ?? [])
      .filter { $0.contains(".docc/") && $0.hasSuffix(".md") }
      .map { String($0.trimmingPrefix(prefix)) }
      .sorted()
  }()

  @Test(arguments: documents)
  func `the blocks are compiled`(document: String) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let sources = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }
      .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
    for block in try MarkdownFile(document).blocks(in: "swift")
    where ["import PackageDescription", "@testable import"].allSatisfy({ !block.contains($0) }) {
      let isHeld = [0, 2, 4, 6].map { block.indented(by: $0) }.contains { block in
        sources.contains { $0.contains(block) }
      }
      #expect(isHeld, "No test holds this block:\n\(block)")
    }
  }

  @Test func `the documents are found`() {
    #expect(Self.documents.contains("README.md"))
    #expect(
      Self.documents.contains {
        $0 == "Sources/LockstepTesting/LockstepTesting.docc/Articles/TestingAFeature.md"
      }
    )
  }
}

extension String {
  /// The lines that are not empty, moved to the right.
  fileprivate func indented(by count: Int) -> String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : String(repeating: " ", count: count) + $0 }
      .joined(separator: "\n")
  }
}
