// SPDX-License-Identifier: MIT

/// A value as text: a single line, or an opening line, parts and a closing line.
///
/// Enum cases include the name of their type, so the text reads like code. Equal values print the same in every run:
/// the text contains no addresses and does not depend on the order of hashing.
package struct Dump: Sendable {
  enum Style {
    case fields
    /// Ordered elements, which match by identifier if all of them have one.
    case elements
    case members
    /// Values of a dictionary, labeled by their keys.
    case entries
    case lines
    /// Lines of text without additional indentation.
    case verbatim
    case omission
  }

  var label: String?
  let opening: String
  let style: Style
  /// A hash of the text without the label, which decides whether values print the same.
  let digest: Int
  var type: Any.Type?
  private var contents: DumpContents?

  /// Creates the dump of a value, which describes at most `limit` nested values and counts the others.
  package init(_ value: Any, limit: Int = 100_000) {
    var builder = DumpBuilder(limit: limit, depth: DumpLimits.depth)
    self = builder.dump(value)
  }

  init(
    _ opening: String,
    _ parts: [Dump] = [],
    _ closing: String = "",
    style: Style = .fields
  ) {
    self.opening = opening
    self.style = style
    var hasher = Hasher()
    hasher.combine(opening)
    if parts.isEmpty == false {
      hasher.combine(closing)
      for part in parts {
        hasher.combine(part.label)
        hasher.combine(part.digest)
      }
      contents = DumpContents(parts, closing)
    }
    digest = hasher.finalize()
  }

  static func omission(_ count: Int) -> Self {
    var dump = Self("… (\(count) more)", style: .omission)
    dump.contents = DumpContents([], "", omitted: count)
    return dump
  }

  /// Returns the text for an object inside its own properties, where level 1 is the object with the property.
  static func enclosingObject(_ type: String, level: Int) -> Self {
    var dump = Self("\(type)(…)")
    dump.contents = DumpContents([], "", level: level)
    return dump
  }

  var parts: [Dump] { contents?.parts ?? [] }
  var closing: String { contents?.closing ?? "" }
  var omitted: Int { contents?.omitted ?? 0 }

  /// For an object inside its own properties, the number of objects up to it.
  var level: Int? { contents?.level }

  /// The identity of the value within a collection, or `nil` if it is unknown.
  var id: Dump? {
    get { contents?.id }
    set {
      guard contents != nil || newValue != nil else { return }
      // A copy, because other values may share the contents.
      contents = DumpContents(parts, closing, omitted: omitted, level: level, id: newValue)
    }
  }

  var isNested: Bool { contents?.parts.isEmpty == false }

  /// Returns the text after a part: a comma, except after the last one in parentheses.
  func separator(after index: Int, closing suffix: String = "") -> String {
    let isLast = index == parts.count - 1
    switch style {
    case .lines: return ""
    case .verbatim: return isLast ? suffix : ""
    default: return parts[index].style == .omission || isLast && closing == ")" ? "" : ","
    }
  }

  var partIndentation: Int {
    style == .verbatim ? 0 : 2
  }

  var closingIndentation: Int {
    style == .lines ? 2 : 0
  }
}

extension Dump: Hashable {
  /// Returns whether two values print the same except for their labels, and have the same types and object levels.
  package static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.digest == rhs.digest && lhs.type == rhs.type && lhs.kinds == rhs.kinds
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(digest)
  }

  fileprivate func hashTypes(into hasher: inout Hasher) {
    hasher.combine(type.map { ObjectIdentifier($0) })
    hasher.combine(kinds)
  }

  private var kinds: Int { contents?.kinds ?? 0 }
}

/// The parts of a value, released in a loop, because a recursive release of deep values would overflow the stack.
///
/// `@unchecked` because the parts change only during the release, when no other reference exists.
private final class DumpContents: @unchecked Sendable {
  private(set) var parts: [Dump]
  let closing: String
  let omitted: Int
  let level: Int?
  private(set) var id: Dump?
  /// A hash of the types of all nested values, or the object level.
  let kinds: Int

  init(
    _ parts: [Dump],
    _ closing: String,
    omitted: Int = 0,
    level: Int? = nil,
    id: Dump? = nil
  ) {
    self.parts = parts
    self.closing = closing
    self.omitted = omitted
    self.level = level
    self.id = id
    var hasher = Hasher()
    for part in parts { part.hashTypes(into: &hasher) }
    kinds = parts.isEmpty ? level ?? 0 : hasher.finalize()
  }

  deinit {
    guard parts.contains(where: \.isNested) || id?.isNested == true else { return }
    var released = take()
    while var part = released.popLast() { part.release(into: &released) }
  }

  func take() -> [Dump] {
    defer { (parts, id) = ([], nil) }
    return parts + (id.map { [$0] } ?? [])
  }
}

extension Dump {
  fileprivate mutating func release(into parts: inout [Dump]) {
    guard contents != nil, isKnownUniquelyReferenced(&contents) else { return }
    parts += contents?.take() ?? []
  }
}
