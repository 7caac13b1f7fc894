// SPDX-License-Identifier: MIT

package import LockstepTerminal
package import SharedModels
package import WordGameFeature

extension WordGameState {
  /// The nearest face in play along a line of sight, or nil if its cubes are all removed.
  private func visibleFace(
    _ side: CubeFace.Side,
    _ point: (LatticePoint.Index) -> LatticePoint
  ) -> IndexedCubeFace? {
    LatticePoint.Index.allCases.reversed().map(point).first { cubes[$0].isInPlay }
      .map { IndexedCubeFace(index: $0, side: side) }
  }

  /// The visible faces of a side, by row.
  ///
  /// The sides are laid out as on an unfolded cube.
  package func visibleFaces(_ side: CubeFace.Side) -> [[IndexedCubeFace?]] {
    let indices = LatticePoint.Index.allCases
    return switch side {
    case .left:
      indices.reversed().map { y in
        indices.map { x in visibleFace(side) { LatticePoint(x: x, y: y, z: $0) } }
      }
    case .right:
      indices.reversed().map { y in
        indices.reversed().map { z in visibleFace(side) { LatticePoint(x: $0, y: y, z: z) } }
      }
    case .top:
      indices.map { z in
        indices.map { x in visibleFace(side) { LatticePoint(x: x, y: $0, z: z) } }
      }
    }
  }

  /// Returns adjacent faces that spell `text`, or nil if no path exists.
  ///
  /// If possible, the path extends the current selection.
  package func faces(spelling text: String) -> [IndexedCubeFace]? {
    let visible = CubeFace.Side.allCases.flatMap { visibleFaces($0).joined().compactMap(\.self) }
    func path(_ faces: [IndexedCubeFace], _ rest: Substring) -> [IndexedCubeFace]? {
      guard rest.isEmpty == false else { return faces }
      for face in visible where faces.contains(face) == false {
        guard faces.last?.touches(face) != false else { continue }
        let letters = cubes[face].letters
        // A face may hold two letters, and the second may not be typed yet.
        guard rest.hasPrefix(letters) || letters.hasPrefix(rest) else { continue }
        if let path = path(faces + [face], rest.dropFirst(letters.count)) { return path }
      }
      return nil
    }
    let selected = selectedWord
    if text.hasPrefix(selected), let path = path(selectedFaces, text.dropFirst(selected.count)) {
      return path
    }
    return path([], text[...])
  }

  /// Returns the taps that add `letter` to the word, or an empty array if no face matches.
  package func taps(for letter: Character) -> [IndexedCubeFace] {
    // Typing Q already selected the face with "QU".
    if letter == "U" && selectedWord.hasSuffix("QU") { return [] }
    guard let faces = faces(spelling: selectedWord + String(letter)) else { return [] }
    let common = zip(selectedFaces, faces).prefix { $0 == $1 }.count
    // Tapping the last face a second time removes it from the word.
    return selectedFaces.dropFirst(common).reversed() + faces.dropFirst(common)
  }
}

extension Key {
  package var letter: Character? {
    guard case .character(let character) = self, character.isASCII, character.isLetter else {
      return nil
    }
    return character.uppercased().first
  }
}

extension WordGameState {
  /// Draws the word, the totals, the cube and, if they fit, the words found so far.
  ///
  /// The sides of the cube form an unfolded cube if the area is large enough. Otherwise they appear side by side.
  package func draw(
    in area: Screen.Area,
    showsTotals: Bool = true,
    isFocused: Bool = true,
    on screen: inout Screen
  ) {
    let totals = showsTotals ? self.totals : ""
    let middle = area.columns([.flexible(), .fixed(min(area.columns, 100)), .flexible()])[1]
    let cube = CubePicture(self, in: middle, totals)
    drawWord(in: cube.word, isFocused: isFocused, on: &screen)
    screen.put(totals, in: cube.totals, alignment: .trailing, style: Style(.cyan))
    if let sides = cube.sides {
      for (side, place) in zip(CubePicture.order, sides) {
        draw(side, at: place, cube, on: &screen)
      }
    } else {
      screen.put("… make the window larger", in: cube.body, style: Style(dim: true))
    }
    drawWords(in: cube.words, on: &screen)
  }

