// SPDX-License-Identifier: MIT

/// The content of a terminal: a grid of cells, each with a character and a style.
///
/// A screen is a value. A program draws its state in a pure function, a test compares the result, and
/// ``ScreenRenderer`` finds the cells that changed since the last frame:
///
/// ```swift
/// var screen = Screen(size: Screen.Size(rows: 3, columns: 11))
/// screen.box(screen.area, title: "Score")
/// screen.putCentered("27", row: 1, style: Style(.yellow, bold: true))
/// print(screen.plainText)
/// // ┌─ Score ─┐
/// // │   27    │
/// // └─────────┘
/// ```
///
/// Rows and columns count from 0 at the top left. Drawing is clipped to the screen. If only a part of a wide character
/// fits, spaces fill that part.
///
/// The `terminalColumns` of a character determine how many cells it occupies. Each base character keeps at most eight
/// combining marks. Screens are equal if they show the same scalars in the same styles, with the same cursor.
public struct Screen: Hashable, Sendable {
  /// One cell of a screen.
  public struct Cell: Hashable, Sendable {
    /// The character, or `nil` in the cells after the first one of a wide character.
    public let character: Character?
    /// The style of the character.
    public let style: Style

    init(_ character: Character?, _ style: Style = .plain) {
      self.character = character
      self.style = style
    }
  }

  /// The number of rows and columns.
  public let size: Size
  /// The position of the terminal's cursor, which the focused text field sets.
  ///
  /// A new screen has no cursor. With `nil` or a position outside the screen, the terminal hides its cursor. Input
  /// methods show their composition at the cursor.
  public var cursor: Place?
  var cells: [PackedCell]
  var clusters = Clusters()

  /// Creates a screen filled with plain spaces.
  ///
  /// - Complexity: O(*n*) in the number of cells.
  public init(size: Size) {
    self.size = size
    cells = Array(repeating: .blank, count: size.rows * size.columns)
  }

  /// The cell at a position, or `nil` outside the screen.
  public subscript(row row: Int, column column: Int) -> Cell? {
    guard contains(row, column) else { return nil }
    let cell = cells[row * size.columns + column]
    return Cell(character(of: cell.glyph), Style(cell.packedStyle))
  }

  /// The area of the whole screen.
  public var area: Area {
    Area(row: 0, column: 0, rows: size.rows, columns: size.columns)
  }

  func contains(_ row: Int, _ column: Int) -> Bool {
    row >= 0 && row < size.rows && column >= 0 && column < size.columns
  }
}

extension Screen {
  func append(_ glyph: Glyph, to text: inout String) {
    if glyph.isCluster {
      text += String(decoding: clusters.bytes[glyph.cluster], as: UTF8.self)
    } else if glyph.isContinuation == false {
      text.unicodeScalars.append(glyph.scalar)
    }
  }

  private func character(of glyph: Glyph) -> Character? {
    var text = ""
    append(glyph, to: &text)
    return text.first
  }

  /// Returns whether two screens show the same scalars in the same styles, with the same cursor.
  ///
  /// - Complexity: O(*n*) in the number of cells.
  public static func == (first: Screen, second: Screen) -> Bool {
    guard first.size == second.size && first.cursor == second.cursor else { return false }
    return zip(first.cells, second.cells).allSatisfy { old, new in
      old == new && old.glyph.isCluster == false
        || first.showsSameCluster(old, as: new, of: second) && old.packedStyle == new.packedStyle
    }
  }

  func showsSameCluster(_ cell: PackedCell, as other: PackedCell, of screen: Screen) -> Bool {
    guard cell.glyph.isCluster && other.glyph.isCluster else { return false }
    let (place, otherPlace) = (cell.glyph.cluster, other.glyph.cluster)
    guard place.count == otherPlace.count else { return false }
    return clusters.bytes.withUnsafeBufferPointer { bytes in
      screen.clusters.bytes.withUnsafeBufferPointer { otherBytes in
        (0..<place.count).allSatisfy { offset in
          bytes[place.lowerBound + offset] == otherBytes[otherPlace.lowerBound + offset]
        }
      }
    }
  }

  /// Hashes the size, the cursor and the plain text.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(size)
    hasher.combine(cursor)
    hasher.combine(plainText)
  }
}

extension Screen {
  /// A position on a screen: a row and a column.
  public struct Place: Hashable, Sendable {
    /// The row, from 0.
    public var row: Int
    /// The column, from 0.
    public var column: Int

    /// Creates a position from a row and a column.
    public init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  var shownCursor: Place? {
    cursor.flatMap { contains($0.row, $0.column) ? $0 : nil }
  }

  /// The dimensions of a screen.
  public struct Size: Hashable, Sendable {
    /// The maximum number of rows or columns, far above any real terminal.
    package static let limit = 2_000

    /// The number of rows.
    public let rows: Int
    /// The number of columns.
    public let columns: Int

    /// Creates a size, with each number clamped to the range from 0 to 2,000.
    public init(rows: Int, columns: Int) {
      self.rows = min(max(0, rows), Self.limit)
      self.columns = min(max(0, columns), Self.limit)
    }
  }
}

extension Screen: CustomStringConvertible {
  /// The plain text of the screen.
  public var description: String { plainText }

  /// The text of the screen without styles, for pipes, logs and tests.
  ///
  /// The text omits spaces at the end of each row, empty rows at the end, and the last line break.
  ///
  /// - Complexity: O(*n*) in the number of cells.
  public var plainText: String {
    var lines = (0..<size.rows).map { row in
      let cells = cells[(row * size.columns)..<((row + 1) * size.columns)]
      var line = ""
      if let last = cells.lastIndex(where: { $0.glyph.isSpace == false }) {
        for cell in cells[...last] { append(cell.glyph, to: &line) }
      }
      return line
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }
}
