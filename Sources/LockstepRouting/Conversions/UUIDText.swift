// SPDX-License-Identifier: MIT

internal import Foundation

/// The text form of UUIDs, converted without Foundation's overhead.
///
/// Source: RFC 9562, section 4: 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12.
enum UUIDText {
  private static let length = 36

  static func read(_ text: String) -> UUID? {
    var text = text
    return text.withUTF8 { text in
      guard text.count == length else { return nil }
      var id = zero
      let isRead = withUnsafeMutableBytes(of: &id) { bytes in
        var position = 0
        for index in 0..<16 {
          if isAfterHyphen(index) {
            guard text[position] == UInt8(ascii: "-") else { return false }
            position += 1
          }
          guard let high = text[position].hexValue, let low = text[position + 1].hexValue else {
            return false
          }
          bytes[index] = high << 4 | low
          position += 2
        }
        return true
      }
      return isRead ? UUID(uuid: id) : nil
    }
  }

  static func print(_ id: UUID) -> String {
    String(unsafeUninitializedCapacity: length) { text in
      var position = 0
      func append(_ byte: UInt8) {
        text[position] = byte
        position += 1
      }
      withUnsafeBytes(of: id.uuid) { bytes in
        for index in 0..<16 {
          if isAfterHyphen(index) { append(UInt8(ascii: "-")) }
          append(UInt8.hexDigit(bytes[index] >> 4))
          append(UInt8.hexDigit(bytes[index] & 0xF))
        }
      }
      return position
    }
  }

  private static func isAfterHyphen(_ index: Int) -> Bool {
    index == 4 || index == 6 || index == 8 || index == 10
  }

  private static var zero: uuid_t { (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0) }
}
