// SPDX-License-Identifier: MIT

@testable import TerminalSupport

/// A terminal that understands what the renderer writes and nothing else.
///
/// It follows the rules of a real one: a cursor, a current style, and wide characters of which half
/// is overwritten leave a space.
struct TerminalEmulator {
  private(set) var screen: Screen
  private(set) var isCursorHidden = false
  private(set) var style = Style.plain
  private(set) var unknownSequences: [String] = []
  private var row = 0
  private var column = 0

  init(size: Screen.Size) {
    screen = Screen(size: size)
    screen.fill(screen.area, with: "?")
  }

  mutating func write(_ text: String) {
    var rest = text[...]
    while let character = rest.popFirst() {
      guard character == "\u{1B}" else {
        screen.put(String(character), row: row, column: column, style: style)
        column += character.terminalColumns
        continue
      }
      let sequence = rest.prefix { !$0.isLetter }
      rest = rest.dropFirst(sequence.count)
      interpret(sequence.dropFirst(), final: rest.popFirst() ?? "?")
    }
  }

  private mutating func interpret(_ parameters: Substring, final: Character) {
    let numbers = parameters.split(separator: ";").compactMap { Int($0) }
    switch (final, numbers) {
    case ("H", let numbers) where numbers.count == 2:
      row = numbers[0] - 1
      column = numbers[1] - 1
    case ("J", [2]):
      screen.fill(screen.area, style: style)
    case ("l", []) where parameters == "?25":
      isCursorHidden = true
    case ("m", let numbers) where numbers.allSatisfy(isStyle):
      for number in numbers { apply(number) }
    default:
      unknownSequences.append("\(parameters)\(final)")
    }
  }

  private func isStyle(_ number: Int) -> Bool {
    [0, 1, 2, 7].contains(number) || UInt8(exactly: number).flatMap(Colour.init) != nil
  }

  private mutating func apply(_ number: Int) {
    switch number {
    case 0: style = .plain
    case 1: style.bold = true
    case 2: style.dim = true
    case 7: style.inverse = true
    default: style.foreground = UInt8(exactly: number).flatMap(Colour.init)
    }
  }
}
