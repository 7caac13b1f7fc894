// SPDX-License-Identifier: MIT

/// Text in quotation marks, in which a backslash escapes the next character.
///
/// Source: RFC 9110, section 5.6.4.
enum QuotedString {
  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")

  /// Returns the text between the quotation marks, or `nil` if the text is not a single quoted string.
  static func read(_ text: String) -> String? {
    var bytes = text.utf8.dropFirst()
    guard text.utf8.first == quote, bytes.popLast() == quote else { return nil }
    var value: [UInt8] = []
    value.reserveCapacity(bytes.count)
    while let byte = bytes.popFirst() {
      if byte == quote { return nil }
      guard byte == backslash else {
        value.append(byte)
        continue
      }
      guard let escaped = bytes.popFirst() else { return nil }
      value.append(escaped)
    }
    return String(decoding: value, as: UTF8.self)
  }

  static func print(_ value: String) -> String {
    var bytes = [quote]
    for byte in value.utf8 {
      if byte == quote || byte == backslash { bytes.append(backslash) }
      bytes.append(byte)
    }
    bytes.append(quote)
    return String(decoding: bytes, as: UTF8.self)
  }
}
