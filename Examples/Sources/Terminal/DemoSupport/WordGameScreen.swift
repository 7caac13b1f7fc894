// SPDX-License-Identifier: MIT

// The cube on a terminal: its three sides unfolded, words typed letter by letter.

package import LockstepTerminal
package import SharedModels
package import WordGameFeature

extension WordGameState {
  /// The nearest cube in play on a line of sight, with its face; nil if all are gone.
  private func visibleFace(
    _ side: CubeFace.Side,
    _ point: (LatticePoint.Index) -> LatticePoint
  ) -> IndexedCubeFace? {
    LatticePoint.Index.allCases.reversed().map(point).first { cubes[$0].isInPlay }
      .map { IndexedCubeFace(index: $0, side: side) }
  }

  /// The faces of a side as the player sees them, row by row; the sides touch as on an unfolded cube.
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

  /// Faces that spell a text, each touching the one before; nil if there are none.
  ///
  /// What is selected is gone on with if that is possible.
  package func faces(spelling text: String) -> [IndexedCubeFace]? {
    let visible = CubeFace.Side.allCases.flatMap { visibleFaces($0).joined().compactMap(\.self) }
    func path(_ faces: [IndexedCubeFace], _ rest: Substring) -> [IndexedCubeFace]? {
      guard rest.isEmpty == false else { return faces }
      for face in visible where faces.contains(face) == false {
        guard faces.last?.touches(face) != false else { continue }
        let letters = cubes[face].letters
        // One face may hold two letters, of which the second is still to be typed.
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

  /// The taps that select the faces for one more letter; none if no such letter can follow.
  package func taps(for letter: Character) -> [IndexedCubeFace] {
    // The face with "QU" has been taken for the Q.
    if letter == "U" && selectedWord.hasSuffix("QU") { return [] }
    guard let faces = faces(spelling: selectedWord + String(letter)) else { return [] }
    let common = zip(selectedFaces, faces).prefix { $0 == $1 }.count
    // A second tap on the last face takes it out of the word.
    return selectedFaces.dropFirst(common).reversed() + faces.dropFirst(common)
  }
}

extension Key {
  /// The letter that was typed, as it stands on cubes.
  package var letter: Character? {
    guard case .character(let character) = self, character.isASCII, character.isLetter else {
      return nil
    }
    return character.uppercased().first
  }
}

extension WordGameState {
  /// The word, how it counts, and the cube.
  ///
  /// - Parameters:
  ///   - area: Where.
  ///   - showsTotals: Whether it says how many points there are, and how much time is left.
  ///   - screen: What is drawn on.
  package func draw(in area: Screen.Area, showsTotals: Bool = true, on screen: inout Screen) {
    let isWide = area.columns >= 56
    let left = area.column + (isWide ? 4 : max(0, (area.columns - 27) / 2))
    drawSide(.top, "Top", row: area.row, column: left, on: &screen)
    drawSide(.left, "Left", row: area.row + 4, column: left, on: &screen)
    drawSide(.right, "Right", row: area.row + 4, column: left + 15, on: &screen)

    let word = selectedWord.isEmpty ? "…" : selectedWord
    screen.put("Word", row: area.row, column: left + 15, style: Style(bold: true))
    screen.put(word, row: area.row + 1, column: left + 15, style: Style(.yellow, bold: true))
    if showsTotals {
      let points = moves.score == 1 ? "1 point" : "\(moves.score) points"
      screen.put(points, row: area.row + 2, column: left + 15, style: Style(.cyan))
    }
    if gameMode == .timed && showsTotals {
      let seconds = max(0, Self.timeLimit - secondsPlayed)
      let rest = seconds % 60 < 10 ? "0\(seconds % 60)" : "\(seconds % 60)"
      screen.put("\(seconds / 60):\(rest) left", row: area.row + 3, column: left + 15)
    }
    if isWide { drawWords(in: area, column: left + 36, on: &screen) }
  }

  private func drawSide(
    _ side: CubeFace.Side,
    _ title: String,
    row: Int,
    column: Int,
    on screen: inout Screen
  ) {
    screen.put(title, row: row, column: column, style: Style(dim: true))
    for (line, faces) in visibleFaces(side).enumerated() {
      for (place, face) in faces.enumerated() {
        guard let face else { continue }
        let isSelected = selectedFaces.contains(face)
        let letters = cubes[face].letters
        // The color tells how often the face can still be used.
        let colors: [Color?] = [nil, .yellow, .red]
        screen.put(
          isSelected ? "[\(letters)]" : " \(letters) ",
          row: row + 1 + line,
          column: column + 4 * place,
          style: Style(colors[min(2, cubes[face].useCount)], bold: isSelected)
        )
      }
    }
  }

  private func drawWords(in area: Screen.Area, column: Int, on screen: inout Screen) {
    screen.put("Words found", row: area.row, column: column, style: Style(bold: true))
    let words = moves.reversed().compactMap { move -> String? in
      guard case .playedWord(let faces) = move.type else { return nil }
      return "\(cubes.string(from: faces)) \(move.score)"
    }
    for (index, word) in words.prefix(7).enumerated() {
      screen.put(word, row: area.row + 1 + index, column: column)
    }
  }
}
