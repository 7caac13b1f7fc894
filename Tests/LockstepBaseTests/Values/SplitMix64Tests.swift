// SPDX-License-Identifier: MIT

import LockstepBase
import Testing

@Suite struct SplitMix64Tests {
  /// Compares the first three numbers for the seed zero with the reference implementation.
  @Test func `the numbers match the reference implementation`() {
    var generator = SplitMix64(seed: 0)
    let numbers = (1...3).map { _ in generator.next() }
    #expect(numbers == [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F])
  }

  @Test func `a copy advances independently`() {
    var first = SplitMix64(seed: 7)
    var second = first
    #expect(first == second)
    _ = first.next()
    #expect(first != second)
    _ = second.next()
    #expect(first == second)
  }
}
