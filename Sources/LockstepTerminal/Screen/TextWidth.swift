// SPDX-License-Identifier: MIT

extension StringProtocol {
  /// The number of terminal columns that this text occupies on one line.
  ///
  /// East Asian characters and emoji occupy two columns, and emoji that are joined into one occupy two in all.
  /// Combining marks, invisible characters and line breaks occupy none. Spacing vowel signs, as in Indic scripts and
  /// Thai, and control characters other than line breaks occupy one.
  ///
  /// ```swift
  /// let game = "GAME".terminalColumns      // 4
  /// let spiel = "ゲーム".terminalColumns    // 6
  /// let trophy = "e\u{301}🏆".terminalColumns  // 3
  /// ```
  ///
  /// - Complexity: O(*n*) in the number of characters.
  public var terminalColumns: Int {
    // Each ASCII byte is a character, except in CR LF.
    let ofASCII = utf8.withContiguousStorageIfAvailable { bytes -> Int? in
      var columns = 0
      for byte in bytes {
        guard byte < 0x80 else { return nil }
        columns += (0x0A...0x0D).contains(byte) ? 0 : 1
      }
      return columns
    }
    if let ofASCII, let ofASCII { return ofASCII }
    return reduce(0) { $0 + ($1.isNewline ? 0 : $1.terminalColumns) }
  }
}

extension Character {
  var terminalColumns: Int {
    if isASCII { return 1 }
    var scalars = unicodeScalars.makeIterator()
    if let first = scalars.next(), scalars.next() == nil { return first.terminalColumns }
    return CharacterWidth(of: bounded.unicodeScalars).columns
  }

  /// The character that a screen shows instead, so that text cannot send commands to the terminal; `nil` if invisible.
  var drawable: Character? {
    if let first = unicodeScalars.first, first.isControl {
      return first == "\t" ? " " : "\u{FFFD}"
    }
    return terminalColumns == 0 ? nil : self
  }

  /// The character, limited to eight marks per letter and 255 bytes, without marks before the first letter.
  var bounded: Character {
    let scalars = unicodeScalars
    if scalars.count <= 9, let first = scalars.first, first.terminalColumns > 0 { return self }
    var text = ""
    var marks = 8
    for scalar in scalars {
      marks = scalar.terminalColumns == 0 ? marks + 1 : 0
      guard marks <= 8 else { continue }
      guard text.utf8.count + UTF8.width(scalar) <= 255 else { break }
      text.unicodeScalars.append(scalar)
    }
    return text.first ?? self
  }
}

struct CharacterWidth {
  private(set) var columns = 0
  private(set) var most = 0
  /// The column of the letter or emoji that the next scalar may continue.
  private var start = 0
  private var base: Unicode.Scalar = " "
  private var previous: Unicode.Scalar = " "

  init(of scalars: some Sequence<Unicode.Scalar>) {
    for scalar in scalars { add(scalar) }
  }

  private mutating func add(_ scalar: Unicode.Scalar) {
    defer { previous = scalar }
    let own = scalar.terminalColumns
    if continuesEmoji(with: scalar) {
      columns = start + 2
      most += max(own, 1)
      // A third indicator starts another flag.
      if scalar.isRegionalIndicator { base = " " }
    } else if own > 0 {
      start = columns
      columns += own
      base = scalar
      most += own
    }
    // Some terminals draw a single regional indicator two columns wide.
    if scalar.isRegionalIndicator { most += 1 }
  }

  private func continuesEmoji(with scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\u{FE0F}":
      previous.properties.isEmoji
    case _ where scalar.isRegionalIndicator:
      base.isRegionalIndicator
    case _ where scalar.isEmojiModifier:
      base.properties.isEmojiModifierBase
    default:
      previous == "\u{200D}" && base.properties.isEmoji && scalar.properties.isEmoji
    }
  }
}

extension Unicode.Scalar {
  var terminalColumns: Int { width.columns }

  /// The number of columns according to `wcwidth`, and whether all terminals agree and none joins the scalar to its
  /// neighbors.
  var width: (columns: Int, isCertain: Bool) {
    switch value {
    case 0..<0x300, 0x2500..<0x25FD:
      // The Latin and line-drawing characters that fill most of a screen. They include the soft hyphen, which Unicode
      // defines as invisible, but terminals show.
      (1, true)
    case 0x3041..<0x3097, 0x30A0..<0x3100, 0x3400..<0x4DC0, 0x4E00..<0xA48D, 0xAC00..<0xD7A4:
      (2, true)
    case 0x1100..<0x1160, 0xA960..<0xA97D:
      (2, false)  // Leading consonants of decomposed Korean syllables.
    case 0x1160..<0x1200, 0xD7B0..<0xD7FC:
      (0, false)  // Vowels and trailing consonants of decomposed Korean syllables.
    case 0xE33, 0xEB3, 0xFF9E, 0xFF9F:
      (1, false)  // Thai and Lao vowels, halfwidth Japanese voicing marks.
    case 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD:
      (1, false)  // Number signs: format characters that are visible.
    case 0x4DC0..<0x4E00:
      (2, false)  // Hexagrams, which became wide in a later Unicode version.
    case 0x1F000..<0x1FB00:
      widthAmongEmoji
    default:
      widthOfCategory
    }
  }

  private var widthAmongEmoji: (columns: Int, isCertain: Bool) {
    if isRegionalIndicator { return (1, false) }
    // Unicode adds emoji to these blocks each year.
    let isYoung = (0x1F6D5..<0x1F6E0).contains(value) || value == 0x1F7F0 || value >= 0x1FA70
    let isWide = properties.isEmojiPresentation || isEastAsianWide
    return (isWide ? 2 : 1, isYoung == false && isEmojiModifier == false)
  }

  private var widthOfCategory: (columns: Int, isCertain: Bool) {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .lineSeparator, .paragraphSeparator:
      return (0, false)
    case let category:
      let mayBeEmoji = (0x231A..<0x2B56).contains(value)
      let isWide = mayBeEmoji && properties.isEmojiPresentation || isEastAsianWide
      return (isWide ? 2 : 1, category != .spacingMark && category != .unassigned)
    }
  }

  var isEmojiModifier: Bool { (0x1F3FB..<0x1F400).contains(value) }

  var isNewline: Bool {
    switch value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }

  var isRegionalIndicator: Bool {
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

/// The sorted ranges of wide and fullwidth code points (East Asian width) that are not emoji.
///
/// Source: Unicode Standard Annex 11, <https://www.unicode.org/reports/tr11/>. As the annex requires, unassigned code
/// points in ideographic blocks count as wide.
private let eastAsianWideRanges: [ClosedRange<UInt32>] = [
  0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF,
  0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE52,
  0xFE54...0xFE66, 0xFE68...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x16FE4,
  0x16FF0...0x16FF6, 0x17000...0x18D1E, 0x18D80...0x18DF2, 0x1AFF0...0x1B2FF,
  0x1F200...0x1F202, 0x1F210...0x1F23B, 0x1F240...0x1F248, 0x1F250...0x1F251, 0x1F260...0x1F265,
  0x20000...0x2FFFD, 0x30000...0x3FFFD,
]
