// SPDX-License-Identifier: MIT

import Foundation

/// A Markdown file of the package, and its fenced blocks.
struct MarkdownFile {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  let text: String

  init(_ path: String) throws {
    text = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
  }

  /// The documentation in the comments of a Swift file.
  init(commentsOf path: String) throws {
    text = try MarkdownFile(path).text
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { line -> Substring in
        let line = line.drop(while: \.isWhitespace)
        guard line.hasPrefix("///") else { return "" }
        return line.dropFirst(line.hasPrefix("/// ") ? 4 : 3)
      }
      .joined(separator: "\n")
  }

  /// The contents of the blocks in a language, in their order.
  func blocks(in language: String) -> [String] {
    var blocks: [String] = []
    var block: [Substring]?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let lines = block, line == "```" {
        blocks.append(lines.joined(separator: "\n"))
        block = nil
      } else if block != nil {
        block?.append(line)
      } else if line == "```\(language)" {
        block = []
      }
    }
    return blocks
  }
}
