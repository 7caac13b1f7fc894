// SPDX-License-Identifier: MIT

/// The media type of a body, as in the `Content-Type` header field.
///
/// Source: RFC 9110, section 8.3.1; RFC 6839, section 3 for suffixes such as `+json`.
struct MediaType: Sendable, Hashable {
  let text: String
  private let essence: String

  init(_ text: String) {
    self.text = text
    essence = Self.essence(of: text)
  }

  /// Returns whether a `Content-Type` matches the media type.
  ///
  /// Case and parameters are ignored. `application/json` also includes types with the suffix `+json`.
  func includes(_ contentType: String) -> Bool {
    let other = Self.essence(of: contentType)
    return other == essence
      || essence == "application/json" && other.hasPrefix("application/")
        && other.hasSuffix("+json")
  }

  private static func essence(of text: String) -> String {
    let bytes = text.utf8.prefix { $0 != UInt8(ascii: ";") }
      .filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    return String(decoding: bytes.map(\.asciiLowercased), as: UTF8.self)
  }
}
