// SPDX-License-Identifier: MIT

extension Dump {
  /// The maximum number of nested values to compare on each side, which bounds time and memory.
  package static let maximumCompared = 1_000_000
  package static let maximumDepth = 200_000

  /// Returns the lines that differ between two values, or `nil` if both print the same and have the same types.
  ///
  /// If `compared` or `depth` cuts the comparison, a note says so.
  package static func diff(
    _ expected: Any,
    _ actual: Any,
    limit: Int = 120,
    compared: Int = maximumCompared,
    depth: Int = maximumDepth
  ) -> String? {
    let (old, new, isCut) = both(expected, actual, limit: compared, depth: depth)
    let extent = """
      the first \(counted(compared, "value")), at most \(counted(depth, "level")) deep, were compared
      """
    guard old != new else {
      return isCut ? "  … (no difference, but only \(extent))" : nil
    }
    var writer = DiffWriter(limits: DumpLimits(lines: limit), isCollapsed: true)
    writer.write(old, new)
    var lines = writer.lines.lines
    if writer.lines.omitted > 0 {
      lines.append("  … (\(counted(writer.lines.omitted, "more line")))")
    }
    if isCut { lines.append("  … (only \(extent))") }
    return lines.joined(separator: "\n")
  }

  /// Returns all lines of two values, including equal ones, regardless of their number and length.
  package static func wholeDiff(_ expected: Any, _ actual: Any) -> [String] {
    let (old, new, _) = both(expected, actual, limit: maximumCompared, depth: maximumDepth)
    var writer = DiffWriter(limits: .none, isCollapsed: false)
    writer.write(old, new)
    return writer.lines.lines
  }

  private static func both(
    _ expected: Any,
    _ actual: Any,
    limit: Int,
    depth: Int
  ) -> (old: Dump, new: Dump, isCut: Bool) {
    var old = DumpBuilder(limit: limit, depth: depth)
    var new = DumpBuilder(limit: limit, depth: depth)
    return (old.dump(expected), new.dump(actual), old.isCut || new.isCut)
  }
}

private struct DiffWriter {
  var lines: DumpWriter
  /// Whether to count equal parts instead of writing them.
  let isCollapsed: Bool
  private var depth = 0
  /// Whether the writer may skip the levels above the next difference.
  private var canSkip = true

  /// The levels to show at both ends of the path to a difference, and the maximum if differences are nested.
  private enum Depth {
    static let outside = 8
    static let inside = 12
    static let maximum = 48
  }

  init(limits: DumpLimits, isCollapsed: Bool) {
    lines = DumpWriter(limits: limits)
    self.isCollapsed = isCollapsed
  }

  typealias Suffixes = (old: String, new: String)

  mutating func write(
    _ old: Dump,
    _ new: Dump,
    indentation: Int = 0,
    suffixes: Suffixes = ("", "")
  ) {
    if isCollapsed, old.printsLike(new), old.label == new.label {
      writeTypes(old, new, indentation: indentation, suffixes: suffixes)
      return
    }
    guard old.hasSameFrame(as: new) else {
      let focus = old.isNested == false && new.isNested == false ? focus(old, new) : 0
      lines.write(old, prefix: "- ", indentation: indentation, suffix: suffixes.old, focus: focus)
      lines.write(new, prefix: "+ ", indentation: indentation, suffix: suffixes.new, focus: focus)
      return
    }
    let heading = old.label.map { "\($0): " } ?? ""
    lines.append(prefix: "  ", indentation: indentation, heading + old.opening)
    writeInside(old, new, indentation: indentation + old.partIndentation, suffixes: suffixes)
    guard old.closing.isEmpty == false else { return }
    let indentation = indentation + old.closingIndentation
    if suffixes.old == suffixes.new || isCollapsed {
      lines.append(prefix: "  ", indentation: indentation, old.closing + suffixes.new)
    } else {
      lines.append(prefix: "- ", indentation: indentation, old.closing + suffixes.old)
      lines.append(prefix: "+ ", indentation: indentation, new.closing + suffixes.new)
    }
  }

