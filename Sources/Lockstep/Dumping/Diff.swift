// SPDX-License-Identifier: MIT

extension Dump {
  /// Returns the lines that differ between two values, with their context; `nil` if there are none.
  ///
  /// Lines of the first value begin with `-`, those of the second with `+`. Elements of collections are
  /// matched by their `id` if they all have one, or else by being the same.
  ///
  /// - Parameters:
  ///   - expected: The first value.
  ///   - actual: The second value.
  ///   - limit: The maximum number of lines to show.
  /// - Returns: The lines, or `nil` if both print the same.
  /// - Complexity: O(*n*) in the size of the values, O(*n* log *n*) in the lengths of collections.
  package static func diff(_ expected: Any, _ actual: Any, limit: Int = 120) -> String? {
    let (expected, actual) = (Dump(expected), Dump(actual))
    guard expected != actual else { return nil }
    var writer = DiffWriter(limits: DumpLimits(lines: limit), isCollapsed: true)
    writer.write(expected, actual)
    let lines = writer.lines.lines
    guard writer.lines.omitted > 0 else { return lines.joined(separator: "\n") }
    return (lines + ["  … (\(counted(writer.lines.omitted, "more line")))"]).joined(separator: "\n")
  }

  /// Returns all lines of two values, including those that are the same, regardless of their number and
  /// length.
  package static func wholeDiff(_ expected: Any, _ actual: Any) -> [String] {
    var writer = DiffWriter(limits: .none, isCollapsed: false)
    writer.write(Dump(expected), Dump(actual))
    return writer.lines.lines
  }
}

/// A writer of two values as one, with the lines of both where they differ.
private struct DiffWriter {
  var lines: DumpWriter
  /// Whether parts that are the same are only counted.
  let isCollapsed: Bool

  init(limits: DumpLimits, isCollapsed: Bool) {
    lines = DumpWriter(limits: limits)
    self.isCollapsed = isCollapsed
  }

  /// The suffixes of the lines of both values.
  typealias Suffixes = (old: String, new: String)

  mutating func write(
    _ old: Dump,
    _ new: Dump,
    indentation: Int = 0,
    suffixes: Suffixes = ("", "")
  ) {
    guard
      old.opening == new.opening, old.label == new.label, old.closing == new.closing,
      old.style == new.style, old.parts.isEmpty == false, new.parts.isEmpty == false
    else {
      let focus = old.parts.isEmpty && new.parts.isEmpty ? focus(old, new) : 0
      lines.write(old, prefix: "- ", indentation: indentation, suffix: suffixes.old, focus: focus)
      lines.write(new, prefix: "+ ", indentation: indentation, suffix: suffixes.new, focus: focus)
      return
    }
    let heading = old.label.map { "\($0): " } ?? ""
    lines.append(prefix: "  ", indentation: indentation, heading + old.opening)
    writeParts(old, new, indentation: indentation + old.partIndentation, suffixes: suffixes)
    guard old.closing.isEmpty == false else { return }
    let indentation = indentation + old.closingIndentation
    if suffixes.old == suffixes.new || isCollapsed {
      lines.append(prefix: "  ", indentation: indentation, old.closing + suffixes.new)
    } else {
      lines.append(prefix: "- ", indentation: indentation, old.closing + suffixes.old)
      lines.append(prefix: "+ ", indentation: indentation, new.closing + suffixes.new)
    }
  }

  private mutating func writeParts(
    _ old: Dump,
    _ new: Dump,
    indentation: Int,
    suffixes: Suffixes
  ) {
    var unchanged = 0
    func note() -> String { "… (\(unchanged) unchanged)" }
    for step in DiffAlignment(old, new).steps {
      if case .both(let index, let other) = step, isCollapsed, old.parts[index] == new.parts[other]
      {
        unchanged += 1
        continue
      }
      if unchanged > 0 { lines.append(prefix: "  ", indentation: indentation, note()) }
      unchanged = 0
      switch step {
      case .both(let index, let other):
        let suffixes = (
          old.separator(after: index, closing: suffixes.old),
          new.separator(after: other, closing: suffixes.new)
        )
        if old.parts[index] == new.parts[other], suffixes.0 == suffixes.1 {
          lines.write(new.parts[other], prefix: "  ", indentation: indentation, suffix: suffixes.1)
        } else {
          write(old.parts[index], new.parts[other], indentation: indentation, suffixes: suffixes)
        }
      case .old(let index):
        let suffix = old.separator(after: index, closing: suffixes.old)
        lines.write(old.parts[index], prefix: "- ", indentation: indentation, suffix: suffix)
      case .new(let index):
        let suffix = new.separator(after: index, closing: suffixes.new)
        lines.write(new.parts[index], prefix: "+ ", indentation: indentation, suffix: suffix)
      }
    }
    if unchanged > 0 { lines.append(prefix: "  ", indentation: indentation, note()) }
  }

  /// Returns the offset of the first character in which two long lines differ.
  private func focus(_ old: Dump, _ new: Dump) -> Int {
    let longest = max(old.opening.utf8.count, new.opening.utf8.count)
    guard longest > lines.limits.characters else { return 0 }
    return zip(old.opening, new.opening).prefix { $0 == $1 }.count
  }
}
