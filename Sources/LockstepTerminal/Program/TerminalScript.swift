// SPDX-License-Identifier: MIT

internal import Foundation
package import Lockstep

/// The steps of a user at a terminal, as text with one step per line.
///
/// ```
/// # Starts the stopwatch, and looks at it.
/// press s
/// wait 2s
/// resize 40x10
/// ```
///
/// | Step | Meaning |
/// |---|---|
/// | `press q` | Presses a key: a character or a named key. |
/// | `type cab` | Types the rest of the line, without surrounding spaces. |
/// | `paste one\ntwo` | Pastes text. `\n` is a line break, `\t` a tab, and `\\` a backslash. |
/// | `click 3 10` | Presses and releases the left button in row 3 and column 10, counted from 0. |
/// | `wait 250ms` | Advances time by milliseconds, or by seconds as in `2s`. |
/// | `resize 80x24` | Resizes the terminal to 80 columns and 24 rows. |
///
/// The named keys are `space`, `return`, `escape`, `tab`, `backtab`, `backspace`, `delete`, `insert`, `up`, `down`,
/// `left`, `right`, `home`, `end`, `pageup`, `pagedown`, and `f1` to `f20`. Modifiers precede the key: `ctrl-a` to
/// `ctrl-z`, `alt-b`, `alt-return`, `shift-left`, or `ctrl-alt-f1`.
///
/// Empty lines and lines that begin with `#` are skipped. ``MemoryTerminal`` runs scripts.
public struct TerminalScript: Hashable, Sendable {
  package struct Step: Hashable, Sendable, CustomStringConvertible {
    package enum Instruction: Hashable, Sendable {
      case press(Key)
      case type(String)
      case paste(String)
      /// A press and release of the left mouse button.
      case click(row: Int, column: Int)
      case wait(SchedulerStride)
      case resize(Screen.Size)
    }

    package let instruction: Instruction
    package let description: String
  }

  /// An error in the text of a script.
  public struct SyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line number, starting at 1.
    public let line: Int
    /// The mistake and the correct form.
    public let message: String

    /// The line number, a colon, and the message.
    public var description: String { "line \(line): \(message)" }
  }

  package let steps: [Step]

  /// Parses a script.
  ///
  /// - Parameter text: The lines of the script.
  /// - Throws: A `SyntaxError` for the first invalid line.
  public init(_ text: String) throws(SyntaxError) {
    var steps: [Step] = []
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let line = line.trimmingCharacters(in: .whitespaces)
      if line.isEmpty || line.hasPrefix("#") { continue }
      do {
        steps.append(Step(instruction: try Step.Instruction(line), description: line))
      } catch {
        throw SyntaxError(line: index + 1, message: error.message)
      }
    }
    self.steps = steps
  }
}

extension TerminalScript: CustomStringConvertible {
  /// The lines of the steps, from which you can create an equal script.
  public var description: String {
    steps.map(\.description).joined(separator: "\n")
  }
}

private struct BadLine: Error {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}

extension TerminalScript.Step.Instruction {
  fileprivate init(_ line: String) throws(BadLine) {
    let name = line.prefix { $0.isWhitespace == false }
    let value = line.dropFirst(name.count).trimmingCharacters(in: .whitespaces)
    switch name {
    case "press":
      guard let key = Key(scriptName: value) else {
        throw BadLine("there is no key '\(value)'; keys are: \(Key.allScriptNames)")
      }
      self = .press(key)
    case "type":
      guard value.isEmpty == false else {
        throw BadLine("'type' needs text, such as 'type cab'")
      }
      self = .type(value)
    case "paste":
      guard let text = Self.unescaped(value), text.isEmpty == false else {
        throw BadLine(
          #"'paste' needs a text with no backslashes but in \n, \t and \\, not '\#(value)'"#
        )
      }
      self = .paste(text)
    case "click":
      let numbers = value.split(whereSeparator: \.isWhitespace).map { Self.number($0, upTo: 499) }
      guard numbers.count == 2, let row = numbers[0], let column = numbers[1] else {
        throw BadLine(
          "'click' needs a row and a column from 0 to 499, such as 3 10, not '\(value)'"
        )
      }
      self = .click(row: row, column: column)
    case "wait":
      guard let milliseconds = Self.milliseconds(value), milliseconds <= 600_000 else {
        throw BadLine("'wait' needs a time up to 600s, such as 250ms or 2s, not '\(value)'")
      }
      self = .wait(.milliseconds(milliseconds))
    case "resize":
      guard let size = Self.size(value) else {
        throw BadLine(
          "'resize' needs columns and rows from 1 to 500, such as 80x24, not '\(value)'"
        )
      }
      self = .resize(size)
    default:
      throw BadLine(
        "'\(name)' is not a command; commands are: press, type, paste, click, wait, resize"
      )
    }
  }

