// SPDX-License-Identifier: MIT

extension UnsafeBufferPointer<UInt8> {
  /// Whether every byte is printable ASCII at or above `lowest`.
  func isPrintable(from lowest: UInt8 = 0x20) -> Bool {
    // No early exit, so that the compiler can vectorize the loop.
    var others: UInt8 = 0
    for byte in self { others |= byte &- lowest > 0x7E - lowest ? 1 : 0 }
    return others == 0
  }

  var isASCII: Bool { reduce(0, |) < 0x80 }

  /// Returns the number of consecutive printable ASCII bytes before an offset, up to a space.
  func wordLength(before end: Int) -> Int {
    var start = end
    while start >= 64 && Self(rebasing: self[start - 64..<start]).isPrintable(from: 0x21) {
      start -= 64
    }
    while start > 0 && self[start - 1] &- 0x21 <= 0x5D { start -= 1 }
    return end - start
  }

  /// Returns the number of consecutive printable ASCII bytes from an offset, up to a space.
  func wordLength(from start: Int) -> Int {
    var end = start
    while end + 64 <= count && Self(rebasing: self[end..<end + 64]).isPrintable(from: 0x21) {
      end += 64
    }
    while end < count && self[end] &- 0x21 <= 0x5D { end += 1 }
    return end - start
  }

  /// Calls a closure at each occurrence of `needle`, and continues at the offset that the closure returns.
  func search(for needle: Self, _ found: (Int) -> Int) {
    guard let base = UnsafeRawPointer(baseAddress), let first = needle.first, let last = needle.last
    else { return }
    let distance = needle.count - 1
    let firsts = UInt64(first) &* 0x0101_0101_0101_0101
    let lasts = UInt64(last) &* 0x0101_0101_0101_0101
    var index = 0
    while index + distance < count {
      if index + distance + 8 <= count {
        // Eight positions at once whose first and last bytes may match.
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

  /// Calls a closure with the range of each UTF-8 line break, as defined by `Character.isNewline`.
  func forEachLineBreak(_ body: (Range<Int>) -> Void) {
    guard let base = UnsafeRawPointer(baseAddress) else { return }
    var index = 0
    while index < count {
      if index + 8 <= count {
        let word = base.word(at: index)
        // Line breaks are bytes in 08…0F, or begin with C2 or E2.
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
  /// Returns eight bytes, with the first one in the lowest bits.
  fileprivate func word(at offset: Int) -> UInt64 {
    UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}

extension UInt64 {
  /// The highest bit of each zero byte, with possible false positives above the lowest one.
  fileprivate var zeroBytes: UInt64 {
    (self &- 0x0101_0101_0101_0101) & ~self & 0x8080_8080_8080_8080
  }
}
