// SPDX-License-Identifier: MIT

/// The percent-encoding of paths and queries.
///
/// Source: RFC 3986, section 2. Queries use the form encoding of the WHATWG URL standard.
enum PercentEncoding {
  typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

  /// Encodes everything except unreserved characters, so that all kinds of readers agree.
  static func encode(_ text: String) -> String {
    guard text.utf8.contains(where: { !$0.isUnreserved }) else { return text }
    return encode(text.utf8)
  }

  /// Encodes a text, or only its first `limit` bytes if the text is longer.
  static func encode(_ text: String, limit: Int) -> String {
    text.utf8.count > limit ? encode(text.utf8.prefix(limit)) : encode(text)
  }

  private static func encode(_ text: some Collection<UInt8>) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count * 3)
    for byte in text {
      if byte.isUnreserved {
        bytes.append(byte)
      } else {
        bytes.append(UInt8(ascii: "%"))
        bytes.append(UInt8.hexDigit(byte >> 4))
        bytes.append(UInt8.hexDigit(byte & 0xF))
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the decoded text, or `nil` if a percent sign starts no code or the result is not UTF-8.
  static func decodeStrictly(_ bytes: Bytes) -> String? {
    // Without codes, the bytes are already UTF-8. Validating them would take longer than the rest.
    guard bytes.contains(UInt8(ascii: "%")) else { return String(decoding: bytes, as: UTF8.self) }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "%") {
        guard let byte = code(at: index, in: bytes) else { return nil }
        decoded.append(byte)
        index += 3
      } else {
        decoded.append(bytes[index])
        index += 1
      }
    }
    return String(validating: decoded, as: UTF8.self)
  }

  /// Decodes text as web forms do: a plus sign is a space, and malformed input is kept or repaired.
  static func decodeForm(_ bytes: Bytes) -> String {
    guard bytes.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
      return String(decoding: bytes, as: UTF8.self)
    }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "%"), let byte = code(at: index, in: bytes) {
        decoded.append(byte)
        index += 3
      } else {
        decoded.append(bytes[index] == UInt8(ascii: "+") ? UInt8(ascii: " ") : bytes[index])
        index += 1
      }
    }
    return String(decoding: decoded, as: UTF8.self)
  }

  private static func code(at index: Int, in bytes: Bytes) -> UInt8? {
    guard bytes.endIndex - index > 2, let high = bytes[index + 1].hexValue,
      let low = bytes[index + 2].hexValue
    else { return nil }
    return high << 4 | low
  }
}

extension UInt8 {
  fileprivate var isUnreserved: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default:
      false
    }
  }
}
