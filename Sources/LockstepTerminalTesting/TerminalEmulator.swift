// SPDX-License-Identifier: MIT

public import LockstepTerminal

/// What a terminal shows, given what a program writes to it with `LockstepTerminal`.
///
/// It follows the rules of a real one: a cursor, a current style, and wide characters of which half
/// is overwritten leave a space. Sequences that it does not know are collected.
public struct TerminalEmulator: Sendable {
  /// What is shown; question marks where nothing has been drawn yet.
  public private(set) var screen: Screen
  /// Whether the cursor is hidden.
  public private(set) var isCursorHidden = false
  /// The style of the next character.
  public private(set) var style = Style.plain
  /// The sequences that were not understood, without their first two characters.
  public private(set) var unknownSequences: [String] = []
  private var row = 0
  private var column = 0

  /// Creates a terminal that has shown nothing yet.
  public init(size: Screen.Size) {
    screen = Screen(size: size)
    screen.fill(screen.area, with: "?")
  }

  /// Takes what a program writes.
  ///
  /// - Parameter text: Text with whole escape sequences.
  public mutating func write(_ text: String) {
    var rest = text[...]
    while let character = rest.popFirst() {
      guard character == "\u{1B}" else {
        screen.put(String(character), row: row, column: column, style: style)
        column += String(character).terminalColumns
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
    case ("m", let numbers) where apply(numbers):
      break
    default:
      unknownSequences.append("\(parameters)\(final)")
    }
  }

  /// Changes the style as the numbers of a sequence say; returns whether all of them were understood.
  private mutating func apply(_ numbers: [Int]) -> Bool {
    var rest = numbers[...]
    while let number = rest.popFirst() {
      switch number {
      case 0: style = .plain
      case 1: style.bold = true
      case 2: style.dim = true
      case 3: style.italic = true
      case 4: style.underline = true
      case 7: style.inverse = true
      case 30...38, 90...97:
        guard let color = color(number - 30, &rest) else { return false }
        style.foreground = color
      case 40...48, 100...107:
        guard let color = color(number - 40, &rest) else { return false }
        style.background = color
      default: return false
      }
    }
    return true
  }

  private func color(_ code: Int, _ rest: inout ArraySlice<Int>) -> Color? {
    func next() -> UInt8? { rest.popFirst().flatMap(UInt8.init(exactly:)) }
    switch code {
    case 0..<8: return Color.Theme(rawValue: UInt8(code)).map(Color.theme)
    case 60..<68: return Color.Theme(rawValue: UInt8(code - 52)).map(Color.theme)
    default:
      switch rest.popFirst() {
      case 5: return next().map(Color.indexed)
      case 2:
        guard let red = next(), let green = next(), let blue = next() else { return nil }
        return .rgb(red, green, blue)
      default: return nil
      }
    }
  }
}
