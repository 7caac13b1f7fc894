// SPDX-License-Identifier: MIT

internal import Foundation

extension Dump {
  static func foundationText(_ value: Any) -> String? {
    switch value {
    case let value as Date: "Date(\(text(value)))"
    case let value as UUID: "UUID(\(value.uuidString))"
    case let value as URL: "URL(\(value.absoluteString))"
    case let value as Data: "Data(\(text(value)))"
    case let value as Decimal: "\(value)"
    case let value as Locale: "Locale(\(value.identifier))"
    case let value as TimeZone: "TimeZone(\(value.identifier))"
    case let value as Calendar: "Calendar(\(value.identifier))"
    default: nil
    }
  }

  private static func text(_ date: Date) -> String {
    let seconds = date.timeIntervalSince1970
    let isWhole = seconds == seconds.rounded()
    let fraction = isWhole ? "" : ", \(seconds) s since 1970"
    return date.formatted(.iso8601) + fraction
  }

  private static func text(_ data: Data) -> String {
    let digits = data.prefix(16).map { hexadecimal(UInt64($0), digits: 2) }
    let rest = data.count > 16 ? " …, checksum \(hexadecimal(checksum(data), digits: 16))" : ""
    return "\(counted(data.count, "byte")): \(digits.joined(separator: " "))\(rest)"
  }

  private static func hexadecimal(_ number: UInt64, digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: digits - text.count) + text
  }

  // Source: FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/
  private static func checksum(_ data: Data) -> UInt64 {
    data.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  /// Returns whether a type inherits from `NSObject`, because a cast of a value would convert arrays to objects.
  static func isObject(_ type: Any.Type) -> Bool {
    type is NSObject.Type
  }

  /// Returns whether a class belongs to Foundation, whose stored properties must not be inspected.
  static func isOfFoundation(_ type: Any.Type) -> Bool {
    String(reflecting: type).hasPrefix("Foundation")
  }
}

extension DumpReader {
  func foundationObject(_ value: Any) -> DumpContent? {
    guard let object = value as? NSObject else { return nil }
    let type = Dump.name(Swift.type(of: object))
    if let error = object as? NSError {
      var children: [Mirror.Child] = [("domain", error.domain), ("code", error.code)]
      if error.userInfo.isEmpty == false { children.append(("userInfo", error.userInfo)) }
      return .parts(DumpParts(.fields, AnyCollection(children), "\(type)(", ")", empty: type))
    }
    guard Dump.isOfFoundation(Swift.type(of: object)) else { return nil }
    let text = object.description
    return .text(
      text == Dump.withoutAddresses(text)
        ? Dump(verbatim: "\(type)(\(text))") : Dump("\(type)(…)")
    )
  }
}
