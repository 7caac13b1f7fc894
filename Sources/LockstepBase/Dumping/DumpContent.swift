// SPDX-License-Identifier: MIT

/// A value taken apart by one level, for describing and for comparing it.
enum DumpContent {
  /// A value without parts, as text.
  case text(Dump)
  case parts(DumpParts)
}

/// The parts of a value, and how they are written.
struct DumpParts {
  enum Kind {
    /// The only part stands for the value.
    case transparent
    /// The only part stands for the value, unless it is itself `nil`.
    case optional
    case fields
    case elements
    case members
    /// Each part is a pair of a key and a value.
    case entries
    /// The pair of a key and a value.
    case entry
    /// The bounds around a symbol.
    case range(String)
  }

  var kind: Kind
  var opening = ""
  var closing = ""
  /// The text of a value without parts.
  var empty: String
  var children: Mirror.Children
  /// The object whose properties these are.
  var object: ObjectIdentifier?
  /// The type of the value, if it is not the one at run time.
  var type: Any.Type?
  /// The case of an enum.
  var caseName: String?
  /// Returns the identifier of an element, where the collection determines it.
  var identify: ((Any) -> Any?)?

  init(
    _ kind: Kind,
    _ children: Mirror.Children,
    _ opening: String = "",
    _ closing: String = "",
    empty: String
  ) {
    self.kind = kind
    self.opening = opening
    self.children = children
    self.closing = closing
    self.empty = empty
  }

  /// Creates the content of a value that stands for another one.
  init(transparent value: Any) {
    self.init(.transparent, Self.children([value]), empty: "…")
  }

  /// The text that stands for the value where its parts are not described.
  var brief: String {
    switch kind {
    case .transparent, .optional, .entry, .range: empty
    case .fields, .elements, .members, .entries: children.isEmpty ? empty : opening + "…" + closing
    }
  }

  static func children(_ values: [Any]) -> Mirror.Children {
    AnyCollection(values.map { (label: nil, value: $0) })
  }

  /// Returns the name of a property as it was declared; `nil` for the number of a tuple element.
  ///
  /// Property wrappers, macros and computed properties keep their values under the name with an underscore.
  /// The name without it is what code outside uses, unless another property has that name.
  func fieldName(_ label: String?) -> String? {
    guard let label, label.hasPrefix(".") == false else { return nil }
    let lazyPrefix = "$__lazy_storage_$_"
    if label.hasPrefix(lazyPrefix) { return String(label.dropFirst(lazyPrefix.count)) }
    let name = label.dropFirst()
    guard label.hasPrefix("_"), name.first?.isLetter == true else { return label }
    return children.prefix(1_000).contains { $0.label == String(name) } ? label : String(name)
  }

  /// Returns whether a part is what a macro keeps for itself: its name cannot be written in code.
  static func isHidden(_ label: String?) -> Bool {
    label?.hasPrefix("_$") == true
  }
}
