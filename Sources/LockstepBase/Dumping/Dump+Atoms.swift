// SPDX-License-Identifier: MIT

extension DumpReader {
  /// Returns the content of a value that has its own text or a stand-in value, or `nil` for other values.
  func atom(_ value: Any) -> DumpContent? {
    let text: Dump? =
      switch value {
      case let value as Int: Dump(value.description)
      case let value as String: Dump(literal: value)
      case let value as Bool: Dump(value.description)
      case let value as Substring: Dump(literal: String(value))
      case let value as Character: Dump(String(value).debugDescription)
      case let value as Unicode.Scalar: Dump(String(value).debugDescription)
      case let value as StaticString: Dump(literal: value.description)
      case let value as any BinaryInteger: Dump(value.description)
      case let value as any BinaryFloatingPoint: Dump("\(value)")
      case let value as Duration: Dump("Duration(\(value))")
      case let value as ObjectIdentifier: Dump("\(Dump.name(Swift.type(of: value)))(…)")
      case let value as AnyKeyPath: Dump(value.text)
      case let value as Any.Type: Dump("\(Dump.name(value)).self")
      default: Dump.foundationText(value).map { Dump($0) }
      }
    if let text { return .text(text) }
    if let value = value as? any RawValueDumpable {
      return .parts(DumpParts(transparent: value.dumpedValue))
    }
    return (value as? any DumpableRange).map { .parts(range($0)) }
  }

  private func range(_ range: any DumpableRange) -> DumpParts {
    let (lower, symbol, upper) = range.bounds
    var parts = DumpParts(
      .range(lower == nil || upper == nil ? "" : symbol),
      DumpParts.children([lower, upper].compactMap { $0 }),
      empty: "…"
    )
    if lower == nil { parts.opening = symbol }
    if upper == nil { parts.closing = symbol }
    return parts
  }
}

protocol RawValueDumpable {
  var dumpedValue: Any { get }
}

private protocol DumpableRange {
  var bounds: (lower: Any?, symbol: String, upper: Any?) { get }
}

extension Range: DumpableRange {
  fileprivate var bounds: (lower: Any?, symbol: String, upper: Any?) {
    (lowerBound, "..<", upperBound)
  }
}

extension ClosedRange: DumpableRange {
  fileprivate var bounds: (lower: Any?, symbol: String, upper: Any?) {
    (lowerBound, "...", upperBound)
  }
}

extension PartialRangeFrom: DumpableRange {
  fileprivate var bounds: (lower: Any?, symbol: String, upper: Any?) { (lowerBound, "...", nil) }
}

extension PartialRangeUpTo: DumpableRange {
  fileprivate var bounds: (lower: Any?, symbol: String, upper: Any?) { (nil, "..<", upperBound) }
}

extension PartialRangeThrough: DumpableRange {
  fileprivate var bounds: (lower: Any?, symbol: String, upper: Any?) { (nil, "...", upperBound) }
}

extension Dump {
  /// Returns the name of a type without its module and enclosing types, except for a namespace: `Counter.State`.
  package static func name(_ type: Any.Type) -> String {
    let name = withoutAddresses(String(describing: type))
    return TypeNamespace.name(of: type).map { "\($0).\(name)" } ?? name
  }

  /// Returns the shortest names that distinguish two types.
  static func names(_ old: Any.Type?, _ new: Any.Type?) -> (String, String) {
    guard let old, let new else { return ("…", "…") }
    let short = (typeName(old), typeName(new))
    guard short.0 == short.1 else { return short }
    let long = (qualifiedName(old), qualifiedName(new))
    return long.0 == long.1 ? (short.0, "another \(short.1)") : long
  }

  /// Returns the full name of a type, as clients write it: without private contexts and with the module `Lockstep`.
  private static func qualifiedName(_ type: Any.Type) -> String {
    String(reflecting: type).replacing(/\(unknown context at [^)]*\)\./, with: "")
      .replacing(/\bLockstepBase\./, with: "Lockstep.")
  }

  /// Returns the name of a type as code writes it, with its enclosing types and without its module.
  package static func codeName(_ type: Any.Type) -> String {
    let name = qualifiedName(type)
    guard name.contains("<") == false, name.contains("(") == false else { return Dump.name(type) }
    return name.split(separator: ".").dropFirst().joined(separator: ".")
  }

  private static func typeName(_ type: Any.Type) -> String {
    (type as? any HashableBoxType.Type).map { "AnyHashable(\(name($0.base)))" } ?? name(type)
  }

  /// Returns a text without addresses, which differ in each run.
  static func withoutAddresses(_ text: String) -> String {
    var rest = text[...]
    var result = ""
    while let zero = rest.firstIndex(of: "0") {
      result += rest[..<zero]
      rest = rest[zero...]
      let digits = rest.dropFirst(2).prefix { $0.isHexDigit }
      if rest.hasPrefix("0x"), digits.count >= 6 {
        rest = rest[digits.endIndex...]
        if rest.first == " " { rest.removeFirst() }
      } else {
        result.append(rest.removeFirst())
      }
    }
    return result + rest
  }

  fileprivate init(literal text: String) {
    guard text.utf8.contains(UInt8(ascii: "\n")) else {
      self.init(text.debugDescription)
      return
    }
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    self.init(
      #"""""#,
      lines.map { Dump(Self.escaped(String($0))) },
      #"""""#,
      style: .lines
    )
  }

  /// Escapes a line of a multiline literal, in which only every third quote needs a backslash.
  private static func escaped(_ line: String) -> String {
    var result = ""
    var quotes = 0
    var isEscape = false
    for scalar in line.debugDescription.unicodeScalars.dropFirst().dropLast() {
      if scalar == "\\", isEscape == false {
        isEscape = true
        continue
      }
      if isEscape, scalar != "\"" { result.append("\\") }
      isEscape = false
      quotes = scalar == "\"" ? quotes + 1 : 0
      result += quotes > 0 && quotes % 3 == 0 ? "\\\"" : String(scalar)
    }
    return result
  }

  init(verbatim text: String) {
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0) }
    self.init(lines[0], lines.dropFirst().map { Dump($0) }, style: .verbatim)
  }
}
