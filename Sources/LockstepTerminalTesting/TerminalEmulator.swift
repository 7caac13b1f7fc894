// SPDX-License-Identifier: MIT

public import LockstepTerminal

/// A terminal emulator without a window.
///
/// The emulator behaves like a terminal. It processes output scalar by scalar, and each scalar occupies the columns
/// that `wcwidth` returns. Combining marks join the preceding cell. At the right edge, the cursor waits and the next
/// character wraps. At the bottom, lines scroll. The emulator supports the sequences of `LockstepTerminal` and the
/// sequences with which other programs move the cursor and erase. It collects all others.
///
/// ```swift
/// var emulator = TerminalEmulator(size: Screen.Size(rows: 2, columns: 9), filledWith: " ")
/// emulator.write("one\r\ntwo\r\n\u{1B}[1mthree")
/// let text = emulator.screen.plainText  // "two\nthree"
/// ```
public struct TerminalEmulator: Sendable {
  /// A rule for the width of characters that consist of several scalars, about which terminals disagree.
  package enum Widths: CaseIterable, Hashable, Sendable {
    /// The sum of the scalar widths, as in xterm: a vowel sign has its own cell, and each person of a family emoji
    /// occupies two.
    case scalars
    /// The width of the widest scalar, or two for an emoji: a family or a flag occupies two columns.
    case graphemes
  }

  private let size: Screen.Size
  private let widths: Widths
  package private(set) var style = Style.plain
  /// The enabled private modes, such as 2004 for bracketed paste.
  ///
  /// Initially, these are 7 (wrap lines) and 25 (show the cursor).
  public private(set) var modes: Set<Int> = [7, 25]
  /// The unsupported sequences, without their first two characters, and unsupported control characters.
  public private(set) var unknownSequences: [String] = []

  private var page: EmulatedPage
  /// The page to restore when the program leaves the alternate page.
  private var mainPage: EmulatedPage?
  private var savedCursor = Screen.Place(row: 0, column: 0)
  private var sequence = ""

  /// Creates an emulator with a blank page.
  ///
  /// - Parameters:
  ///   - size: The number of rows and columns.
  ///   - filling: The character of cells that have not been drawn or cleared.
  public init(size: Screen.Size, filledWith filling: Character = "?") {
    self.init(size: size, widths: .scalars, filledWith: filling)
  }

  package init(size: Screen.Size, widths: Widths, filledWith filling: Character = "?") {
    self.size = size
    self.widths = widths
    page = EmulatedPage(size: size, filling: String(filling))
  }

  /// The visible screen, with the cursor unless it is hidden.
  public var screen: Screen {
    var screen = page.screen
    screen.cursor = modes.contains(25) ? cursor : nil
    return screen
  }

  package var cursor: Screen.Place { page.cursor }

  package func cell(row: Int, column: Int) -> (text: String, style: Style) {
    let cell = page.rows[row][column]
    return (cell.text, cell.style)
  }

  /// Processes output of a program.
  ///
  /// - Parameter text: The output. A later call can complete an escape sequence at its end.
  public mutating func write(_ text: String) {
    for scalar in text.unicodeScalars {
      if sequence.isEmpty && scalar != "\u{1B}" {
        take(scalar)
        continue
      }
      sequence.unicodeScalars.append(scalar)
      guard sequence.isWholeSequence else { continue }
      interpret(sequence)
      sequence = ""
    }
  }

  private mutating func take(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\r": page.move(to: 0)
    case "\n": page.feedLine(style)
    case "\u{8}": page.move(byRows: 0, columns: -1)
    case "\t": page.move(to: (page.cursor.column / 8 + 1) * 8)
    case "\u{7}": break
    case "\0"..<" ", "\u{7F}"..."\u{9F}": unknownSequences.append(String(scalar))
    default: page.put(scalar, style, wraps: modes.contains(7), widths: widths)
    }
  }
}

// MARK: Sequences

extension String {
  fileprivate var isWholeSequence: Bool {
    let scalars = unicodeScalars.dropFirst()
    guard let kind = scalars.first, let last = scalars.last else { return false }
    // Avoids counting the scalars of a long sequence after each scalar.
    let isLonger = scalars.dropFirst().isEmpty == false
    switch kind {
    case "[": return isLonger && ("@"..."~").contains(last)
    case "]", "P", "_", "^", "X": return last == "\u{7}" || hasSuffix("\u{1B}\\")
    case " "..."/": return isLonger
    default: return true
    }
  }
}

