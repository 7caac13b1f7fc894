// SPDX-License-Identifier: MIT

struct DumpReader {
  /// The depth of each object whose properties are being read, for the detection of cycles.
  private var objects: [ObjectIdentifier: Int] = [:]
  private var facts: [ObjectIdentifier: TypeFacts] = [:]
  private var last: (type: Any.Type, facts: TypeFacts)?

  private final class TypeFacts {
    let name: String
    let isOptional: Bool
    let isIdentifiable: Bool
    let isOfStandardLibrary: Bool
    let describesItself: Bool
    let isObject: Bool
    /// Whether the type is known to print its parts.
    var hasParts = false

    init(_ type: Any.Type) {
      name = Dump.name(type)
      isOptional = EnumMetadata.wrapped(ofOptional: type) != nil
      // An optional has the identity and description of its wrapped value.
      isIdentifiable = isOptional == false && type is any Identifiable.Type
      isOfStandardLibrary = String(reflecting: type).hasPrefix("Swift.")
      describesItself = isOptional == false && type is any DumpTextConvertible.Type
      isObject = Dump.isObject(type)
    }
  }

  private mutating func facts(of type: Any.Type) -> TypeFacts {
    if let last, last.type == type { return last.facts }
    let id = ObjectIdentifier(type)
    let result = facts[id] ?? TypeFacts(type)
    facts[id] = result
    last = (type, result)
    return result
  }

  mutating func isIdentifiable(_ type: Any.Type) -> Bool {
    facts(of: type).isIdentifiable
  }

  mutating func leave(_ object: ObjectIdentifier) {
    objects[object] = nil
  }

  /// Returns the text or the parts of a value, and tracks an object until ``leave(_:)`` is called.
  mutating func content(of value: Any) -> DumpContent {
    let type = Swift.type(of: value)
    // The casts below would unwrap the value.
    if type == AnyHashable.self, let value = value as? AnyHashable {
      var parts = DumpParts(transparent: value.base)
      parts.type = HashableBox<Any>.type(of: value.base)
      return .parts(parts)
    }
    var facts = facts(of: type)
    if facts.isOptional == false, facts.hasParts == false {
      if facts.describesItself, let value = value as? any DumpTextConvertible {
        return .text(Dump(verbatim: value.dumpText))
      }
      if let content = facts.isObject ? foundationObject(value) : atom(value) { return content }
      facts.hasParts = true
    }
    let mirror = Mirror(reflecting: value)
    if mirror.subjectType != type { facts = self.facts(of: mirror.subjectType) }
    let name = facts.name
    switch mirror.displayStyle {
    case .optional:
      guard mirror.children.isEmpty == false else { return .text(Dump("nil")) }
      return .parts(DumpParts(.optional, mirror.children, empty: "\(name)(…)"))
    case .enum:
      return enumCase(value, mirror, name)
    case .tuple:
      return .parts(DumpParts(.fields, mirror.children, "(", ")", empty: "()"))
    case .collection:
      var parts = DumpParts(.elements, mirror.children, "[", "]", empty: "[]")
      if let value = value as? any IdentifyingCollection { parts.identify = value.identifier(of:) }
      return .parts(parts)
    case .set:
      return .parts(DumpParts(.members, mirror.children, "Set([", "])", empty: "Set([])"))
    case .dictionary:
      return .parts(DumpParts(.entries, mirror.children, "[", "]", empty: "[:]"))
    case .class, .foreignReference:
      return object(value, mirror, name)
    default:
      if facts.isOfStandardLibrary, let content = standardLibraryValue(value, mirror, name) {
        return content
      }
      let empty = EnumMetadata.isFunction(type) ? "(Function)" : "\(name)()"
      return .parts(DumpParts(.fields, mirror.children, "\(name)(", ")", empty: empty))
    }
  }

  private func enumCase(_ value: Any, _ mirror: Mirror, _ type: String) -> DumpContent {
    guard let payload = mirror.children.first, let label = payload.label else {
      return .text(Dump("\(type).\(EnumMetadata.caseName(of: value) ?? "\(value)")"))
    }
    let tuple = Mirror(reflecting: payload.value)
    let children =
      tuple.displayStyle == .tuple ? tuple.children : DumpParts.children([payload.value])
    let empty = "\(type).\(label)"
    var parts = DumpParts(.fields, children, "\(empty)(", ")", empty: empty)
    parts.caseName = label
    return .parts(parts)
  }

  private mutating func object(_ value: Any, _ mirror: Mirror, _ type: String) -> DumpContent {
    // Only the actor itself may read its state.
    if value is any Actor { return .text(Dump("\(type)(…)")) }
    let id = ObjectIdentifier(value as AnyObject)
    if let outside = objects[id] {
      return .text(.enclosingObject(type, level: objects.count - outside))
    }
    objects[id] = objects.count
    var mirrors = [mirror]
    while let superclass = mirrors.last?.superclassMirror { mirrors.append(superclass) }
    mirrors.removeAll { Dump.isOfFoundation($0.subjectType) }
    let children =
      mirrors.count == 1
      ? mirrors[0].children : AnyCollection(mirrors.reversed().flatMap(\.children))
    var parts = DumpParts(.fields, children, "\(type)(", ")", empty: "\(type)()")
    parts.object = id
    return .parts(parts)
  }

  /// Returns the content of a value whose parts are uninformative or must not be inspected.
  private func standardLibraryValue(
    _ value: Any,
    _ mirror: Mirror,
    _ type: String
  ) -> DumpContent? {
    if type.hasPrefix("Unsafe") || type.contains("<Unsafe") { return .text(Dump("\(type)(…)")) }
    if let collection = value as? any Collection {
      let children = Mirror(collection, unlabeledChildren: Self.erase(collection)).children
      let isHashed = String(reflecting: mirror.subjectType).hasPrefix("Swift.Dictionary<")
      return .parts(
        isHashed
          ? DumpParts(.members, children, "Set([", "])", empty: "Set([])")
          : DumpParts(.elements, children, "[", "]", empty: "[]")
      )
    }
    guard let elements = InlineElements(value) else { return nil }
    let children = DumpParts.children(elements.values)
    return .parts(DumpParts(.elements, children, "[", "]", empty: "[]"))
  }

  private static func erase<Elements: Collection>(_ elements: Elements) -> AnyCollection<Any> {
    AnyCollection(elements.lazy.map { $0 as Any })
  }
}

protocol IdentifyingCollection {
  func identifier(of element: Any) -> Any?
}

/// The type of a value in an `AnyHashable`, which differs from the type of a bare value.
protocol HashableBoxType {
  static var base: Any.Type { get }
}

enum HashableBox<Base>: HashableBoxType {
  static var base: Any.Type { Base.self }

  static func type(of value: Any) -> Any.Type {
    func box<Value>(_ value: Value) -> Any.Type { HashableBox<Value>.self }
    return _openExistential(value, do: box)
  }
}

extension HashableBoxType {
  /// Whether the text of a dictionary key identifies its type.
  static var isToldByText: Bool { (base is any BinaryInteger.Type) == false || base == Int.self }
}
