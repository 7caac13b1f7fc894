// SPDX-License-Identifier: MIT

extension StringProtocol {
  /// Breaks the text into lines of at most a number of columns.
  ///
  /// Lines break at spaces, which the break swallows; a word that is longer than a line breaks
  /// where the line ends. Line breaks of the text itself stay, empty lines too. A character that is wider than
  /// a line, as some of several letters are, is a line of its own.
  ///
  /// ```swift
  /// let lines = "Want to be notified?".wrapped(columns: 10)  // ["Want to be", "notified?"]
  /// ```
  ///
  /// - Parameter columns: The width of a line; less than 2 counts as 2, the width of the widest letter.
  /// - Returns: The lines, at least one.
  /// - Complexity: O(*n*) in the number of characters.
  public func wrapped(columns: Int) -> [String] {
    let limit = Swift.max(2, columns)
    return split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .flatMap { wrap($0, limit: limit) }
  }
}

private func wrap(_ line: some StringProtocol, limit: Int) -> [String] {
  var lines: [String] = []
  var current = ""
  var used = 0
  for word in line.split(separator: " ") {
    if !current.isEmpty && used + 1 + word.terminalColumns <= limit {
      current += " "
      used += 1
    } else if !current.isEmpty {
      lines.append(current)
      current = ""
      used = 0
    }
    for character in word {
      let columns = character.terminalColumns
      if used + columns > limit && !current.isEmpty {
        lines.append(current)
        current = ""
        used = 0
      }
      current.append(character)
      used += columns
    }
  }
  return lines + [current]
}
