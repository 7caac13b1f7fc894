// SPDX-License-Identifier: MIT

enum DumpContent {
  case text(Dump)
  case parts(DumpParts)
}

struct DumpParts {
  enum Kind {
    /// The only part replaces the value.
    case transparent
    /// The only part replaces the value, unless it is itself `nil`.
    case optional
    case fields
    case elements
    case members
    case entries
    case entry
    /// The bounds of a range, with the operator between them.
    case range(String)
  }

  var kind: Kind
  var opening = ""
  var closing = ""
  /// The text if the value has no parts.
  var empty: String
  var children: Mirror.Children
  var object: ObjectIdentifier?
  /// The type to show instead of the run-time type.
  var type: Any.Type?
  var caseName: String?
  /// Returns the identifier of an element, if the collection determines it.
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

  init(transparent value: Any) {
    self.init(.transparent, Self.children([value]), empty: "…")
  }

  var brief: String {
    switch kind {
    case .transparent, .optional, .entry, .range: empty
    case .fields, .elements, .members, .entries: children.isEmpty ? empty : opening + "…" + closing
    }
  }

  static func children(_ values: [Any]) -> Mirror.Children {
    AnyCollection(values.map { (label: nil, value: $0) })
  }

  /// Returns the declared name of a property, or `nil` for an unnamed tuple element.
  ///
  /// Property wrappers and macros store a value under its name with an underscore.
  func fieldName(_ label: String?) -> String? {
    guard let label, label.hasPrefix(".") == false else { return nil }
    let lazyPrefix = "$__lazy_storage_$_"
    if label.hasPrefix(lazyPrefix) { return String(label.dropFirst(lazyPrefix.count)) }
    let name = label.dropFirst()
    guard label.hasPrefix("_"), name.first?.isLetter == true else { return label }
    return children.prefix(1_000).contains { $0.label == String(name) } ? label : String(name)
  }

  /// Returns whether a macro generated the part for its own use, with a name that code cannot contain.
  static func isHidden(_ label: String?) -> Bool {
    label?.hasPrefix("_$") == true
  }
}
