// SPDX-License-Identifier: MIT

/// Cookies in the header field `Cookie`.
///
/// Source: RFC 6265, section 4.2.1.
enum Cookie {
  /// The cookies of all such fields, of which HTTP/2 may send several.
  static func items(of headers: [URLRequestData.Item]) -> [URLRequestData.Item] {
    headers.filter { $0.name.equalsIgnoringASCIICase("Cookie") }
      .flatMap { $0.value.split(at: ";") }
      .compactMap { pair in
        guard let equals = pair.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
        let value = pair.utf8[pair.utf8.index(after: equals)...]
        return URLRequestData.Item(
          String(pair[..<equals]).trimmed,
          String(Substring(value)).trimmed
        )
      }
  }

  /// The text of such a field.
  static func text(of items: [URLRequestData.Item]) throws(RoutingError) -> String {
    for item in items {
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

  /// Whether all characters are allowed in a value; quotation marks are around it only.
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
