// SPDX-License-Identifier: MIT

import Foundation
import Hashing
import SiteServer
import Testing

/// Compares the hash function of the demos with that of swift-crypto.
@Suite struct HashTests {
  @Test func `both implementations of SHA-256 agree for messages of 0 to 200 bytes`() {
    var state: UInt32 = 1
    var message = Data()
    for _ in 0...200 {
      #expect(SHA256.hash(message) == cryptoSHA256(message))
      state = state &* 1_664_525 &+ 1_013_904_223
      message.append(UInt8(truncatingIfNeeded: state >> 24))
    }
    #expect(
      cryptoSHA256(Data("abc".utf8)).map { String(format: "%02x", $0) }.joined()
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    )
  }
}
