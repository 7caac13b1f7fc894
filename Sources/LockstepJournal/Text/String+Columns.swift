// SPDX-License-Identifier: MIT

extension String {
  var columns: Int { reduce(0) { $0 + $1.columns } }

  /// Returns the text on one line, truncated with "…" to at most `limit` columns, without control characters.
  func line(_ limit: Int) -> String {
    var line = ""
    var used = 0
    /// The end of the truncated line, before the last column.
    var cut = line.endIndex
    for character in self {
      let shown = character.shown
      used += shown.columns
      guard used <= limit else { return limit < 1 ? "" : line[..<cut] + "…" }
      line.append(shown)
      if used < limit { cut = line.endIndex }
    }
    return line
  }

  /// Truncates the text before the end of its last location: "'send' at …Tests/SearchTests.swift:12".
  func line(keepingPlaceIn limit: Int) -> String {
    let line = line(.max)
    guard line.columns > limit, let place = line.ranges(of: " at ").last else {
      return line.line(limit)
    }
    let head = String(line[..<place.upperBound])
    var tail = line[place.upperBound...]
    var room = limit - head.columns - 1
    guard room >= 12 else { return line.line(limit) }
    var start = tail.endIndex
    while start > tail.startIndex {
      let previous = tail.index(before: start)
      room -= tail[previous].columns
      guard room >= 0 else { break }
      start = previous
    }
    tail = tail[start...]
    return "\(head)…\(tail)"
  }

  func padded(to columns: Int, right: Bool = false) -> String {
    let padding = String(repeating: " ", count: max(0, columns - self.columns))
    return right ? padding + self : self + padding
  }

  var trimmed: String {
    guard let last = lastIndex(where: { $0 != " " }) else { return "" }
    return String(self[...last])
  }
}

extension Character {
  fileprivate var columns: Int { unicodeScalars.reduce(0) { $0 + $1.columns } }

  fileprivate var shown: Character {
    if isNewline || self == "\t" { return " " }
    switch unicodeScalars.first?.properties.generalCategory {
    case .control, .format: return "\u{FFFD}"
    default: return self
    }
  }
}

extension Unicode.Scalar {
  /// The maximum number of columns, because some terminals do not join emoji.
  fileprivate var columns: Int {
    switch value {
    case 0..<0x300, 0x2500..<0x25FD:
      return 1
    case 0xFE0F:
      // A variation selector turns the preceding character into an emoji, which is one column wider.
      return 1
    default:
      switch properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format: return 0
      default: return isWide ? 2 : 1
      }
    }
  }

  private var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE10...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x1B2FF,
      0x1F000...0x1FAFF, 0x20000...0x3FFFF:
      true
    default:
      properties.isEmojiPresentation
    }
  }
}
