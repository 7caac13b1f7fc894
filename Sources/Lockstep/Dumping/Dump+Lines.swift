// SPDX-License-Identifier: MIT

extension Dump {
  /// The lines, each with its indentation.
  ///
  /// Of long collections and texts, the first hundred parts are shown; of long lines, the first five
  /// hundred characters; of all lines, the first four hundred. Notes say what was left out.
  package func lines(indentation: Int = 0, suffix: String = "") -> [String] {
    var writer = DumpWriter()
    writer.write(self, indentation: indentation, suffix: suffix)
    return writer.boundedLines
  }

  /// All lines, however many and however long they are.
  package var allLines: [String] {
    var writer = DumpWriter(limits: .none)
    writer.write(self)
    return writer.lines
  }

  /// The lines as one text.
  package var text: String {
    lines().joined(separator: "\n")
  }

  /// The value on one line of bounded length.
  package var boundedLine: String {
    let line = line
    return line.count > 200 ? "\(line.prefix(200))…" : line
  }

  /// The value on one line, as a dictionary shows its keys.
  var line: String {
    guard parts.isEmpty == false else { return opening }
    switch style {
    case .lines:
      // What is in the quotes of a text of several lines, in those of one line.
      return "\"" + parts.map(\.opening).joined(separator: #"\n"#) + "\""
    case .verbatim:
      return ([opening] + parts.map(\.opening)).joined(separator: " ")
    default:
      let parts = parts.map { part in (part.label.map { "\($0): " } ?? "") + part.line }
      return opening + parts.joined(separator: ", ") + closing
    }
  }
}

/// How much of a value is shown.
struct DumpLimits {
  /// How many lines.
  var lines = 400
  /// How many parts of a collection or text.
  var parts = 100
  /// How many characters of a line.
  var characters = 500

  static let none = Self(lines: .max, parts: .max, characters: .max)
}

/// Collects lines, and counts those that are over the limit.
struct DumpWriter {
  private(set) var lines: [String] = []
  private(set) var omitted = 0
  let limits: DumpLimits

  init(limits: DumpLimits = DumpLimits()) {
    self.limits = limits
  }

  /// The lines, and how many there would be more.
  var boundedLines: [String] {
    omitted == 0 ? lines : lines + ["… (\(counted(omitted, "more line")))"]
  }

  /// Writes a line; nothing but the prefix if there is nothing in it.
  mutating func append(prefix: String = "", indentation: Int, _ text: String) {
    guard lines.count < limits.lines else {
      omitted += 1
      return
    }
    let line =
      text.isEmpty ? prefix : prefix + String(repeating: " ", count: indentation) + text
    lines.append(text.isEmpty ? String(prefix.prefix { $0 != " " }) : line)
  }

  /// Writes a value.
  ///
  /// - Parameters:
  ///   - dump: The value.
  ///   - prefix: What each line begins with.
  ///   - indentation: How deep the value stands.
  ///   - suffix: What follows the value.
  ///   - focus: Which character of a long line to show in any case.
  mutating func write(
    _ dump: Dump,
    prefix: String = "",
    indentation: Int = 0,
    suffix: String = "",
    focus: Int = 0
  ) {
    let heading = clip(dump.label.map { "\($0): " } ?? "", focus: 0)
    let opening = clip(dump.opening, focus: focus)
    guard dump.parts.isEmpty == false else {
      append(prefix: prefix, indentation: indentation, heading + opening + suffix)
      return
    }
    append(prefix: prefix, indentation: indentation, heading + opening)
    let inner = indentation + dump.partIndentation
    let isBounded = dump.style != .fields && dump.parts.count > limits.parts
    for index in dump.parts.indices.prefix(isBounded ? limits.parts : .max) {
      let separator = dump.separator(after: index, closing: suffix)
      write(dump.parts[index], prefix: prefix, indentation: inner, suffix: separator)
    }
    if isBounded, let last = dump.parts.last {
      let rest = dump.parts.count - limits.parts + max(0, last.omitted - 1)
      append(prefix: prefix, indentation: inner, Dump.omission(rest).opening)
    }
    guard dump.closing.isEmpty == false else { return }
    append(
      prefix: prefix,
      indentation: indentation + dump.closingIndentation,
      dump.closing + suffix
    )
  }

  /// A piece of a long text around a character.
  private func clip(_ text: String, focus: Int) -> String {
    // As many bytes at least as characters.
    guard text.utf8.count > limits.characters else { return text }
    let start = focus > limits.characters / 2 ? focus - limits.characters / 2 : 0
    let piece = text.dropFirst(start)
    let rest = piece.count - limits.characters
    guard start > 0 || rest > 0 else { return text }
    return (start > 0 ? "… (\(counted(start, "character"))) " : "")
      + piece.prefix(limits.characters)
      + (rest > 0 ? " … (\(counted(rest, "more character")))" : "")
  }
}
