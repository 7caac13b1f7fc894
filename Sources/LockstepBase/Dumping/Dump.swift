// SPDX-License-Identifier: MIT

/// A value as text: a line, or an opening line, parts and a closing line.
///
/// Enum cases carry the name of their type, so that the text reads like code. The text of equal values is the
/// same in every run: it contains no addresses, and does not depend on the order of hashing.
package struct Dump: Sendable {
  /// The kind of the parts, which determines how they are written and compared.
  enum Style {
    /// Properties, or the values in parentheses.
    case fields
    /// Ordered elements, matched by their identifier if they all have one.
    case elements
    /// Elements of a set.
    case members
    /// Values of a dictionary, labelled by their keys.
    case entries
    /// Lines of text.
    case lines
    /// Lines of text that are indented no deeper than the first.
    case verbatim
    /// A note about the parts that were left out.
    case omission
  }

  /// The name of the value in the enclosing one.
  var label: String?
  /// The text before the parts, or the whole value if there are none.
  let opening: String
  let style: Style
  /// A hash of the text, without the label: values with the same hash are taken to print the same.
  let digest: Int
  /// The type of the value; `nil` for a line of text or a note.
  var type: Any.Type?
  private var contents: DumpContents?

  /// Creates the dump of a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - limit: How many nested values, at any depth, are described; the others are counted.
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

  /// Returns the note that stands for parts that were left out.
  static func omission(_ count: Int) -> Self {
    var dump = Self("… (\(count) more)", style: .omission)
    dump.contents = DumpContents([], "", omitted: count)
    return dump
  }

  /// Returns the text that stands for an object within its own properties.
  ///
  /// - Parameters:
  ///   - type: The name of the type.
  ///   - level: How many objects further out it is; 1 for the one whose property it is.
  /// - Returns: The dump.
  static func enclosingObject(_ type: String, level: Int) -> Self {
    var dump = Self("\(type)(…)")
    dump.contents = DumpContents([], "", level: level)
    return dump
  }

  var parts: [Dump] { contents?.parts ?? [] }
  /// The text after the parts.
  var closing: String { contents?.closing ?? "" }
  /// The number of parts that a note says were left out.
  var omitted: Int { contents?.omitted ?? 0 }

  /// How many objects further out the object is that this stands for; `nil` for other values.
  var level: Int? { contents?.level }

  /// The dump of what tells the value from others in a collection; `nil` if that is not known.
  var id: Dump? {
    get { contents?.id }
    set {
      guard contents != nil || newValue != nil else { return }
      // Copied, since the contents may be part of another value.
      contents = DumpContents(parts, closing, omitted: omitted, level: level, id: newValue)
    }
  }

  /// Whether there are parts.
  var isNested: Bool { contents?.parts.isEmpty == false }

  /// Returns the text after a part: a comma, except after the last one in parentheses.
  ///
  /// - Parameters:
  ///   - index: The index of the part.
  ///   - suffix: The text after the whole value, which may end with its last part.
  /// - Returns: The text.
  func separator(after index: Int, closing suffix: String = "") -> String {
    let isLast = index == parts.count - 1
    switch style {
    case .lines: return ""
    case .verbatim: return isLast ? suffix : ""
    default: return parts[index].style == .omission || isLast && closing == ")" ? "" : ","
    }
  }

  /// The additional indentation of the parts.
  var partIndentation: Int {
    style == .verbatim ? 0 : 2
  }

  /// The additional indentation of the closing line: for a text, that of its lines.
  var closingIndentation: Int {
    style == .lines ? 2 : 0
  }
}

extension Dump: Hashable {
  /// Returns whether two values print the same, apart from their labels, have the same types and refer to the
  /// same enclosing objects.
  package static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.digest == rhs.digest && lhs.type == rhs.type && lhs.kinds == rhs.kinds
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(digest)
  }

  /// Hashes the types of the value and its parts.
  fileprivate func hashTypes(into hasher: inout Hasher) {
    hasher.combine(type.map { ObjectIdentifier($0) })
    hasher.combine(kinds)
  }

  private var kinds: Int { contents?.kinds ?? 0 }
}

/// The parts of a value, shared by the copies of its dump.
///
/// Values may be nested a hundred thousand deep, and a release that recurs so often would overflow the stack.
///
/// `@unchecked` because the parts change only at the end, when nothing else refers to them.
private final class DumpContents: @unchecked Sendable {
  private(set) var parts: [Dump]
  let closing: String
  let omitted: Int
  let level: Int?
  private(set) var id: Dump?
  /// A hash of the invisible parts: the types of all values, or the level; 0 if there are none.
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

  /// Returns the parts and the identifier, which is one of them or another value, and keeps neither.
  func take() -> [Dump] {
    defer { (parts, id) = ([], nil) }
    return parts + (id.map { [$0] } ?? [])
  }
}

extension Dump {
  /// Moves the parts to an array if no other dump shares them.
  fileprivate mutating func release(into parts: inout [Dump]) {
    guard contents != nil, isKnownUniquelyReferenced(&contents) else { return }
    parts += contents?.take() ?? []
  }
}
