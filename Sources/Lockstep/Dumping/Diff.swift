// SPDX-License-Identifier: MIT

extension Dump {
  /// The lines that differ between two values, with what is around them; `nil` if none does.
  ///
  /// Lines of the first value begin with `-`, those of the second with `+`.
  ///
  /// - Parameters:
  ///   - expected: The first value.
  ///   - actual: The second value.
  ///   - limit: How many lines to show at most.
  /// - Returns: The lines, or `nil` if both print the same.
  package static func diff(_ expected: Any, _ actual: Any, limit: Int = 120) -> String? {
    let (expected, actual) = (Dump(expected), Dump(actual))
    guard expected.text != actual.text else { return nil }
    var lines: [String] = []
    appendDifference(expected, actual, indentation: 0, suffix: "", to: &lines)
    guard lines.count > limit else { return lines.joined(separator: "\n") }
    return (lines.prefix(limit) + ["  … (\(lines.count - limit) more lines)"])
      .joined(separator: "\n")
  }

  private static func appendDifference(
    _ old: Dump,
    _ new: Dump,
    indentation: Int,
    suffix: String,
    to lines: inout [String]
  ) {
    guard
      old.opening == new.opening, old.label == new.label, old.parts.isEmpty == false,
      new.parts.isEmpty == false
    else {
      lines += old.lines(indentation: indentation, suffix: suffix).map { "- \($0)" }
      lines += new.lines(indentation: indentation, suffix: suffix).map { "+ \($0)" }
      return
    }
    let margin = "  " + String(repeating: " ", count: indentation)
    let heading = old.label.map { "\($0): " } ?? ""
    lines.append("\(margin)\(heading)\(old.opening)")
    appendParts(old, new, indentation: indentation + 2, to: &lines)
    lines.append("\(margin)\(old.closing)\(suffix)")
  }

  private static func appendParts(
    _ old: Dump,
    _ new: Dump,
    indentation: Int,
    to lines: inout [String]
  ) {
    var unchanged = 0
    func flush() {
      guard unchanged > 0 else { return }
      lines.append("  " + String(repeating: " ", count: indentation) + "… (\(unchanged) unchanged)")
      unchanged = 0
    }
    for step in alignment(old, new) {
      if case .both(let oldPart, let newPart) = step, oldPart.text == newPart.text {
        unchanged += 1
        continue
      }
      flush()
      switch step {
      case .both(let oldPart, let newPart):
        appendDifference(oldPart, newPart, indentation: indentation, suffix: ",", to: &lines)
      case .old(let part):
        lines += part.lines(indentation: indentation, suffix: ",").map { "- \($0)" }
      case .new(let part):
        lines += part.lines(indentation: indentation, suffix: ",").map { "+ \($0)" }
      }
    }
    flush()
  }

  private enum Step {
    case both(Dump, Dump)
    case old(Dump)
    case new(Dump)
  }

  /// Which part of one value stands against which of the other.
  private static func alignment(_ old: Dump, _ new: Dump) -> [Step] {
    old.isOrdered && new.isOrdered ? orderedAlignment(old, new) : labelledAlignment(old, new)
  }

  private static func labelledAlignment(_ old: Dump, _ new: Dump) -> [Step] {
    guard old.parts.allSatisfy({ $0.label != nil }), new.parts.allSatisfy({ $0.label != nil })
    else {
      let common = min(old.parts.count, new.parts.count)
      return zip(old.parts, new.parts).map(Step.both)
        + old.parts.dropFirst(common).map(Step.old) + new.parts.dropFirst(common).map(Step.new)
    }
    let newParts = Dictionary(new.parts.map { ($0.label, $0) }) { first, _ in first }
    let oldLabels = Set(old.parts.map(\.label))
    return old.parts.map { part in
      newParts[part.label].map { .both(part, $0) } ?? .old(part)
    } + new.parts.filter { oldLabels.contains($0.label) == false }.map(Step.new)
  }

  private static func orderedAlignment(_ old: Dump, _ new: Dump) -> [Step] {
    let oldTexts = old.parts.map(\.text)
    let difference = new.parts.map(\.text).difference(from: oldTexts)
    let removed = Set(difference.removals.map(offset))
    let inserted = Set(difference.insertions.map(offset))
    var steps: [Step] = []
    var (oldIndex, newIndex) = (0, 0)
    while oldIndex < old.parts.count || newIndex < new.parts.count {
      let isRemoved = removed.contains(oldIndex) && oldIndex < old.parts.count
      let isInserted = inserted.contains(newIndex) && newIndex < new.parts.count
      if isRemoved && isInserted || isRemoved == false && isInserted == false {
        guard oldIndex < old.parts.count, newIndex < new.parts.count else { break }
        steps.append(.both(old.parts[oldIndex], new.parts[newIndex]))
        oldIndex += 1
        newIndex += 1
      } else if isRemoved {
        steps.append(.old(old.parts[oldIndex]))
        oldIndex += 1
      } else {
        steps.append(.new(new.parts[newIndex]))
        newIndex += 1
      }
    }
    return steps
  }

  private static func offset(_ change: CollectionDifference<String>.Change) -> Int {
    switch change {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
