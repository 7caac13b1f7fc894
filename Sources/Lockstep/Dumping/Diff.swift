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
      switch step {
      case .both(let oldIndex, let newIndex):
        let (oldPart, newPart) = (old.parts[oldIndex], new.parts[newIndex])
        guard oldPart.text != newPart.text else {
          unchanged += 1
          continue
        }
        flush()
        appendDifference(
          oldPart,
          newPart,
          indentation: indentation,
          suffix: new.separator(after: newIndex),
          to: &lines
        )
      case .old(let index):
        flush()
        lines += old.lines(ofPart: index, indentation: indentation).map { "- \($0)" }
      case .new(let index):
        flush()
        lines += new.lines(ofPart: index, indentation: indentation).map { "+ \($0)" }
      }
    }
    flush()
  }

  private func lines(ofPart index: Int, indentation: Int) -> [String] {
    parts[index].lines(indentation: indentation, suffix: separator(after: index))
  }

  /// A part of one value, or one of each that stand against each other, by their indices.
  private enum Step {
    case both(Int, Int)
    case old(Int)
    case new(Int)
  }

  private static func alignment(_ old: Dump, _ new: Dump) -> [Step] {
    if old.isOrdered && new.isOrdered { return orderedAlignment(old, new) }
    let areLabelled = (old.parts + new.parts).allSatisfy { $0.label != nil }
    return areLabelled ? labelledAlignment(old, new) : positionalAlignment(old, new)
  }

  private static func positionalAlignment(_ old: Dump, _ new: Dump) -> [Step] {
    let common = min(old.parts.count, new.parts.count)
    return (0..<common).map { .both($0, $0) }
      + (common..<old.parts.count).map(Step.old) + (common..<new.parts.count).map(Step.new)
  }

  private static func labelledAlignment(_ old: Dump, _ new: Dump) -> [Step] {
    let newIndices = Dictionary(
      new.parts.enumerated().map { ($1.label, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    let oldLabels = Set(old.parts.map(\.label))
    return old.parts.enumerated().map { index, part in
      newIndices[part.label].map { .both(index, $0) } ?? .old(index)
    }
      + new.parts.indices.filter { oldLabels.contains(new.parts[$0].label) == false }.map(Step.new)
  }

  private static func orderedAlignment(_ old: Dump, _ new: Dump) -> [Step] {
    let difference = new.parts.map(\.text).difference(from: old.parts.map(\.text))
    let removed = Set(difference.removals.map(offset))
    let inserted = Set(difference.insertions.map(offset))
    var steps: [Step] = []
    var (oldIndex, newIndex) = (0, 0)
    while oldIndex < old.parts.count || newIndex < new.parts.count {
      switch (removed.contains(oldIndex), inserted.contains(newIndex)) {
      case (true, false):
        steps.append(.old(oldIndex))
        oldIndex += 1
      case (false, true):
        steps.append(.new(newIndex))
        newIndex += 1
      case (true, true), (false, false):
        steps.append(.both(oldIndex, newIndex))
        oldIndex += 1
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
