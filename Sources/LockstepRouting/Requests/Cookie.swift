// SPDX-License-Identifier: MIT

/// The syntax of cookies in the `Cookie` header field.
///
/// Source: RFC 6265, section 4.2.1.
enum Cookie {
  private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

  /// Returns the cookies of all `Cookie` fields, because HTTP/2 can send several.
  static func items(of headers: [URLRequestData.Item]) -> [URLRequestData.Item] {
    var items: [URLRequestData.Item] = []
    for header in headers where header.name.equalsIgnoringASCIICase("Cookie") {
      var value = header.value
      value.withUTF8 { read(Slice(base: $0, bounds: $0.indices), into: &items) }
    }
    return items
  }

  /// Parses a field by bytes, because a separator and a following combining mark are one character.
  private static func read(_ field: Bytes, into items: inout [URLRequestData.Item]) {
    var start = field.startIndex
    while start < field.endIndex {
      let end = field[start...].firstIndex(of: UInt8(ascii: ";")) ?? field.endIndex
      let pair = field[start..<end]
      if let equals = pair.firstIndex(of: UInt8(ascii: "=")) {
        items.append(.init(trimmed(pair[..<equals]), trimmed(pair[(equals + 1)...])))
      }
      start = end + 1
    }
  }

  private static func trimmed(_ bytes: Bytes) -> String {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    var bytes = bytes.drop(while: isSpace)
    while let last = bytes.last, isSpace(last) { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func text(of items: [URLRequestData.Item]) throws(RoutingError) -> String {
    for item in items {
      guard item.name.isFieldName else { throw RoutingError.badName(of: .cookie(item.name)) }
      guard isValue(item.value) else {
        throw RoutingError(
          .unprintable,
          part: .cookie(item.name),
          expected: "ASCII without spaces, commas, semicolons, backslashes and quotation marks",
          found: item.value
        )
      }
    }
    return items.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
  }

  /// Returns whether a text is a valid cookie value, with quotation marks only around the whole value.
  private static func isValue(_ text: String) -> Bool {
    let quote = UInt8(ascii: "\"")
    var bytes = text.utf8[...]
    if bytes.count > 1, bytes.first == quote, bytes.last == quote {
      bytes = bytes.dropFirst().dropLast()
    }
    return bytes.allSatisfy { byte in
      byte > 0x20 && byte < 0x7F && byte != quote && byte != UInt8(ascii: ",")
        && byte != UInt8(ascii: ";") && byte != UInt8(ascii: "\\")
    }
  }
}
