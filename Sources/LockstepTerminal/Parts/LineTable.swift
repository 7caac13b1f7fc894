// SPDX-License-Identifier: MIT

/// The places of the lines in a text.
struct LineTable: Sendable {
  /// The offset of the beginning of each line, in bytes.
  private var starts = [0]

  /// Finds the lines.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  init(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      bytes.forEachLineBreak { starts.append($0.upperBound) }
    }
  }

  /// The number of lines, at least one.
  var count: Int { starts.count }

  /// A line of the text, without its line break.
  func line(_ index: Int, of text: String) -> Substring {
    func place(_ offset: Int) -> String.Index {
      text.utf8.index(text.startIndex, offsetBy: offset)
    }
    let start = starts[index]
    guard index + 1 < starts.count else { return text[place(start)...] }
    let line = text[place(start)..<place(starts[index + 1])]
    return line.dropLast()
  }
}