extension TerminalEmulator {
  private mutating func interpret(_ sequence: String) {
    let isTitle = sequence.hasPrefix("\u{1B}]")
    switch sequence {
    case "\u{1B}7": savedCursor = page.cursor
    case "\u{1B}8": page.move(to: savedCursor)
    case "\u{1B}=", "\u{1B}>", "\u{1B}(B": break
    case _ where sequence.hasPrefix("\u{1B}["):
      let body = sequence.dropFirst(2)
      if interpret(body.dropLast(), final: body.last ?? "?") == false {
        unknownSequences.append(String(body))
      }
    case _ where isTitle: break
    default: unknownSequences.append(String(sequence.dropFirst(2)))
    }
  }

  private mutating func interpret(_ parameters: Substring, final: Character) -> Bool {
    if parameters.hasPrefix("?") {
      guard let mode = Int(parameters.dropFirst()), final == "h" || final == "l" else {
        return false
      }
      set(mode, final == "h")
      return true
    }
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false)
      .map { Int($0) ?? 0 }
    let count = min(max(1, numbers.first ?? 0), Screen.Size.limit)
    switch (final, numbers.first ?? 0) {
    case ("A", _): page.move(byRows: -count, columns: 0)
    case ("B", _): page.move(byRows: count, columns: 0)
    case ("C", _): page.move(byRows: 0, columns: count)
    case ("D", _): page.move(byRows: 0, columns: -count)
    case ("G", _): page.move(to: count - 1)
    case ("d", _): page.move(to: Screen.Place(row: count - 1, column: page.cursor.column))
    case ("H", _), ("f", _):
      let column = max(1, numbers.dropFirst().first ?? 0)
      page.move(to: Screen.Place(row: count - 1, column: column - 1))
    case ("J", let part) where (0...2).contains(part): page.erase(part, style)
    case ("K", let part) where (0...2).contains(part): page.eraseLine(part, style)
    case ("X", _):
      let end = min(page.cursor.column + count, size.columns)
      page.erase(page.cursor.column..<end, ofRow: page.cursor.row, style)
    case ("s", 0): savedCursor = page.cursor
    case ("u", 0): page.move(to: savedCursor)
    case ("m", _): return style.apply(numbers)
    default: return false
    }
    return true
  }

  private mutating func set(_ mode: Int, _ isOn: Bool) {
    let isChange = modes.contains(mode) != isOn
    if isOn { modes.insert(mode) } else { modes.remove(mode) }
    guard mode == 1049 && isChange else { return }
    if isOn {
      let place = cursor
      mainPage = page
      page = EmulatedPage(size: size, filling: " ")
      page.move(to: place)
    } else if let mainPage {
      page = mainPage
    }
  }
}

extension Style {
  fileprivate mutating func apply(_ numbers: [Int]) -> Bool {
    var rest = numbers[...]
    if rest.isEmpty { self = .plain }
    while let number = rest.popFirst() {
      switch number {
      case 0: self = .plain
      case 1: bold = true
      case 2: dim = true
      case 3: italic = true
      case 4: underline = true
      case 7: inverse = true
      case 22: (bold, dim) = (false, false)
      case 23: italic = false
      case 24: underline = false
      case 27: inverse = false
      case 39: foreground = nil
      case 49: background = nil
      case 30...38, 90...97:
        guard let color = Color(code: number - 30, &rest) else { return false }
        foreground = color
      case 40...48, 100...107:
        guard let color = Color(code: number - 40, &rest) else { return false }
        background = color
      default: return false
      }
    }
    return true
  }
}

extension Color {
  fileprivate init?(code: Int, _ rest: inout ArraySlice<Int>) {
    func next() -> UInt8? { rest.popFirst().flatMap(UInt8.init(exactly:)) }
    switch (code, code == 8 ? rest.popFirst() : nil) {
    case (0..<8, _), (60..<68, _):
      guard let color = Theme(rawValue: UInt8(code < 8 ? code : code - 52)) else { return nil }
      self = .theme(color)
    case (_, 5):
      guard let index = next() else { return nil }
      self = .indexed(index)
    case (_, 2):
      guard let red = next(), let green = next(), let blue = next() else { return nil }
      self = .rgb(red, green, blue)
    default: return nil
    }
  }
}
