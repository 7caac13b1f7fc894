// SPDX-License-Identifier: MIT

/// A value as text: a line, or an opening line, parts, and a closing line.
///
/// Enum cases carry the name of their type, so that the text reads like code. The text of equal
/// values is the same in every run: there are no addresses in it, and no order of hashing.
package struct Dump: Sendable {
  /// What the parts are, which says how they are written and compared.
  enum Style {
    /// Properties, or what stands in parentheses.
    case fields
    /// Elements in an order, told apart by their identifier if they all have one.
    case elements
    /// Elements of a set.
    case members
    /// Values of a dictionary, labelled by their keys.
    case entries
    /// Lines of text.
    case lines
    /// Lines of text that stand no deeper than the first.
    case verbatim
    /// A note of what was left out.
    case omission
  }

  /// The name under which the value stands in the one around it.
  var label: String?
  /// What comes before the parts, or the whole value if there are none.
  let opening: String
  let parts: [Dump]
  let closing: String
  let style: Style
  /// How many parts a note says were left out.
  let omitted: Int
  /// A hash of all but the label, so that values that differ are told apart at once.
  let digest: Int

  /// Describes a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - limit: How many values in it, and in those, are described; the others are counted.
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

  /// The note that stands for parts that were left out.
  static func omission(_ count: Int) -> Self {
    Self("… (\(count) more)", style: .omission, omitted: count)
  }

  /// What stands after a part: a comma, but not after the last one in parentheses.
  ///
  /// - Parameters:
  ///   - index: Which part.
  ///   - suffix: What stands after the whole value, which may end with its last part.
  /// - Returns: The text.
  func separator(after index: Int, closing suffix: String = "") -> String {
    let isLast = index == parts.count - 1
    switch style {
    case .lines: return ""
    case .verbatim: return isLast ? suffix : ""
    default: return parts[index].style == .omission || isLast && closing == ")" ? "" : ","
    }
  }

  /// How much deeper the parts stand.
  var partIndentation: Int {
    style == .verbatim ? 0 : 2
  }

  /// How much deeper the closing line stands: as deep as the lines of a text.
  var closingIndentation: Int {
    style == .lines ? 2 : 0
  }
}

extension Dump: Hashable {
  /// Whether two values print the same, apart from their labels.
  package static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.digest == rhs.digest && lhs.opening == rhs.opening && lhs.closing == rhs.closing
      && lhs.parts.count == rhs.parts.count
      && zip(lhs.parts, rhs.parts).allSatisfy { $0.label == $1.label && $0 == $1 }
  }

  /// Hashes what is compared.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(digest)
  }
}
