// SPDX-License-Identifier: MIT

extension DumpBuilder {
  /// Returns the dump of a value that is shown as text rather than by its parts; `nil` for other values.
  mutating func dumpAtom(_ value: Any, _ depth: Int) -> Dump? {
    if let dump = foundationObject(value, depth) { return dump }
    return switch value {
    case let value as any CustomDebugOutputConvertible: Dump(verbatim: value.debugOutput)
    case let value as String: Dump(literal: value)
    case let value as Substring: Dump(literal: String(value))
    case let value as Character: Dump(String(value).debugDescription)
    case let value as Unicode.Scalar: Dump(String(value).debugDescription)
    case let value as StaticString: Dump(literal: value.description)
    case let value as Bool: Dump(value.description)
    case let value as any BinaryInteger: Dump(value.description)
    case let value as any BinaryFloatingPoint: Dump("\(value)")
    case let value as any RangeExpression: range(value, depth)
    case let value as any RawValueDumpable: dump(value.dumpedValue, depth: depth + 1)
    case let value as Duration: Dump("Duration(\(value))")
    case let value as ObjectIdentifier: Dump("\(Dump.name(Swift.type(of: value)))(…)")
    case let value as AnyKeyPath: Dump(Dump.withoutAddresses("\(value)"))
    case let value as Any.Type: Dump("\(Dump.name(value)).self")
    default: Dump.foundationText(value).map { Dump($0) }
    }
  }

  /// Returns the dump of a range with its bounds, as it is written in code; `nil` for other expressions.
  private mutating func range(_ value: Any, _ depth: Int) -> Dump? {
    guard let range = value as? any DumpableRange else { return nil }
    let (lower, symbol, upper) = range.bounds
    let texts = [lower, upper].map { bound in bound.map { dump($0, depth: depth + 1).line } ?? "" }
    return Dump(texts[0] + symbol + texts[1])
  }
}

/// A value that is shown as its raw value.
private protocol RawValueDumpable {
  var dumpedValue: Any { get }
}

extension Tagged: RawValueDumpable {
  fileprivate var dumpedValue: Any { rawValue }
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
  /// Returns the name of a type, without the names of the modules and types that contain it.
  static func name(_ type: Any.Type) -> String {
    withoutAddresses(String(describing: type))
  }

  /// Returns a text without the hexadecimal numbers that differ in each run.
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

  /// Creates the dump of a text as it is written in code, on several lines if it has several.
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

  /// Returns a line of a multiline literal: quotes need no backslash unless there are three.
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

  /// Creates the dump of a text, shown as it is.
  init(verbatim text: String) {
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0) }
    self.init(lines[0], lines.dropFirst().map { Dump($0) }, style: .verbatim)
  }
}
