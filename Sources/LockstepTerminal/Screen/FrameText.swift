// SPDX-License-Identifier: MIT

/// The output of one frame, with the cursor position and style that it leaves in the terminal.
struct FrameText {
  private(set) var bytes: [UInt8] = []
  private let colors: ColorDepth
  private var style = PackedStyle.plain
  /// The cursor's position, `nil` while it is uncertain.
  private var row: Int?
  private var column: Int?
  /// The style last reduced to the available colors, and its reduced form.
  private var lastStep = (PackedStyle.plain, PackedStyle.plain)

  init(colors: ColorDepth) {
    self.colors = colors
  }

  mutating func clear() {
    write("\u{1B}[?25l\u{1B}[0m\u{1B}[2J")
  }

  mutating func draw(_ cell: Screen.PackedCell, row: Int, column: Int) {
    move(row: row, column: column)
    set(stepped(cell.packedStyle))
    let scalar = cell.glyph.scalar
    if scalar.isASCII {
      bytes.append(UInt8(truncatingIfNeeded: scalar.value))
    } else {
      bytes += UTF8.encode(scalar).unsafelyUnwrapped
    }
    self.column = column + cell.glyph.columns
  }

  mutating func finish(cursor: Screen.Place?, before old: Screen.Place?) {
    set(.plain)
    if bytes.isEmpty && old == cursor { return }
    // A terminal may display a long write in parts, with the cursor at the end of each part.
    let isHidden = old != nil && (cursor == nil || bytes.count > 1_000)
    if isHidden { bytes.insert(contentsOf: "\u{1B}[?25l".utf8, at: 0) }
    guard let cursor else { return }
    move(row: cursor.row, column: cursor.column)
    if old == nil || isHidden { write("\u{1B}[?25h") }
  }
}

// MARK: Sequences

extension FrameText {
  mutating func write(_ text: String) {
    bytes += text.utf8
  }

  mutating func write(repeating byte: UInt8, count: Int) {
    for _ in 0..<count { bytes.append(byte) }
  }

  private mutating func write(_ number: Int) {
    if number >= 10 { write(number / 10) }
    bytes.append(UInt8(truncatingIfNeeded: 0x30 + number % 10))
  }

  mutating func forgetColumn() {
    column = nil
  }

  mutating func move(row: Int, column: Int) {
    defer { (self.row, self.column) = (row, column) }
    guard row == self.row else {
      write("\u{1B}[")
      if row > 0 || column > 0 { write(row + 1) }
      if column > 0 {
        write(";")
        write(column + 1)
      }
      write("H")
      return
    }
    if column == self.column { return }
    if column == 0 {
      write("\r")
    } else if let current = self.column, current < column {
      write("\u{1B}[")
      if column - current > 1 { write(column - current) }
      write("C")
    } else {
      write("\u{1B}[")
      write(column + 1)
      write("G")
    }
  }
}

// MARK: Styles

extension FrameText {
  mutating func stepped(_ style: PackedStyle) -> PackedStyle {
    if colors == .trueColor { return style }
    if style != lastStep.0 { lastStep = (style, PackedStyle(Style(style).stepped(to: colors))) }
    return lastStep.1
  }

  mutating func set(_ new: PackedStyle) {
    if new == style { return }
    defer { style = new }
    if new == .plain {
      write("\u{1B}[m")
      return
    }
    let start = bytes.count
    write("\u{1B}[")
    writeChanges(from: style, to: new)
    guard style.attributes & ~new.attributes != 0 || style.colors.losesColor(in: new.colors)
    else { return }
    // If attributes are removed, resetting the style first may be shorter.
    let end = bytes.count
    write("\u{1B}[0;")
    writeChanges(from: .plain, to: new)
    if bytes.count - end < end - start {
      bytes.removeSubrange(start..<end)
    } else {
      bytes.removeSubrange(end...)
    }
  }

  private mutating func writeChanges(from old: PackedStyle, to new: PackedStyle) {
    let intensity = Style.Attributes.bold.rawValue | Style.Attributes.dim.rawValue
    var attributes = old.attributes
    if attributes & ~new.attributes & intensity != 0 {
      write("22;")
      attributes &= ~intensity
    }
    for (attribute, on, off) in FrameText.attributes {
      switch (attributes & attribute.rawValue != 0, new.attributes & attribute.rawValue != 0) {
      case (false, true): write(on)
      case (true, false): write(off)
      default: break
      }
    }
    if old.colors.foreground != new.colors.foreground {
      writeColor(new.colors.foreground, first: 30)
    }
    if old.colors.background != new.colors.background {
      writeColor(new.colors.background, first: 40)
    }
    bytes[bytes.count - 1] = UInt8(ascii: "m")
  }

  private static let attributes: [(Style.Attributes, on: String, off: String)] = [
    (.bold, "1;", ""), (.dim, "2;", ""), (.italic, "3;", "23;"), (.underline, "4;", "24;"),
    (.inverse, "7;", "27;"),
  ]

  private mutating func writeColor(_ color: UInt32, first: Int) {
    switch PackedStyle.color(color) {
    case nil:
      write(first + 9)
    case .theme(let color):
      write((color.rawValue < 8 ? first : first + 52) + Int(color.rawValue))
    case .indexed(let index):
      write(first + 8)
      write(";5;")
      write(Int(index))
    case .rgb(let red, let green, let blue):
      write(first + 8)
      write(";2;")
      write(Int(red))
      write(";")
      write(Int(green))
      write(";")
      write(Int(blue))
    }
    write(";")
  }
}

extension PackedStyle.Colors {
  fileprivate func losesColor(in other: Self) -> Bool {
    foreground != 0 && other.foreground == 0 || background != 0 && other.background == 0
  }
}
