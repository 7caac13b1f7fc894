// SPDX-License-Identifier: MIT

/// The visible range of a list of rows or columns, and its selection.
struct ScrollWindow: Equatable {
  let count: Int
  /// The number of rows or columns that fit.
  let room: Int
  private(set) var first: Int
  /// The selected index, which is always visible.
  private(set) var selection: Int?

  init(count: Int, room: Int, first: Int, selection: Int? = nil) {
    self.count = count
    self.room = max(0, room)
    self.first = first
    self.selection = count > 0 ? selection.map { min(max(0, $0), count - 1) } : nil
    settle()
  }

  init(count: Int, room: Int, around place: Range<Int>) {
    let spare = max(0, room - place.count) / 2
    self.init(count: count, room: room, first: place.lowerBound - spare)
  }

  var shown: Range<Int> { first..<min(first + room, count) }

  var isOverfull: Bool { count > room }

  mutating func move(by distance: Int) {
    let distance = min(max(-count, distance), count)
    if let selection {
      self.selection = min(max(0, selection + distance), count - 1)
    } else {
      first += distance
    }
    settle()
  }

  private mutating func settle() {
    first = min(max(0, first), max(0, count - room))
    guard let selection, room > 0 else { return }
    first = min(max(first, selection - room + 1), selection)
  }
}

extension ScrollWindow {
  var keys: [KeyBinding<Int>] { arrowKeys + pageKeys }

  var arrowKeys: [KeyBinding<Int>] {
    guard canMove else { return [] }
    let label = selection == nil ? "Scroll" : "Move"
    return [KeyBinding(.up, label, -1), KeyBinding(.down, label, 1)]
  }

  /// Keys with self-explanatory names have no label, which leaves room for others in the help line.
  var pageKeys: [KeyBinding<Int>] {
    guard canMove else { return [] }
    return [
      KeyBinding(.pageUp, "", -max(1, room)),
      KeyBinding(.pageDown, "", max(1, room)),
      KeyBinding(.home, "", -count),
      KeyBinding(.end, "", count),
    ]
  }

  private var canMove: Bool { selection == nil ? isOverfull : count > 1 }
}

extension TerminalEvent {
  func distance(in area: Screen.Area, _ window: ScrollWindow, notch: Int = 1) -> Int? {
    guard case .mouse(let mouse) = self, area.contains(row: mouse.row, column: mouse.column) else {
      return nil
    }
    switch mouse.kind {
    case .wheelUp: return -notch
    case .wheelDown: return notch
    case .press(.left):
      let index = window.first + mouse.row - area.row
      guard let selection = window.selection, window.shown.contains(index) else { return nil }
      return index - selection
    case .press, .release: return nil
    }
  }
}

extension Screen {
  mutating func putMarks(of window: ScrollWindow, in area: Area, style: Style) {
    guard window.room > 0 && area.columns > 0 else { return }
    let column = area.column + area.columns - 1
    let isCutAbove = window.first > 0
    if isCutAbove {
      put("↑", row: area.row, column: column, style: style)
    }
    if window.shown.upperBound < window.count {
      let mark = isCutAbove && window.room == 1 ? "↕" : "↓"
      put(mark, row: area.row + window.room - 1, column: column, style: style)
    }
  }

  mutating func put(_ line: some StringProtocol, from first: Int, in area: Area, style: Style) {
    guard area.rows > 0 && area.columns > 0 else { return }
    let shown = line.columns(from: first, count: area.columns)
    put(shown, row: area.row, column: area.column, style: style)
    let columns = line.terminalColumns(upTo: first + area.columns + 1)
    if first > 0 && columns > 0 {
      put("‹", row: area.row, column: area.column, style: style)
    }
    if columns > first + area.columns {
      put("›", row: area.row, column: area.column + area.columns - 1, style: style)
    }
  }
}

extension Style {
  func selected(isFocused: Bool) -> Style {
    var style = self
    style.bold = true
    if isFocused { style.inverse.toggle() }
    return style
  }
}

extension StringProtocol {
  /// Returns the width of the text in columns, or any number of at least `limit` if the text is that wide.
  func terminalColumns(upTo limit: Int) -> Int {
    if let columns = plainColumns(upTo: limit) { return columns }
    var columns = 0
    for character in self {
      guard columns < limit else { break }
      columns += character.terminalColumns
    }
    return columns
  }

  /// Returns the characters in a range of columns, with spaces for the visible part of a cut wide character.
  func columns(from first: Int, count: Int) -> String {
    let end = first + count
    if let columns = plainColumns(upTo: end) {
      let bytes = utf8.dropFirst(Swift.min(first, columns)).prefix(count)
      return String(decoding: bytes, as: UTF8.self)
    }
    var text = ""
    var column = 0
    for character in self {
      guard column < end else { break }
      let next = column + character.terminalColumns
      if column >= first && next <= end {
        text.append(character)
      } else if next > first {
        text += String(repeating: " ", count: Swift.min(next, end) - Swift.max(column, first))
      }
      column = next
    }
    return text
  }

  /// Returns the number of bytes, at most `limit`, if each byte is a printable character of one column.
  func plainColumns(upTo limit: Int) -> Int? {
    // Checks one more byte, because it may belong to the last character.
    utf8.withContiguousStorageIfAvailable { bytes in
      let limit = Swift.min(Swift.max(0, limit), bytes.count)
      let shown = UnsafeBufferPointer(rebasing: bytes.prefix(limit + 1))
      return shown.isPrintable() ? Swift.min(shown.count, limit) : nil
    } ?? nil
  }
}