  private var totals: String {
    let points = counted(moves.score, "point")
    guard gameMode == .timed else { return points }
    let seconds = max(0, Self.timeLimit - secondsPlayed)
    let rest = seconds % 60 < 10 ? "0\(seconds % 60)" : "\(seconds % 60)"
    return "\(points), \(seconds / 60):\(rest) left"
  }

  private func drawWord(in area: Screen.Area, isFocused: Bool, on screen: inout Screen) {
    let parts = area.columns([.fixed(6), .flexible(minimum: 9)])
    screen.put("Word", in: parts[0], style: Style(bold: true))
    let word = TextField(selectedWord, placeholder: "(type letters)")
    screen.draw(word, in: parts[1], isFocused: isFocused, style: Style(.yellow, bold: true))
  }

  private func draw(
    _ side: CubeFace.Side,
    at place: Screen.Area,
    _ cube: CubePicture,
    on screen: inout Screen
  ) {
    if cube.hasTitles {
      let row = place.row - (cube.hasGrid ? cube.pitch.rows / 2 : 0) - 1
      let title = Screen.Area(row: row, column: place.column, rows: 1, columns: 5)
      screen.put(CubePicture.title(of: side), in: title, style: Style(dim: true))
    }
    if cube.hasGrid { screen.putGrid(around: place, cube.pitch) }
    for (line, faces) in visibleFaces(side).enumerated() {
      for (index, face) in faces.enumerated() {
        guard let face else { continue }
        let isSelected = selectedFaces.contains(face)
        let letters = cubes[face].letters
        // The color shows how often the face has been used.
        let colors: [Color?] = [nil, .yellow, .red]
        var style = Style(colors[min(2, cubes[face].useCount)], bold: isSelected)
        style.inverse = isSelected
        let hasBrackets = cube.hasBrackets && isSelected
        screen.put(
          hasBrackets ? "[\(letters)]" : letters,
          row: place.row + cube.pitch.rows * line,
          column: place.column + cube.pitch.columns * index - (hasBrackets ? 1 : 0),
          style: style
        )
      }
    }
  }

  private func drawWords(in area: Screen.Area, on screen: inout Screen) {
    let words = moves.reversed().compactMap { move -> String? in
      guard case .playedWord(let faces) = move.type else { return nil }
      return "\(cubes.string(from: faces)) \(move.score)"
    }
    guard area.rows > 1 && area.columns > 0 else { return }
    let parts = area.rows([.fixed(1), .flexible()])
    screen.put("Words found", in: parts[0], style: Style(bold: true))
    screen.putColumns(words, in: parts[1])
  }
}

private struct CubePicture {
  static let order: [CubeFace.Side] = [.top, .left, .right]

  private(set) var pitch = (rows: 1, columns: 4)
  private(set) var hasTitles = true
  /// Whether selected faces have room for brackets; otherwise they are only inverse.
  private(set) var hasBrackets = true
  private(set) var hasGrid = false

  private(set) var word: Screen.Area
  private(set) var totals: Screen.Area
  let body: Screen.Area
  /// The first face of each side, in the order of `order`, or nil if the sides do not fit.
  private(set) var sides: [Screen.Area]?
  private(set) var words: Screen.Area

  static func title(of side: CubeFace.Side) -> String {
    switch side {
    case .left: "Left"
    case .right: "Right"
    case .top: "Top"
    }
  }

