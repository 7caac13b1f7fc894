// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep

/// Swift code that creates a value: literals, cases with a leading dot, and memberwise initializers.
///
/// The type may have another initializer, or none that a test can use.
enum ValueCode {
  static let maximumDepth = 32

  static func code(of value: Any, depth: Int = 0) -> String? {
    guard depth < maximumDepth else { return nil }
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional {
      return optional(mirror.children.first?.value, depth)
    }
    if let code = literal(value) ?? foundation(value) { return code }
    let name = String(reflecting: mirror.subjectType)
    let first = mirror.children.first
    switch mirror.displayStyle {
    case .collection:
      return list(mirror.children, depth) { $0 }
    case .set:
      return list(mirror.children, depth) { $0.sorted() }
    case .dictionary where isStack(value):
      let screens = mirror.children.compactMap { screen($0.value) }
      // An array literal creates ids that count up from 0.
      guard screens.map(\.id) == Array(screens.indices) else { return nil }
      let codes = screens.compactMap { code(of: $0.state, depth: depth + 1) }
      return codes.count == screens.count ? "[\(codes.joined(separator: ", "))]" : nil
    case .dictionary:
      return dictionary(mirror.children, depth)
    case .tuple:
      return arguments(mirror.children, depth)
    case .enum where name.hasPrefix("LockstepBase.BindingAction<"):
      return first.flatMap { Mirror(reflecting: $0.value).children.first }
        .flatMap { child in setting(child.label ?? "", child.value, depth) }
    case .struct where name.hasPrefix("LockstepBase.Tagged<"):
      return first.flatMap { literal($0.value) }
    case .enum where value is any CustomReflectable == false:
      return enumCase(value, mirror, depth)
    case .struct where hasFields(value, mirror):
      return arguments(mirror.children, depth).map { typeName(mirror.subjectType) + $0 }
    default:
      return nil
    }
  }

  static func isStack(_ value: Any) -> Bool {
    String(reflecting: type(of: value)).hasPrefix("Lockstep.StackState<")
  }

  static func screen(_ pair: Any) -> (id: Int, state: Any)? {
    let parts = Mirror(reflecting: pair).children.map(\.value)
    guard parts.count == 2, let id = parts[0] as? Int else { return nil }
    return (id, parts[1])
  }

  static func hasFields(_ value: Any, _ mirror: Mirror) -> Bool {
    let name = String(reflecting: mirror.subjectType)
    let isForeign = ["Swift.", "Foundation.", "FoundationEssentials.", "__C.", "Dispatch."]
      .contains(where: name.hasPrefix)
    return mirror.displayStyle == .struct && isForeign == false
      && value is any CustomReflectable == false
      && mirror.children.allSatisfy { isName($0.label) }
  }

  static func typeName(_ type: Any.Type) -> String {
    let name = String(reflecting: type).split(separator: ").").last ?? ""
    let isQualified = name.contains("<") == false && name.contains("(") == false
    guard isQualified else { return String(describing: type) }
    let isPrivate = String(reflecting: type).contains(").")
    let parts = name.split(separator: ".").dropFirst(isPrivate ? 0 : 1)
    return parts.joined(separator: ".")
  }

  /// Returns `nil` if code cannot name the cases of the value's type.
  static func enumCase(of value: Any) -> (name: String, payload: Any?)? {
    guard let known = Dump.enumCase(of: value), isName(known.name) else { return nil }
    return known
  }

  // MARK: Kinds of values

  private static func literal(_ value: Any) -> String? {
    switch value {
    case let value as Bool: value.description
    case let value as String: value.debugDescription
    case let value as Substring: String(value).debugDescription
    case let value as Character: String(value).debugDescription
    case let value as any BinaryInteger: value.description
    case let value as any BinaryFloatingPoint:
      switch "\(value)" {
      case "nan": ".nan"
      case "inf": ".infinity"
      case "-inf": "-.infinity"
      case let text: text
      }
    default: nil
    }
  }

  private static func foundation(_ value: Any) -> String? {
    switch value {
    case let value as UUID: "UUID(uuidString: \"\(value)\")!"
    case let value as URL: "URL(string: \(value.relativeString.debugDescription))!"
    case let value as Date: "Date(timeIntervalSince1970: \(value.timeIntervalSince1970))"
    case let value as Data: value.count > 16 ? nil : "Data(\(Array(value)))"
    case let value as Decimal: "Decimal(string: \"\(value)\")!"
    default: nil
    }
  }

  private static func optional(_ wrapped: Any?, _ depth: Int) -> String? {
    guard let wrapped else { return "nil" }
    let code = code(of: wrapped, depth: depth + 1)
    // A `nil` inside an optional differs from `nil` itself.
    return Mirror(reflecting: wrapped).displayStyle == .optional
      ? code.map { ".some(\($0))" } : code
  }

  private static func list(
    _ children: Mirror.Children,
    _ depth: Int,
    _ order: ([String]) -> [String]
  ) -> String? {
    let elements = children.map { code(of: $0.value, depth: depth + 1) }
    let known = elements.compactMap(\.self)
    return known.count == elements.count ? "[\(order(known).joined(separator: ", "))]" : nil
  }

  private static func dictionary(_ children: Mirror.Children, _ depth: Int) -> String? {
    var entries: [String] = []
    for child in children {
      let pair = Mirror(reflecting: child.value).children.map {
        code(of: $0.value, depth: depth + 1)
      }
      guard pair.count == 2, let key = pair[0], let value = pair[1] else { return nil }
      entries.append("\(key): \(value)")
    }
    return entries.isEmpty ? "[:]" : "[\(entries.sorted().joined(separator: ", "))]"
  }

  private static func enumCase(_ value: Any, _ mirror: Mirror, _ depth: Int) -> String? {
    guard let (name, payload) = enumCase(of: value) else { return nil }
    // If the declared type is a protocol or an optional, a leading dot does not find the case.
    let isTypeNeeded = value is any Error || name == "none" || name == "some"
    let call = "\(isTypeNeeded ? typeName(mirror.subjectType) : "").\(name)"
    guard let payload else { return call }
    let parts = Mirror(reflecting: payload)
    let list =
      parts.displayStyle == .tuple && parts.children.isEmpty == false
      ? arguments(parts.children, depth) : code(of: payload, depth: depth + 1).map { "(\($0))" }
    return list.map { call + $0 }
  }

  private static func setting(_ keyPath: String, _ value: Any, _ depth: Int) -> String? {
    // Code can omit the type name at the start of the key path.
    guard keyPath.contains("<") == false, let dot = keyPath.firstIndex(of: ".") else { return nil }
    return code(of: value, depth: depth + 1).map { ".set(\\\(keyPath[dot...]), \($0))" }
  }

  private static func arguments(_ children: Mirror.Children, _ depth: Int) -> String? {
    var arguments: [String] = []
    for child in children {
      guard let code = code(of: child.value, depth: depth + 1) else { return nil }
      let label = child.label.flatMap { $0.hasPrefix(".") ? nil : "\($0): " } ?? ""
      arguments.append(label + code)
    }
    return "(\(arguments.joined(separator: ", ")))"
  }

  /// Returns whether a text is the name of a property or case, and not of the storage behind a property.
  private static func isName(_ text: String?) -> Bool {
    guard let text, let first = text.first, first.isLetter else { return false }
    return text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}
