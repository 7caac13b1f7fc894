// SPDX-License-Identifier: MIT

extension StringProtocol {
  /// Breaks the text into lines with a maximum number of columns.
  ///
  /// Lines break at spaces, which are removed at the break. A word that is longer than a line breaks at the end of the
  /// line. Existing line breaks and empty lines are preserved. A character that is wider than a line has its own line.
  ///
  /// ```swift
  /// let lines = "Want to be notified?".wrapped(columns: 10)  // ["Want to be", "notified?"]
  /// ```
  ///
  /// - Parameter columns: The maximum width of a line. A number below 2, the width of a wide letter, becomes 2.
  /// - Returns: One or more lines.
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
