// SPDX-License-Identifier: MIT

/// A builder that describes a value and its contents.
///
/// Values from client code may reflect themselves in any way: endlessly, as themselves, or as an infinite
/// collection. Depth and number of parts are therefore bounded.
struct DumpBuilder {
  /// The maximum depth of nested values.
  private static let maximumDepth = 64

  /// How many more values may be described.
  private var remaining: Int
  /// The objects that enclose the value, for detecting cycles.
  private var objects: [ObjectIdentifier] = []
  /// The types whose values are known to be shown by their parts, so that this is determined only once.
  private var typesWithParts: Set<ObjectIdentifier> = []

  init(limit: Int) {
    remaining = limit
  }

  /// Describes a value that is nested in others.
  mutating func dump(_ value: Any, depth: Int = 0) -> Dump {
    remaining -= 1
    if let dump = atom(value, depth) { return dump }
    let mirror = Mirror(reflecting: value)
    let type = Dump.name(mirror.subjectType)
    guard depth < Self.maximumDepth else { return Dump("\(type)(…)") }
    switch mirror.displayStyle {
    case .optional:
      return optional(mirror, depth)
    case .enum:
      return enumCase(value, mirror, type, depth)
    case .tuple:
      return nested("(", fields(mirror.children, depth), ")", empty: "()")
    case .collection:
      return nested("[", elements(mirror.children, depth), "]", .elements, empty: "[]")
    case .set:
      return set(mirror.children, depth)
    case .dictionary:
      return nested("[", entries(mirror.children, depth), "]", .entries, empty: "[:]")
    case .class, .foreignReference:
      return object(value, mirror, type, depth)
    default:
      if let dump = standardLibraryValue(value, mirror, type, depth) { return dump }
      return nested("\(type)(", fields(mirror.children, depth), ")", empty: opaque(value, type))
    }
  }

  /// Returns the dump of a value that is shown as text; `nil` for other values.
  private mutating func atom(_ value: Any, _ depth: Int) -> Dump? {
    let type = Swift.type(of: value)
    // An optional is described later, by its wrapped value.
    guard EnumMetadata.wrapped(ofOptional: type) == nil else { return nil }
    let id = ObjectIdentifier(type)
    guard typesWithParts.contains(id) == false else { return nil }
    if let dump = dumpAtom(value, depth) { return dump }
    typesWithParts.insert(id)
    return nil
  }

  private func nested(
    _ opening: String,
    _ parts: [Dump],
    _ closing: String,
    _ style: Dump.Style = .fields,
    empty: String
  ) -> Dump {
    parts.isEmpty ? Dump(empty) : Dump(opening, parts, closing, style: style)
  }

  // MARK: Kinds of values

  private mutating func optional(_ mirror: Mirror, _ depth: Int) -> Dump {
    guard let wrapped = mirror.children.first?.value else { return Dump("nil") }
    let dump = dump(wrapped, depth: depth + 1)
    // A `nil` inside an optional is a different value from `nil` itself.
    let isNil = dump.parts.isEmpty && (dump.opening == "nil" || dump.opening.hasPrefix(".some("))
    return isNil && Mirror(reflecting: wrapped).displayStyle == .optional
      ? Dump(".some(\(dump.opening))") : dump
  }

  private mutating func enumCase(
    _ value: Any,
    _ mirror: Mirror,
    _ type: String,
    _ depth: Int
  ) -> Dump {
    guard let payload = mirror.children.first, let label = payload.label else {
      return Dump("\(type).\(EnumMetadata.caseName(of: value) ?? "\(value)")")
    }
    let tuple = Mirror(reflecting: payload.value)
    let single: [Mirror.Child] = [(label: nil, value: payload.value)]
    let children = tuple.displayStyle == .tuple ? tuple.children : AnyCollection(single)
    return nested("\(type).\(label)(", fields(children, depth), ")", empty: "\(type).\(label)")
  }

  private mutating func set(_ children: Mirror.Children, _ depth: Int) -> Dump {
    var keys: [(key: SortingKey, dump: Dump)] = []
    for child in children.prefix(max(0, remaining)) {
      let dump = dump(child.value, depth: depth + 1)
      keys.append((SortingKey(child.value, dump), dump))
    }
    let members = keys.sorted { $0.key < $1.key }.map(\.dump)
    let parts = members + omission(of: children, after: members.count)
    return nested("Set([", parts, "])", .members, empty: "Set([])")
  }

