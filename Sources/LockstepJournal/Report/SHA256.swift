// SPDX-License-Identifier: MIT

/// Source: FIPS 180-4, <https://doi.org/10.6028/NIST.FIPS.180-4>.
enum SHA256 {
  static func base64(of text: String) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    let bytes = hash(Array(text.utf8))
    var result = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for index in 0..<4 {
        result.append(index > group.count ? "=" : alphabet[bits >> (18 - 6 * index) & 63])
      }
    }
    return result
  }

  static func hash(_ message: [UInt8]) -> [UInt8] {
    var padded = message + [0x80]
    padded += Array(repeating: 0, count: (120 - padded.count % 64) % 64)
    padded += bigEndian(UInt64(message.count) * 8)
    var hash = roots(exponent: 2, count: 8)
    let constants = roots(exponent: 3, count: 64)
    for start in stride(from: 0, to: padded.count, by: 64) {
      var words = stride(from: start, to: start + 64, by: 4).map { index in
        padded[index..<index + 4].reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
      }
      for index in 16..<64 {
        let (early, late) = (words[index - 15], words[index - 2])
        let mixedEarly = rotate(early, 7) ^ rotate(early, 18) ^ early >> 3
        let mixedLate = rotate(late, 17) ^ rotate(late, 19) ^ late >> 10
        words.append(words[index - 16] &+ mixedEarly &+ words[index - 7] &+ mixedLate)
      }
      var (a, b, c, d, e, f, g, h) = (
        hash[0], hash[1], hash[2], hash[3], hash[4], hash[5], hash[6], hash[7]
      )
      for index in 0..<64 {
        let mixedE = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
        let choice = e & f ^ ~e & g
        let first = h &+ mixedE &+ choice &+ constants[index] &+ words[index]
        let mixedA = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
        let second = mixedA &+ (a & b ^ a & c ^ b & c)
        (a, b, c, d, e, f, g, h) = (first &+ second, a, b, c, d &+ first, e, f, g)
      }
      hash = zip(hash, [a, b, c, d, e, f, g, h]).map(&+)
    }
    return hash.flatMap { bigEndian($0) }
  }

  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  private static func bigEndian(_ number: some FixedWidthInteger & UnsignedInteger) -> [UInt8] {
    stride(from: number.bitWidth - 8, through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: number >> $0)
    }
  }
}

extension SHA256 {
  /// Returns the first 32 fractional bits of the square or cube roots of the first primes.
  private static func roots(exponent: Int, count: Int) -> [UInt32] {
    let primes = (2...).lazy.filter { number in (2..<number).allSatisfy { number % $0 != 0 } }
    return primes.prefix(count).map { prime in
      // The largest `root` with root^exponent <= prime * 2^(32 * exponent), bit by bit: at most 37 bits.
      var root: UInt64 = 0
      for bit in (0..<37).reversed() {
        let candidate = root | 1 << bit
        if power(candidate, exponent) <= UInt128(prime) << (32 * exponent) { root = candidate }
      }
      return UInt32(truncatingIfNeeded: root)
    }
  }

  private static func power(_ base: UInt64, _ exponent: Int) -> UInt128 {
    (0..<exponent).reduce(1 as UInt128) { product, _ in product * UInt128(base) }
  }
}