  private static func unescaped(_ text: String) -> String? {
    var result = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      guard character == "\\" else {
        result.append(character)
        continue
      }
      switch rest.popFirst() {
      case "n": result.append("\n")
      case "t": result.append("\t")
      case "\\": result.append("\\")
      default: return nil
      }
    }
    return result
  }

  private static func milliseconds(_ text: String) -> Int? {
    for (unit, factor) in [("ms", 1), ("s", 1_000)] where text.hasSuffix(unit) {
      return number(text.dropLast(unit.count), upTo: 600_000).map { $0 * factor }
    }
    return nil
  }

  private static func size(_ text: String) -> Screen.Size? {
    let numbers = text.split(separator: "x", omittingEmptySubsequences: false)
      .map { number($0, upTo: 500) }
    guard numbers.count == 2, let columns = numbers[0], let rows = numbers[1] else { return nil }
    return rows > 0 && columns > 0 ? Screen.Size(rows: rows, columns: columns) : nil
  }

  /// Accepts only digits: `Int` alone would also accept a sign.
  fileprivate static func number(_ text: some StringProtocol, upTo limit: Int) -> Int? {
    guard text.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(text) else { return nil }
    return number <= limit ? number : nil
  }
}

extension Key {
  private static let scriptNames: [(name: String, key: Key)] = [
    ("space", .character(" ")), ("return", .return), ("escape", .escape), ("tab", .tab),
    ("backtab", .backTab), ("backspace", .backspace), ("delete", .delete), ("insert", .insert),
    ("up", .up), ("down", .down), ("left", .left), ("right", .right), ("home", .home),
    ("end", .end), ("pageup", .pageUp), ("pagedown", .pageDown),
  ]

  fileprivate static var allScriptNames: String {
    let names = scriptNames.map(\.name).joined(separator: ", ")
    return """
      one character, \(names), f1 to f20, ctrl-a to ctrl-z, and with others held, such as alt-b, alt-return, \
      shift-left or ctrl-alt-f1
      """
  }

  fileprivate init?(scriptName name: String) {
    if let key = Key(plainScriptName: name) {
      self = key
      return
    }
    let prefixes: [(String, Modifiers)] = [
      ("ctrl-", .control), ("alt-", .alt), ("shift-", .shift),
    ]
    var rest = name[...]
    var modifiers: Modifiers = []
    while let (prefix, modifier) = prefixes.first(where: { rest.hasPrefix($0.0) }),
      modifiers.contains(modifier) == false
    {
      rest = rest.dropFirst(prefix.count)
      modifiers.insert(modifier)
    }
    guard let key = Key(plainScriptName: String(rest)), key.isSent(with: modifiers) else {
      return nil
    }
    self = key.with(modifiers)
    // Terminals send Control-I as the tab key.
    if case .control(let letter) = self, let byte = letter.asciiValue {
      var decoder = EventDecoder()
      if case .key(let key)? = decoder.decode([byte & 0x1F]).first { self = key }
    }
  }

  private init?(plainScriptName name: String) {
    if name.count == 1, let character = name.first, character.drawable != "\u{FFFD}" {
      self = .character(character)
    } else if let key = Self.scriptNames.first(where: { $0.name == name })?.key {
      self = key
    } else if name.hasPrefix("f"),
      let number = TerminalScript.Step.Instruction.number(name.dropFirst(), upTo: 20), number > 0
    {
      self = .function(number)
    } else {
      return nil
    }
  }

  private func isSent(with modifiers: Modifiers) -> Bool {
    switch self {
    case .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .insert, .delete, .function:
      true
    case .character("a"..."z") where modifiers == .control: true
    case .tab where modifiers == .shift: true
    case .character, .return, .tab, .backspace: modifiers == .alt
    default: false
    }
  }
}
