// SPDX-License-Identifier: MIT

package import struct Foundation.UUID

extension UUID {
  /// Creates a UUID with a big-endian number in its last eight bytes.
  package init(number: UInt64) {
    func byte(_ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: number >> (8 * index)) }
    self.init(
      uuid: (
        0, 0, 0, 0, 0, 0, 0, 0,
        byte(7), byte(6), byte(5), byte(4), byte(3), byte(2), byte(1), byte(0)
      )
    )
  }
}
