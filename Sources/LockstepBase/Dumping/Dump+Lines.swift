// SPDX-License-Identifier: MIT

extension Dump {
  /// Returns the lines within the default limits, with notes about omissions.
  package func lines(indentation: Int = 0, suffix: String = "") -> [String] {
    var writer = DumpWriter()
    writer.write(self, indentation: indentation, suffix: suffix)
    return writer.boundedLines
  }

  package var allLines: [String] {
    var writer = DumpWriter(limits: .none)
    writer.write(self)
    return writer.lines
  }

  package var text: String {
    lines().joined(separator: "\n")
  }

  /// The value on one line of at most 200 characters.
  package var boundedLine: String {
    let line = line
    return line.count > 200 ? "\(line.prefix(200))…" : line
  }

  package var line: String { line(depth: 0) }

  private func line(depth: Int) -> String {
    guard isNested else { return opening }
    switch style {
    case .lines:
      return "\"" + parts.map(\.opening).joined(separator: #"\n"#) + "\""
    case .verbatim:
      return ([opening] + parts.map(\.opening)).joined(separator: " ")
    default:
      guard depth < DumpLimits.depth else { return brief }
      let parts = parts.map { part in
        (part.label.map { "\($0): " } ?? "") + part.line(depth: depth + 1)
      }
      return opening + parts.joined(separator: ", ") + closing
    }
  }

  /// The value on one line of at most 60 characters.
  var shortLine: String {
    let line = line
    return line.count > 60 ? "\(line.prefix(60))…" : line
  }

  /// The value without its parts, such as `Row(…)`.
  var brief: String {
    isNested ? opening + "…" + closing : opening
  }
}

struct DumpLimits {
  var lines = 400
  var parts = 100
  var characters = 500
  /// The maximum depth of nested values, below which values appear without their parts.
  static let depth = 64

  static let none = Self(lines: .max, parts: .max, characters: .max)
}

struct DumpWriter {
  private(set) var lines: [String] = []
  private(set) var omitted = 0
  let limits: DumpLimits

  init(limits: DumpLimits = DumpLimits()) {
    self.limits = limits
  }

  var boundedLines: [String] {
    omitted == 0 ? lines : lines + ["… (\(counted(omitted, "more line")))"]
  }

  mutating func append(prefix: String = "", indentation: Int, _ text: String) {
    guard lines.count < limits.lines else {
      omitted += 1
      return
    }
    let line =
      text.isEmpty ? prefix : prefix + String(repeating: " ", count: indentation) + text
    lines.append(text.isEmpty ? String(prefix.prefix { $0 != " " }) : line)
  }

  /// Writes a value and, if it shortens the first line, keeps the character at offset `focus` visible.
  mutating func write(
    _ dump: Dump,
    prefix: String = "",
    indentation: Int = 0,
    suffix: String = "",
    focus: Int = 0,
    depth: Int = 0
  ) {
    let heading = clip(dump.label.map { "\($0): " } ?? "", focus: 0)
    let opening = clip(dump.opening, focus: focus)
    guard dump.isNested, depth < DumpLimits.depth else {
      let rest = dump.isNested ? "…" + dump.closing : ""
      append(prefix: prefix, indentation: indentation, heading + opening + rest + suffix)
      return
    }
    append(prefix: prefix, indentation: indentation, heading + opening)
    let inner = indentation + dump.partIndentation
    let isBounded = dump.style != .fields && dump.parts.count > limits.parts
    for index in dump.parts.indices.prefix(isBounded ? limits.parts : .max) {
      let separator = dump.separator(after: index, closing: suffix)
      write(
        dump.parts[index],
        prefix: prefix,
        indentation: inner,
        suffix: separator,
        depth: depth + 1
      )
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

  private func clip(_ text: String, focus: Int) -> String {
    // A string has at least as many bytes as characters.
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
