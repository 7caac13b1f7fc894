// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
package import LockstepTerminal

/// What `--script` lets a demo do: keys, and how much time passes between them.
///
/// ```
/// # A line for each step; a screen is printed after each.
/// press p
/// wait 250ms
/// type cab
/// press return
/// resize 40x20
/// ```
package struct DemoScript: Equatable, Sendable {
  /// One line.
  package struct Step: Equatable, Sendable {
    /// What it does.
    package enum Instruction: Equatable, Sendable {
      case press([Key])
      case resize(Screen.Size)
      case wait(milliseconds: Int)
    }

    package var instruction: Instruction

    /// The line, without spaces around it.
    package var text: String
  }

  package var steps: [Step]

  /// Reads a script.
  ///
  /// - Parameters:
  ///   - text: The lines. Empty ones, and those that begin with `#`, are passed over.
  ///   - name: What the script is called in errors.
  /// - Throws: What is wrong with the first bad line, and which line it is.
  package init(_ text: String, named name: String) throws(DemoError) {
    steps = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let text = line.trimmingCharacters(in: .whitespaces)
      if text.isEmpty || text.hasPrefix("#") { continue }
      do {
        steps.append(Step(instruction: try Step.Instruction(text), text: text))
      } catch {
        throw .data("\(name), line \(index + 1): \(error.message)")
      }
    }
  }
}

extension DemoScript {
  /// The steps in the headings of what ``PlainDemo`` has printed, so that they can be taken again.
  package init(tape: String) throws(DemoError) {
    let headings = tape.split(whereSeparator: \.isNewline)
      .filter { $0.hasPrefix("== ") && $0.hasSuffix(" ==") && $0 != "== at first ==" }
    try self.init(
      headings.map { $0.dropFirst(3).dropLast(3) }.joined(separator: "\n"),
      named: "the tape"
    )
  }
}

/// Why a line is no step.
private struct BadLine: Error {
  var message: String
}

extension DemoScript.Step.Instruction {
  fileprivate init(_ text: String) throws(BadLine) {
    let name = text.prefix { $0 != " " }
    let value = text.dropFirst(name.count).trimmingCharacters(in: .whitespaces)
    switch name {
    case "press":
      guard let key = Key(scriptName: value) else {
        let names = Key.scriptNames.map(\.name) + ["ctrl-c"]
        throw BadLine(
          message: "there is no key '\(value)'; a key is one character, or one of "
            + names.joined(separator: ", ") + names.suggestion(for: value)
        )
      }
      self = .press([key])
    case "type":
      guard value.isEmpty == false else {
        throw BadLine(message: "'type' needs a text, such as 'type cab'")
      }
      self = .press(value.map(Key.character))
    case "wait":
      guard let milliseconds = Self.milliseconds(value), milliseconds <= 600_000 else {
        throw BadLine(
          message: "'wait' needs a time up to 600s, such as 250ms or 2s, not '\(value)'"
        )
      }
      self = .wait(milliseconds: milliseconds)
    case "resize":
      guard let size = Self.size(value) else {
        throw BadLine(
          message: "'resize' needs columns and rows from 1 to 500, such as 80x24, not '\(value)'"
        )
      }
      self = .resize(size)
    default:
      let names = ["press", "type", "wait", "resize"]
      throw BadLine(
        message: "'\(name)' is none of \(names.joined(separator: ", "))"
          + names.suggestion(for: String(name))
      )
    }
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

  /// A number of digits alone.
  private static func number(_ text: some StringProtocol, upTo limit: Int) -> Int? {
    guard text.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(text) else { return nil }
    return number <= limit ? number : nil
  }
}

extension Key {
  /// The keys that are no characters, and a space, by their names in scripts.
  fileprivate static let scriptNames: [(name: String, key: Key)] = [
    ("space", .character(" ")), ("return", .return), ("escape", .escape), ("tab", .tab),
    ("backspace", .backspace), ("delete", .delete), ("up", .up), ("down", .down), ("left", .left),
    ("right", .right), ("home", .home), ("end", .end), ("pageup", .pageUp),
    ("pagedown", .pageDown),
  ]

  fileprivate init?(scriptName name: String) {
    if name.count == 1, let character = name.first {
      self = .character(character)
    } else if name == "ctrl-c" {
      self = .control("c")
    } else if let key = Self.scriptNames.first(where: { $0.name == name })?.key {
      self = key
    } else {
      return nil
    }
  }
}
