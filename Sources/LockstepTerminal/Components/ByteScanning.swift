// SPDX-License-Identifier: MIT

extension UnsafeBufferPointer<UInt8> {
  /// Whether each byte is a printable ASCII character from a lowest one on.
  func isPrintable(from lowest: UInt8 = 0x20) -> Bool {
    // No early exit, so that the compiler can vectorize the loop.
    var others: UInt8 = 0
    for byte in self { others |= byte &- lowest > 0x7E - lowest ? 1 : 0 }
    return others == 0
  }

  /// Whether each byte is an ASCII character.
  var isASCII: Bool { reduce(0, |) < 0x80 }

  /// The number of bytes in a row before an offset that are printable ASCII characters but spaces.
  func wordLength(before end: Int) -> Int {
    var start = end
    while start >= 64 && Self(rebasing: self[start - 64..<start]).isPrintable(from: 0x21) {
      start -= 64
    }
    while start > 0 && self[start - 1] &- 0x21 <= 0x5D { start -= 1 }
    return end - start
  }

  /// The number of bytes in a row from an offset on that are printable ASCII characters but spaces.
  func wordLength(from start: Int) -> Int {
    var end = start
    while end + 64 <= count && Self(rebasing: self[end..<end + 64]).isPrintable(from: 0x21) {
      end += 64
    }
    while end < count && self[end] &- 0x21 <= 0x5D { end += 1 }
    return end - start
  }

  /// Finds some other bytes, after each of which the search goes on at an offset that is returned.
  func search(for needle: Self, _ found: (Int) -> Int) {
    guard let base = UnsafeRawPointer(baseAddress), let first = needle.first, let last = needle.last
    else { return }
    let distance = needle.count - 1
    let firsts = UInt64(first) &* 0x0101_0101_0101_0101
    let lasts = UInt64(last) &* 0x0101_0101_0101_0101
    var index = 0
    while index + distance < count {
      if index + distance + 8 <= count {
        // Eight places at once, at which the first and the last byte can be.
        let places =
          ((base.word(at: index) ^ firsts) | (base.word(at: index + distance) ^ lasts)).zeroBytes
        guard places != 0 else {
          index += 8
          continue
        }
        index += places.trailingZeroBitCount / 8
      }
      var length = 0
      while length <= distance && self[index + length] == needle[length] { length += 1 }
      index = length > distance ? found(index) : index + 1
    }
  }

  /// Finds the line breaks in UTF-8: those characters that are a `Character.isNewline`.
  func forEachLineBreak(_ body: (Range<Int>) -> Void) {
    guard let base = UnsafeRawPointer(baseAddress) else { return }
    var index = 0
    while index < count {
      if index + 8 <= count {
        let word = base.word(at: index)
        // Line breaks are among 08…0F, or begin with C2 or E2.
        let places =
          (word & 0xF8F8_F8F8_F8F8_F8F8 ^ 0x0808_0808_0808_0808).zeroBytes
          | (word ^ 0xC2C2_C2C2_C2C2_C2C2).zeroBytes
          | (word ^ 0xE2E2_E2E2_E2E2_E2E2).zeroBytes
        guard places != 0 else {
          index += 8
          continue
        }
        index += places.trailingZeroBitCount / 8
      }
      let length = lineBreakLength(at: index)
      if length > 0 { body(index..<index + length) }
      index += Swift.max(1, length)
    }
  }

  private func lineBreakLength(at index: Int) -> Int {
    func byte(_ distance: Int) -> UInt8? { index + distance < count ? self[index + distance] : nil }
    return switch (self[index], byte(1), byte(2)) {
    case (0x0D, 0x0A, _), (0xC2, 0x85, _): 2
    case (0x0A...0x0D, _, _): 1
    case (0xE2, 0x80, 0xA8), (0xE2, 0x80, 0xA9): 3
    default: 0
    }
  }
}

extension UnsafeRawPointer {
  /// Eight bytes, of which the first is the lowest.
  fileprivate func word(at offset: Int) -> UInt64 {
    UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}

extension UInt64 {
  /// The highest bits of the bytes that are zero; those above the lowest one may be wrong.
  fileprivate var zeroBytes: UInt64 {
    (self &- 0x0101_0101_0101_0101) & ~self & 0x8080_8080_8080_8080
  }
}
