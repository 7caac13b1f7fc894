// SPDX-License-Identifier: MIT

struct LineTable: Sendable {
  private var breaks: [Range<Int>] = []

  /// - Complexity: O(*n*) in the length of the text.
  init(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      bytes.forEachLineBreak { breaks.append($0) }
    }
  }

  var count: Int { breaks.count + 1 }

  /// Returns a line of the text, without its line break.
  ///
  /// - Complexity: O(1). Byte offsets avoid a search for the last character of a substring, which reads all of it.
  func line(_ index: Int, of text: String) -> Substring {
    func place(_ offset: Int) -> String.Index {
      text.utf8.index(text.startIndex, offsetBy: offset)
    }
    let start = index == 0 ? 0 : breaks[index - 1].upperBound
    guard index < breaks.count else { return text[place(start)...] }
    return text[place(start)..<place(breaks[index].lowerBound)]
  }
}