  init(_ game: WordGameState, in area: Screen.Area, _ totalsText: String) {
    let line = area.rows([.fixed(1), .flexible()])
    let totalsColumns = totalsText.terminalColumns
    // The totals appear to the right of the word, or below it if the line is too short.
    let hasLine = totalsColumns > 0 && area.columns < 20 + totalsColumns && area.rows >= 5
    let parts = line[0].columns([.flexible(), .fixed(hasLine ? 0 : totalsColumns)], spacing: 1)
    word = parts[0]
    let rest = line[1].rows([.fixed(hasLine ? 1 : 0), .flexible()])
    totals = hasLine ? rest[0] : parts[1]
    let none = Screen.Area(row: rest[1].row, column: rest[1].column, rows: 0, columns: 0)
    words = none

    let isUnfolded = rest[1].rows >= 8 && rest[1].columns >= 28
    let grids = [(rows: 4, columns: 10), (rows: 2, columns: 6)]
    let grid = grids.first {
      rest[1].rows >= 6 * $0.rows + 4 && rest[1].columns >= 6 * $0.columns + 4
    }
    let most = grid.map { 6 * $0.rows + 4 } ?? (isUnfolded ? 8 : 4)
    body = rest[1].rows([.fixed(rest[1].rows > most ? 1 : 0), .flexible()])[1]
    func side(_ row: Int, _ column: Int) -> Screen.Area {
      Screen.Area(row: body.row + row, column: body.column + column, rows: 3, columns: 1)
    }
    var taken = (rows: 8, columns: 30)
    if let grid {
      pitch = grid
      hasGrid = true
      let (row, column) = (1 + grid.rows / 2, grid.columns / 2)
      let (next, beside) = (row + 3 * grid.rows + 2, column + 3 * grid.columns + 2)
      sides = [side(row, column), side(next, column), side(next, beside)]
      taken = (6 * grid.rows + 4, 6 * grid.columns + 4)
    } else if isUnfolded {
      sides = [side(1, 1), side(5, 1), side(5, 16)]
    } else {
      let isNarrow = body.columns < 3 * 8 + 2 * 2
      let letters = CubeFace.Side.allCases.flatMap { game.visibleFaces($0).joined() }
        .map { face in face.map { game.cubes[$0].letters.count } ?? 1 }
      let columns = isNarrow ? letters.max() ?? 1 : 2
      pitch = (1, columns + 1)
      hasBrackets = false
      hasTitles = body.rows >= 4
      let width = 3 * columns + 2
      let gap = min(4, (body.columns - 3 * width) / 2)
      taken = (hasTitles ? 4 : 3, 3 * width + 2 * max(0, gap))
      guard gap > 0, body.rows >= 3 else { return }
      sides = (0..<3).map { side(hasTitles ? 1 : 0, $0 * (width + gap)) }
    }
    let beside = body.columns([.fixed(taken.columns + 4), .flexible()])[1]
    let below = body.rows([.fixed(taken.rows + 1), .flexible()])[1]
    words = beside.columns >= 16 && beside.rows >= 3 ? beside : below.rows >= 3 ? below : none
  }
}

extension Screen {
  fileprivate mutating func putGrid(around place: Area, _ pitch: (rows: Int, columns: Int)) {
    func line(_ left: String, _ middle: String, _ right: String, _ fill: String) -> String {
      let part = String(repeating: fill, count: pitch.columns - 1)
      return left + [part, part, part].joined(separator: middle) + right
    }
    for row in 0...3 * pitch.rows {
      let text =
        switch row {
        case 0: line("┌", "┬", "┐", "─")
        case 3 * pitch.rows: line("└", "┴", "┘", "─")
        case _ where row % pitch.rows == 0: line("├", "┼", "┤", "─")
        default: line("│", "│", "│", " ")
        }
      put(
        text,
        row: place.row - pitch.rows / 2 + row,
        column: place.column - pitch.columns / 2,
        style: Style(dim: true)
      )
    }
  }

  /// Fills the area column by column.
  ///
  /// If the texts do not fit, the last cell shows the number of hidden ones.
  mutating func putColumns(_ texts: [String], in area: Area) {
    let width = Swift.max(16, (texts.map(\.terminalColumns).max() ?? 0) + 2)
    let columns = Swift.max(1, area.columns / width)
    let room = columns * area.rows
    let shown = texts.count > room ? Swift.max(0, room - 1) : texts.count
    let mark = texts.count > shown && room > 0 ? ["… and \(texts.count - shown) more"] : []
    for (index, text) in (texts.prefix(shown) + mark).enumerated() {
      let place = Area(
        row: area.row + index % area.rows,
        column: area.column + index / area.rows * width,
        rows: 1,
        columns: Swift.min(width, area.columns)
      )
      put(text, in: place, style: Style(dim: index == shown))
    }
  }
}

/// Returns a number with its noun, such as "1 point" or "2 points".
package func counted(_ number: Int, _ noun: String) -> String {
  "\(number) \(noun)\(number == 1 ? "" : "s")"
}
