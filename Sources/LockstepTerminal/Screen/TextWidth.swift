// SPDX-License-Identifier: MIT

extension StringProtocol {
  /// The number of terminal columns that this text takes on one line.
  ///
  /// Chinese, Japanese and Korean characters and emoji take two columns, combining marks and
  /// invisible characters none:
  ///
  /// ```swift
  /// let game = "GAME".terminalColumns      // 4
  /// let spiel = "ゲーム".terminalColumns    // 6
  /// let trophy = "e\u{301}🏆".terminalColumns  // 3
  /// ```
  ///
  /// Line breaks take none; other control characters take one, as ``Screen`` draws them.
  ///
  /// - Complexity: O(*n*) in the number of characters.
  public var terminalColumns: Int {
    reduce(0) { $0 + ($1.isNewline ? 0 : $1.terminalColumns) }
  }
}

extension Character {
  /// The number of columns that the character takes: 0, 1 or 2.
  var terminalColumns: Int {
    if isASCII { return 1 }
    var columns = 0
    var previous: Unicode.Scalar = " "
    for scalar in unicodeScalars {
      // A selector that asks for the emoji form makes a narrow character wide, and so does the
      // second letter of a flag.
      let asksForEmoji = scalar == "\u{FE0F}" && previous.properties.isEmoji
      let completesFlag = scalar.isRegionalIndicator && previous.isRegionalIndicator
      if asksForEmoji || completesFlag { return 2 }
      columns = Swift.max(columns, scalar.terminalColumns)
      previous = scalar
    }
    return columns
  }

  /// The character as it may reach a terminal, or nil when there is nothing to see of it.
  ///
  /// A control character in a text (an escape in a player's name, say) must not command the
  /// terminal, so it shows as a replacement character; a tab is a space.
  var drawable: Character? {
    if self == "\t" { return " " }
    if let asciiValue, (0x20...0x7E).contains(asciiValue), self != "\r\n" { return self }
    let isControl = unicodeScalars.contains { $0.properties.generalCategory == .control }
    if isControl { return "\u{FFFD}" }
    return terminalColumns == 0 ? nil : self
  }
}

extension Unicode.Scalar {
  fileprivate var terminalColumns: Int {
    switch value {
    case 0..<0x300, 0x2500..<0x25FD:
      // Latin and the drawing characters, most of what a screen shows. Among them is the soft
      // hyphen, the one invisible character of Unicode that terminals do show.
      return 1
    case 0x1160...0x11FF:
      return 0  // The vowels and final consonants of a Korean syllable that is spelled out.
    default:
      break
    }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .lineSeparator, .paragraphSeparator:
      return 0
    default:
      let isWide = properties.isEmojiPresentation ? !isRegionalIndicator : isEastAsianWide
      return isWide ? 2 : 1
    }
  }

  fileprivate var isRegionalIndicator: Bool {
    (0x1F1E6...0x1F1FF).contains(value)
  }

  private var isEastAsianWide: Bool {
    var low = 0
    var high = eastAsianWideRanges.count
    while low < high {
      let middle = (low + high) / 2
      if eastAsianWideRanges[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < eastAsianWideRanges.count && eastAsianWideRanges[low].contains(value)
  }
}

/// The code points with East Asian width "wide" or "fullwidth" that are not emoji, in order.
///
/// Source: Unicode Standard Annex 11, <https://www.unicode.org/reports/tr11/>. Unassigned code
/// points inside ideographic blocks count as wide, as the annex asks for.
private let eastAsianWideRanges: [ClosedRange<UInt32>] = [
  0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF,
  0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE52,
  0xFE54...0xFE66, 0xFE68...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x16FE4,
  0x16FF0...0x16FF1, 0x17000...0x18D08, 0x1AFF0...0x1B2FF, 0x1F200...0x1F202,
  0x1F210...0x1F23B, 0x1F240...0x1F248, 0x1F250...0x1F251, 0x1F260...0x1F265,
  0x20000...0x2FFFD, 0x30000...0x3FFFD,
]