  /// Writes two values that print the same, with their types or object levels.
  private mutating func writeTypes(
    _ old: Dump,
    _ new: Dump,
    indentation: Int,
    suffixes: Suffixes
  ) {
    let types = Dump.names(old.type, new.type)
    for (prefix, dump, type, suffix) in [
      ("- ", old, types.0, suffixes.old), ("+ ", new, types.1, suffixes.new),
    ] {
      let level = dump.level.map { ", \(counted($0, "object")) further out" }
      var line = Dump(dump.brief + (old.type == new.type ? level ?? "" : " as \(type)"))
      line.label = dump.label
      lines.write(line, prefix: prefix, indentation: indentation, suffix: suffix)
    }
  }

  // MARK: Parts

  private mutating func writeInside(
    _ old: Dump,
    _ new: Dump,
    indentation: Int,
    suffixes: Suffixes
  ) {
    depth += 1
    defer { depth -= 1 }
    guard isCollapsed, depth >= Depth.outside else {
      writeParts(old, new, indentation: indentation, suffixes: suffixes)
      return
    }
    guard depth < Depth.maximum else {
      lines.append(prefix: "  ", indentation: indentation, "… (differs further inside)")
      return
    }
    var way: [OnlyDifference] = []
    if canSkip {
      var next = OnlyDifference(old, new)
      while let difference = next {
        way.append(difference)
        next = OnlyDifference(difference.old, difference.new)
      }
    }
    canSkip = false
    let skipped = way.count - Depth.inside
    if skipped > 1 {
      lines.append(prefix: "  ", indentation: indentation, "… (\(skipped) levels)")
      let rest = way[skipped]
      write(rest.old, rest.new, indentation: indentation, suffixes: (rest.suffix, rest.suffix))
    } else {
      writeParts(old, new, indentation: indentation, suffixes: suffixes)
    }
    canSkip = true
  }

  private mutating func writeParts(
    _ old: Dump,
    _ new: Dump,
    indentation: Int,
    suffixes: Suffixes
  ) {
    var unchanged = 0
    func note() -> String { "… (\(unchanged) unchanged)" }
    let id = isCollapsed && old.style == .fields && old.id == new.id ? new.id : nil
    let idIndex = id.flatMap { id in new.parts.firstIndex { $0.label == "id" && $0 == id } }
    if let id, idIndex == nil, new.parts.contains(where: { $0.label == "id" }) == false {
      lines.append(prefix: "  ", indentation: indentation, "id: \(id.shortLine),")
    }
    let steps = DiffAlignment(old, new).steps
    let differences = steps.count { step in
      guard case .both(let index, let other) = step else { return true }
      return old.parts[index] != new.parts[other]
    }
    if differences > 1 { canSkip = true }
    for step in steps {
      if case .both(let index, let other) = step, isCollapsed, other != idIndex,
        old.parts[index] == new.parts[other]
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
        if isCollapsed, other == idIndex, let id {
          lines.append(prefix: "  ", indentation: indentation, "id: \(id.shortLine)" + suffixes.1)
        } else if old.parts[index] == new.parts[other], suffixes.0 == suffixes.1 {
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

  private func focus(_ old: Dump, _ new: Dump) -> Int {
    let longest = max(old.opening.utf8.count, new.opening.utf8.count)
    guard longest > lines.limits.characters else { return 0 }
    return zip(old.opening, new.opening).prefix { $0 == $1 }.count
  }
}

private struct OnlyDifference {
  let old: Dump
  let new: Dump
  let suffix: String

  /// Returns `nil` unless exactly one part of each value differs.
  init?(_ old: Dump, _ new: Dump) {
    guard old.hasSameFrame(as: new), old.printsLike(new) == false else { return nil }
    var result: (Int, Int)?
    for step in DiffAlignment(old, new).steps {
      guard case .both(let index, let other) = step else { return nil }
      guard old.parts[index] != new.parts[other] else { continue }
      guard result == nil else { return nil }
      result = (index, other)
    }
    guard let (index, other) = result else { return nil }
    (self.old, self.new) = (old.parts[index], new.parts[other])
    suffix = new.separator(after: other)
  }
}

extension Dump {
  fileprivate func hasSameFrame(as other: Self) -> Bool {
    opening == other.opening && label == other.label && closing == other.closing
      && style == other.style && isNested && other.isNested
  }

  /// Returns whether two values print the same but differ in type or object level.
  fileprivate func printsLike(_ other: Self) -> Bool {
    digest == other.digest && (type != other.type || level != other.level)
  }
}