  private mutating func entries(_ children: Mirror.Children, _ depth: Int) -> [Dump] {
    var keys: [(key: SortingKey, dump: Dump)] = []
    for child in children.prefix(max(0, remaining)) {
      let pair = Array(Mirror(reflecting: child.value).children.prefix(2))
      guard pair.count == 2 else { continue }
      let key = dump(pair[0].value, depth: depth + 1)
      var entry = dump(pair[1].value, depth: depth + 1)
      entry.label = key.line
      keys.append((SortingKey(pair[0].value, key), entry))
    }
    return keys.sorted { $0.key < $1.key }.map(\.dump) + omission(of: children, after: keys.count)
  }

  private mutating func object(
    _ value: Any,
    _ mirror: Mirror,
    _ type: String,
    _ depth: Int
  ) -> Dump {
    // Only the actor itself may read its state.
    if value is any Actor { return Dump("\(type)(…)") }
    let id = ObjectIdentifier(value as AnyObject)
    guard objects.contains(id) == false else { return Dump("\(type)(…)") }
    objects.append(id)
    defer { objects.removeLast() }
    var mirrors = [mirror]
    while let superclass = mirrors.last?.superclassMirror { mirrors.append(superclass) }
    var parts: [Dump] = []
    for mirror in mirrors.reversed() where Dump.isOfFoundation(mirror.subjectType) == false {
      parts += fields(mirror.children, depth)
    }
    return nested("\(type)(", parts, ")", empty: "\(type)()")
  }

  /// Returns the dump of a value whose parts say less than its text, or are not to be inspected.
  private mutating func standardLibraryValue(
    _ value: Any,
    _ mirror: Mirror,
    _ type: String,
    _ depth: Int
  ) -> Dump? {
    if mirror.subjectType == AnyHashable.self, let base = mirror.children.first?.value {
      return dump(base, depth: depth + 1)
    }
    guard String(reflecting: mirror.subjectType).hasPrefix("Swift.") else { return nil }
    if type.hasPrefix("Unsafe") || type.contains("<Unsafe") { return Dump("\(type)(…)") }
    if let collection = value as? any Collection {
      let children = Mirror(collection, unlabeledChildren: Self.erase(collection)).children
      let isHashed = String(reflecting: mirror.subjectType).hasPrefix("Swift.Dictionary<")
      return isHashed
        ? set(children, depth)
        : nested("[", elements(children, depth), "]", .elements, empty: "[]")
    }
    guard let elements = InlineElements(value) else { return nil }
    return nested(
      "[",
      self.elements(Mirror(value, unlabeledChildren: elements.values).children, depth),
      "]",
      .elements,
      empty: "[]"
    )
  }

  private static func erase<Elements: Collection>(_ elements: Elements) -> AnyCollection<Any> {
    AnyCollection(elements.lazy.map { $0 as Any })
  }

  /// Returns the text of a value that has no parts.
  private func opaque(_ value: Any, _ type: String) -> String {
    EnumMetadata.isFunction(Swift.type(of: value)) ? "(Function)" : "\(type)()"
  }

  // MARK: Parts

  private mutating func fields(_ children: Mirror.Children, _ depth: Int) -> [Dump] {
    var parts: [Dump] = []
    for child in children.prefix(max(0, remaining)) {
      var part = dump(child.value, depth: depth + 1)
      part.label = child.label.flatMap(Self.fieldName)
      parts.append(part)
    }
    return parts + omission(of: children, after: parts.count)
  }

  private mutating func elements(_ children: Mirror.Children, _ depth: Int) -> [Dump] {
    var parts: [Dump] = []
    for child in children.prefix(max(0, remaining)) {
      parts.append(dump(child.value, depth: depth + 1))
    }
    return parts + omission(of: children, after: parts.count)
  }

  private func omission(of children: Mirror.Children, after count: Int) -> [Dump] {
    guard remaining <= 0, children.count > count else { return [] }
    return [.omission(children.count - count)]
  }

  /// Returns the name of a property as it was declared; `nil` for the number of a tuple element.
  private static func fieldName(_ label: String) -> String? {
    let lazyPrefix = "$__lazy_storage_$_"
    if label.hasPrefix(".") { return nil }
    return label.hasPrefix(lazyPrefix) ? String(label.dropFirst(lazyPrefix.count)) : label
  }
}

/// The sort key of set members and dictionary keys: by number first, then by text.
private struct SortingKey {
  private let number: Double
  private let text: String

  init(_ value: Any, _ dump: Dump) {
    let number =
      switch value {
      case let value as any BinaryInteger: Double(value)
      case let value as any BinaryFloatingPoint: Double(value)
      default: Double.infinity
      }
    self.number = number.isNaN ? .infinity : number
    text = dump.line
  }

  static func < (lhs: Self, rhs: Self) -> Bool {
    lhs.number == rhs.number ? lhs.text < rhs.text : lhs.number < rhs.number
  }
}
