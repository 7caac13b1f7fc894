// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Checks that this target compiles and runs every Swift block of the README, `Documentation/`, the articles, and the
/// comments in the libraries.
///
/// The blocks in comments of the examples are in the tests of the examples, in files whose names end in `CommentTests`.
///
/// Some blocks need a package of their own: manifests, imports of a package's target, and the programs in the article on
/// terminal programs. `Scripts/check-articles` builds those packages. It also follows the tutorial, whose files change
/// from chapter to chapter.
@Suite struct CoverageTests {
  static let documents: [String] = {
    let folder = MarkdownFile.root.appending(path: "Documentation")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return ["README.md"]
      + names.filter { $0.hasSuffix(".md") }.sorted().map { "Documentation/\($0)" }
      + articles.filter { $0 != tutorial }
  }()

  /// The article that `Scripts/check-articles` follows instead.
  private static let tutorial = "Sources/Lockstep/Lockstep.docc/Articles/Tutorial.md"

  /// The pages of the catalogs.
  private static let articles = files(in: "Sources").filter {
    $0.contains(".docc/") && $0.hasSuffix(".md")
  }

  /// The files of the libraries and of the examples.
  static let sources = (files(in: "Sources") + files(in: "Examples")).filter {
    $0.hasSuffix(".swift") && (try? MarkdownFile($0).text.contains("/// ```swift")) == true
  }

  /// The compiled files.
  private static let tests: Result<[String], any Error> = Result {
    let own = files(in: "Tests/DocumentationTests").filter { $0.hasSuffix(".swift") }
    let others = (files(in: "Tests") + files(in: "Examples"))
      .filter { $0.hasSuffix("CommentTests.swift") }
    return try Set(own + others).map { try MarkdownFile($0).text }
  }

  // Bytes are found sooner than characters.
  private static let testBytes = tests.map { $0.map { Data($0.utf8) } }
  private static let compactTestBytes = tests.map { $0.map { Data($0.compact.utf8) } }

  /// The build products of nested packages are hidden, and are not the project's.
  private static func files(in folder: String) -> [String] {
    let files = FileManager.default.enumerator(
      at: MarkdownFile.root.appending(path: folder),
      includingPropertiesForKeys: nil,
      options: .skipsHiddenFiles
    )
    let prefix = MarkdownFile.root.path + "/"
    return (files?.compactMap { ($0 as? URL)?.path } ?? [])
      .map { String($0.trimmingPrefix(prefix)) }
      .sorted()
  }

  /// Lines that occur only in blocks that make a package of their own.
  private static let parts = ["import PackageDescription", "@testable import"]

  /// The files of a program, whose paths stand before them.
  private static func files(of document: MarkdownFile) -> Set<String> {
    let files = document.text.matches(
      of: /`(?:counter|pomodoro)\/[\w\/]+\.swift`:\n\n```swift\n((?s:.)*?)\n```\n/
    )
    return Set(files.map { String($0.1) })
  }

  /// A block stands word for word, at whatever depth.
  @Test(arguments: documents)
  func `the tests contain each code block of the articles`(document: String) throws {
    let tests = try Self.testBytes.get()
    let file = try MarkdownFile(document)
    let files = Self.files(of: file)
    for block in file.blocks(in: "swift")
    where Self.parts.allSatisfy({ !block.contains($0) }) && !files.contains(block) {
      let isHeld = [0, 2, 4, 6].map { block.indented(by: $0) }.contains { block in
        tests.contains { $0.range(of: Data(block.utf8)) != nil }
      }
      #expect(isHeld, "No test holds this block:\n\(block)")
    }
  }

  /// The parts of a block, which empty lines separate, stand word for word, but for white space: types
  /// may stand elsewhere than what uses them.
  @Test(arguments: sources)
  func `the tests contain each code block of the comments`(source: String) throws {
    let tests = try Self.compactTestBytes.get()
    for block in try MarkdownFile(commentsOf: source).blocks(in: "swift") {
      for part in block.split(separator: "\n\n") {
        let isHeld = tests.contains { $0.range(of: Data(part.compact.utf8)) != nil }
        #expect(isHeld, "No test holds this part of a block:\n\(part)")
      }
    }
  }

  /// On Linux they are in a module of their own, which nobody finds who has not been told.
  @Test func `articles about URL sessions and requests mention FoundationNetworking`() throws {
    for article in Self.articles {
      let text = try MarkdownFile(article).text
      guard text.contains(/\b(URLSession|URLRequest|URLResponse|HTTPURLResponse)\b/) else {
        continue
      }
      #expect(text.contains("FoundationNetworking"), "\(article)")
    }
  }

  @Test func `a script follows the tutorial`() throws {
    #expect(Self.articles.contains(Self.tutorial))
    #expect(try MarkdownFile("Scripts/check-articles").text.contains(Self.tutorial))
  }

  @Test func `the documents are found`() {
    #expect(Self.documents.contains("README.md"))
    #expect(
      Self.documents.contains {
        $0 == "Sources/LockstepTesting/LockstepTesting.docc/Articles/TestingAFeature.md"
      }
    )
    #expect(Self.sources.contains("Sources/Lockstep/Store/Store.swift"))
    #expect(Self.sources.contains("Examples/Server/Sources/SiteServer/SiteServer.swift"))
    #expect(Self.sources.allSatisfy { $0.contains("/.build/") == false })
  }
}

extension StringProtocol {
  /// The text with one space for each row of white space.
  fileprivate var compact: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
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
