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
    /// A note of what was left out.
    case omission
  }

  /// The name of the value in the enclosing one.
  var label: String?
  /// The text before the parts, or the whole value if there are none.
  let opening: String
  let parts: [Dump]
  let closing: String
  let style: Style
  /// The number of parts that a note says were left out.
  let omitted: Int
  /// A hash of everything but the label, so that different values are distinguished immediately.
  let digest: Int

  /// Creates the dump of a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - limit: How many nested values, at any depth, are described; the others are counted.
  package init(_ value: Any, limit: Int = 100_000) {
    var builder = DumpBuilder(limit: limit)
    self = builder.dump(value)
  }

  init(
    _ opening: String,
    _ parts: [Dump] = [],
    _ closing: String = "",
    style: Style = .fields,
    omitted: Int = 0
  ) {
    self.opening = opening
    self.parts = parts
    self.closing = closing
    self.style = style
    self.omitted = omitted
    var hasher = Hasher()
    hasher.combine(opening)
    hasher.combine(closing)
    for part in parts {
      hasher.combine(part.label)
      hasher.combine(part.digest)
    }
    digest = hasher.finalize()
  }

  /// Returns the note that stands for parts that were left out.
  static func omission(_ count: Int) -> Self {
    Self("… (\(count) more)", style: .omission, omitted: count)
  }

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
  /// Returns whether two values print the same, apart from their labels.
  package static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.digest == rhs.digest && lhs.opening == rhs.opening && lhs.closing == rhs.closing
      && lhs.parts.count == rhs.parts.count
      && zip(lhs.parts, rhs.parts).allSatisfy { $0.label == $1.label && $0 == $1 }
  }

  /// Hashes everything that is compared.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(digest)
  }
}
