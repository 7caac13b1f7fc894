// SPDX-License-Identifier: MIT

import Foundation
import Hashing
import Lockstep
import Testing

@Suite struct SHA256Tests {
  /// The messages that NIST publishes with their hashes.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
        + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
  ])
  func `the published messages have their published hashes`(message: String, expected: String) {
    #expect(hexadecimal(SHA256.hash(Data(message.utf8))) == expected)
  }

  /// Hashes NIST's long message, which is not an argument of the test above because arguments are printed.
  @Test func `a message of a million letters has its published hash`() {
    #expect(
      hexadecimal(SHA256.hash(Data(repeating: UInt8(ascii: "a"), count: 1_000_000)))
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    )
  }

  @Test func `messages of every length from 0 to 130 have the expected hash`() {
    let hashes = (0...130).map { length in
      hexadecimal(SHA256.hash(Data((0..<length).map { UInt8($0) })))
    }
    #expect(hashes == hashesByLength)
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func `random pieces have the hash of the whole message`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let message = Data((0..<Int.random(in: 0...500, using: &random)).map { _ in random.byte() })

    var sha256 = SHA256()
    var pieceLengths: [Int] = []
    var rest = message
    while !rest.isEmpty {
      let piece = rest.prefix(Int.random(in: 0...150, using: &random))
      sha256.update(piece)
      pieceLengths.append(piece.count)
      rest = rest.dropFirst(piece.count)
    }

    #expect(sha256.finalize() == SHA256.hash(message), "pieces of \(pieceLengths) bytes")
  }

  @Test func `hashing one byte at a time gives the hash of each prefix`() {
    var sha256 = SHA256()
    var hashes = [hexadecimal(sha256.finalize())]
    for byte in 0..<130 {
      sha256.update(Data([UInt8(byte)]))
      hashes.append(hexadecimal(sha256.finalize()))
    }
    #expect(hashes == hashesByLength)
  }

  @Test func `a copied hash can continue independently`() {
    var first = SHA256()
    first.update(Data("a".utf8))
    var second = first
    first.update(Data("bc".utf8))
    second.update(Data("b".utf8))
    #expect(first.finalize() == SHA256.hash(Data("abc".utf8)))
    #expect(second.finalize() == SHA256.hash(Data("ab".utf8)))
  }

  @Test func `a slice has the hash of its bytes`() {
    let slice = Data("--abc--".utf8)[2..<5]
    #expect(SHA256.hash(slice) == SHA256.hash(Data("abc".utf8)))
    #expect(SHA256.hash(slice).count == SHA256.byteCount)
  }
}

private func hexadecimal(_ data: Data) -> String {
  data.map { byte in
    let digits = String(byte, radix: 16)
    return digits.count == 1 ? "0" + digits : digits
  }
  .joined()
}

extension SplitMix64 {
  fileprivate mutating func byte() -> UInt8 {
    UInt8(truncatingIfNeeded: next())
  }
}
