// SPDX-License-Identifier: MIT

internal import Lockstep
package import LockstepTerminal

extension MemoryTerminal {
  /// Returns the flaws of the screens that a script shows, at first and after each step.
  ///
  /// - Parameter script: The script.
  /// - Returns: The flaws, each with the step of its screen.
  /// - Throws: The error in the script.
  package func flaws(in script: String) throws -> [String] {
    var flaws: [String] = []
    play(try TerminalScript(script)) { moment, _ in
      guard ending == nil else { return }
      flaws += program.flaws(of: store.store.state, size).map { "\(moment): \($0)" }
    }
    return flaws
  }
}

extension TerminalProgram {
  /// Returns the flaws of the screen of a state.
  ///
  /// Each of these is a flaw:
  ///
  /// - A key has no help, and no line ends with a mark for more text.
  /// - A word is cut without a mark, or is partly covered. Such a word is missing from wider and higher screens.
  ///
  /// Dim text is ignored, because a dialog covers it on purpose.
  fileprivate func flaws(of state: State, _ size: Screen.Size) -> [String] {
    let screen = screen(state, size)
    let rows = screen.plainText.split(separator: "\n").map { row in
      row.drop { "│║ ".contains($0) }.trimmed
    }
    let marks = rows.contains { $0.hasSuffix("…") }
    // A dialog shows its own keys, which have no labels here.
    let unnamed = HelpLine(keys(state, size)).items.filter { item in
      rows.contains { $0.contains(item) } == false
    }
    var flaws = marks ? [] : unnamed.map { "\($0) is not in the help" }
    let sizes = [
      Screen.Size(rows: size.rows, columns: max(120, size.columns)),
      Screen.Size(rows: max(40, size.rows), columns: size.columns),
      Screen.Size(rows: 24, columns: 80),
    ]
    let help = HelpLine(keys(state, size)).items.joined(separator: " ")
    let known = sizes.reduce(into: Set(help.split { !$0.isLetter }.map(String.init))) {
      $0.formUnion(self.screen(state, $1).words)
    }
    flaws += screen.words.filter { known.contains($0) == false }.sorted().map { "'\($0)' is cut" }
    if flaws.isEmpty == false { flaws.append("\n" + screen.plainText) }
    return flaws
  }
}

extension Screen {
  /// The words on the screen, except dim words, words next to a mark, and words in a row with only a mark.
  var words: Set<String> {
    var words: Set<String> = []
    let lines = plainText.split(separator: "\n", omittingEmptySubsequences: false)
    for (row, line) in lines.enumerated() {
      if line.split(whereSeparator: { "│║ ".contains($0) }).contains("…") { continue }
      var word = ""
      for column in 0...size.columns {
        let cell = self[row: row, column: column]
        if let cell, cell.style.dim == false, let character = cell.character,
          character.isLetter || character.isNumber || "…‹›’".contains(character)
        {
          word.append(character)
        } else {
          if word.contains(where: { "…‹›".contains($0) }) == false { words.insert(word) }
          word = ""
        }
      }
    }
    return words
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    var text = self
    while let last = text.last, "│║ ".contains(last) { text.removeLast() }
    return text
  }
}
