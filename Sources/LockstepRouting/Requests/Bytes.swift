// SPDX-License-Identifier: MIT

internal import Foundation

extension UInt8 {
  var asciiLowercased: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }

  var isASCIILetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }

  var isASCIIDigit: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
  }

  var hexValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}

extension String {
  /// Returns whether the bytes are equal, unlike `==`, which treats different encodings of a letter as equal.
  func hasSameBytes(as other: String) -> Bool {
    // `==` is fast, and exact for ASCII.
    guard utf8.count == other.utf8.count, self == other else { return false }
    return utf8.withContiguousStorageIfAvailable { own in
      other.utf8.withContiguousStorageIfAvailable { other in
        guard let own = own.baseAddress, let start = other.baseAddress else { return true }
        return memcmp(own, start, other.count) == 0
      }
    } == .some(true) || utf8.elementsEqual(other.utf8)
  }

  func equalsIgnoringASCIICase(_ other: String) -> Bool {
    let (left, right) = (utf8, other.utf8)
    return left.count == right.count
      && zip(left, right).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
  }

  /// Returns the texts between separators, including empty ones.
  ///
  /// Splits bytes, because a separator and a following combining mark are one character.
  func split(at separator: Unicode.Scalar) -> [String] {
    utf8.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
  }

  var isUnreadablePathComponent: Bool { isEmpty || self == "." || self == ".." }
}
