// SPDX-License-Identifier: MIT

/// A picture for a terminal: a grid of cells, each with a character and a style.
///
/// A screen is a value, so a demo can draw its state with a pure function, a test can compare what
/// was drawn, and ``ScreenRenderer`` can tell what changed since the picture before:
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
/// Rows and columns count from 0 at the top left. Everything is clipped: what lies outside is not
/// drawn, and a wide character of which only one half would show leaves a space there.
public struct Screen: Hashable, Sendable {
  /// One place of a screen.
  public struct Cell: Hashable, Sendable {
    /// The character, or nil in the right half of a wide character.
    public let character: Character?
    /// How the character looks.
    public let style: Style

    init(_ character: Character?, _ style: Style = .plain) {
      self.character = character
      self.style = style
    }

    static let blank = Cell(" ")
  }

  /// The number of rows and columns.
  public let size: Size
  var cells: [Cell]

  /// Makes a screen of plain spaces.
  ///
  /// - Complexity: O(*n*) in the number of cells.
  public init(size: Size) {
    self.size = size
    cells = Array(repeating: .blank, count: size.rows * size.columns)
  }

  /// The cell at a place, or nil outside of the screen.
  public subscript(row row: Int, column column: Int) -> Cell? {
    contains(row, column) ? cells[row * size.columns + column] : nil
  }

  /// The whole screen.
  public var area: Area {
    Area(row: 0, column: 0, rows: size.rows, columns: size.columns)
  }

  func contains(_ row: Int, _ column: Int) -> Bool {
    row >= 0 && row < size.rows && column >= 0 && column < size.columns
  }

  /// The cells of a row.
  func row(_ row: Int) -> ArraySlice<Cell> {
    cells[(row * size.columns)..<((row + 1) * size.columns)]
  }
}

extension Screen {
  /// The dimensions of a screen.
  public struct Size: Hashable, Sendable {
    /// The most rows or columns that a screen can have; no terminal comes near it.
    public static let limit = 2_000

    /// The number of rows.
    public let rows: Int
    /// The number of columns.
    public let columns: Int

    /// Makes a size; numbers below 0 or above ``limit`` count as that bound.
    public init(rows: Int, columns: Int) {
      self.rows = min(max(0, rows), Self.limit)
      self.columns = min(max(0, columns), Self.limit)
    }
  }
}

extension Screen {
  /// The characters of the screen alone, for pipes, logs and tests.
  ///
  /// Spaces at the end of a row and empty rows at the end are left out, and so is the last line
  /// break.
  ///
  /// - Complexity: O(*n*) in the number of cells.
  public var plainText: String {
    var lines = (0..<size.rows).map { row in
      var line = String(self.row(row).compactMap(\.character))
      while line.last == " " { line.removeLast() }
      return line
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }
}
