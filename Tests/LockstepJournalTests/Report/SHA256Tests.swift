// SPDX-License-Identifier: MIT

import Testing

@testable import LockstepJournal

@Suite struct SHA256Tests {
  @Test(arguments: [
    ("", "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="),
    ("abc", "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="),
  ])
  func `the hash of a text matches a known hash`(text: String, expected: String) {
    #expect(SHA256.base64(of: text) == expected)
  }

  @Test(arguments: [
    // Lengths near the limits at which the padding needs another block.
    (55, "n0OQ+NMMLdkuyfCVtl4rmumwqSWlJY4kHJ8ekQ9zQxg="),
    (56, "s1Q5pKxvCUi21vnjxq8PX1kM4g8b3nCQ73lwaG7Gc4o="),
    (63, "fT50oF19sVvOStnsBljqmOPwbu7PFrTG//LaRX3cLzQ="),
    (64, "/+BU/nrgy23GXDr5th1SCfQ5hR20PQulmXM33xVGaOs="),
    (1_000, "Qe3s5C1j6Nm/UVqbppMuHCDLyfWl0TRkWttdsblzfqM="),
  ])
  func `the hash of a long text matches a known hash`(count: Int, expected: String) {
    #expect(SHA256.base64(of: String(repeating: "a", count: count)) == expected)
  }
}
