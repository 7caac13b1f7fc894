// SPDX-License-Identifier: MIT

/// A value as text: a line, or an opening line, parts, and a closing line.
///
/// Enum cases carry the name of their type, so that the text reads like code.
package struct Dump {
  /// The name under which the value stands in the one around it.
  var label: String?
  /// What comes before the parts, or the whole value if there are none.
  var opening: String
  var parts: [Dump] = []
  var closing = ""
  /// Whether the parts are elements in an order, told apart by nothing else.
  var isOrdered = false

  /// Describes a value.
  package init(_ value: Any) {
    self.init(value, path: [])
  }

  private init(_ opening: String) {
    self.opening = opening
  }

  private init(
    _ opening: String,
    _ parts: [Dump],
    _ closing: String,
    isOrdered: Bool = false,
    empty: String
  ) {
    self.opening = parts.isEmpty ? empty : opening
    self.parts = parts
    self.closing = parts.isEmpty ? "" : closing
    self.isOrdered = isOrdered
  }

  /// Describes a value in a path of objects around it, which shows cycles.
  private init(_ value: Any, path: [ObjectIdentifier]) {
    if let text = Self.atom(value) {
      self.init(text)
      return
    }
    let mirror = Mirror(reflecting: value)
    let type = Self.name(mirror.subjectType)
    switch mirror.displayStyle {
    case .optional:
      if let wrapped = mirror.children.first?.value {
        self.init(wrapped, path: path)
      } else {
        self.init("nil")
      }
    case .enum:
      guard let payload = mirror.children.first, let label = payload.label else {
        self.init("\(type).\(EnumMetadata.caseName(of: value) ?? "\(value)")")
        return
      }
      let parts = Self.payload(payload.value).map { Self(labelled: $0, path: path) }
      self.init("\(type).\(label)(", parts, ")", empty: "\(type).\(label)")
    case .tuple:
      self.init("(", mirror.children.map { Self(labelled: $0, path: path) }, ")", empty: "()")
    case .collection:
      let parts = mirror.children.map { Self($0.value, path: path) }
      self.init("[", parts, "]", isOrdered: true, empty: "[]")
    case .set:
      let parts = mirror.children.map { Self($0.value, path: path) }
        .sorted { $0.text < $1.text }
      self.init("Set([", parts, "])", isOrdered: true, empty: "Set([])")
    case .dictionary:
      self.init("[", Self.entries(mirror, path: path), "]", empty: "[:]")
    case .class, .foreignReference:
      let id = ObjectIdentifier(value as AnyObject)
      guard path.contains(id) == false else {
        self.init("\(type)(…)")
        return
      }
      let parts = Self.properties(mirror).map { Self(labelled: $0, path: path + [id]) }
      self.init("\(type)(", parts, ")", empty: "\(type)()")
    default:
      let parts = mirror.children.map { Self(labelled: $0, path: path) }
      self.init("\(type)(", parts, ")", empty: Self.opaque(value, type))
    }
  }

  private init(labelled child: Mirror.Child, path: [ObjectIdentifier]) {
    self.init(child.value, path: path)
    // Labels such as ".0" are those of a tuple without labels.
    if let label = child.label, label.hasPrefix(".") == false { self.label = label }
  }

  private static func name(_ type: Any.Type) -> String {
    String(describing: type)
  }

  /// The text of a value that has no parts worth showing.
  private static func atom(_ value: Any) -> String? {
    switch value {
    case let value as String: value.debugDescription
    case let value as Character: String(value).debugDescription
    case let value as Substring: String(value).debugDescription
    case let value as Bool: value.description
    case let value as any BinaryInteger: value.description
    case let value as any BinaryFloatingPoint: "\(value)"
    case let value as Any.Type: "\(name(value)).self"
    default: foundationText(value)
    }
  }

  private static func opaque(_ value: Any, _ type: String) -> String {
    type.contains("->") ? "(Function)" : "\(type)()"
  }

  private static func payload(_ value: Any) -> [Mirror.Child] {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .tuple ? Array(mirror.children) : [(label: nil, value: value)]
  }

  private static func properties(_ mirror: Mirror) -> [Mirror.Child] {
    (mirror.superclassMirror.map(properties) ?? []) + Array(mirror.children)
  }

  private static func entries(_ mirror: Mirror, path: [ObjectIdentifier]) -> [Dump] {
    mirror.children
      .compactMap { child -> Dump? in
        let pair = Array(Mirror(reflecting: child.value).children)
        guard pair.count == 2 else { return nil }
        var entry = Self(pair[1].value, path: path)
        entry.label = Self(pair[0].value, path: path).text
        return entry
      }
      .sorted { ($0.label ?? "") < ($1.label ?? "") }
  }
}

extension Dump {
  /// The lines, each with its indentation.
  package func lines(indentation: Int = 0, suffix: String = "") -> [String] {
    let margin = String(repeating: " ", count: indentation)
    let heading = label.map { "\($0): " } ?? ""
    guard parts.isEmpty == false else { return ["\(margin)\(heading)\(opening)\(suffix)"] }
    return ["\(margin)\(heading)\(opening)"]
      + parts.enumerated().flatMap { index, part in
        part.lines(indentation: indentation + 2, suffix: separator(after: index))
      }
      + ["\(margin)\(closing)\(suffix)"]
  }

  /// What stands after a part: a comma, but not after the last one in parentheses.
  func separator(after index: Int) -> String {
    index == parts.count - 1 && closing == ")" ? "" : ","
  }

  /// The lines as one text.
  package var text: String {
    lines().joined(separator: "\n")
  }
}
