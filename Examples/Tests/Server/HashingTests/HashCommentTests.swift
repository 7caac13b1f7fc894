// SPDX-License-Identifier: MIT

import Foundation
import Hashing
import Testing

/// Tests the example in the comments of `Examples/Hashing`.
@Suite struct HashCommentTests {
  @Test func `a message in pieces has the hash of the whole message`() {
    var sha256 = SHA256()
    sha256.update(Data("a".utf8))
    sha256.update(Data("bc".utf8))
    let isSame = sha256.finalize() == SHA256.hash(Data("abc".utf8))  // true
    #expect(isSame)
  }
}
