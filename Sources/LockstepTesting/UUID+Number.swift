// SPDX-License-Identifier: MIT

internal import Lockstep

public import struct Foundation.UUID

extension UUID {
  /// Creates a UUID with a number in its last eight bytes, like those of `UUIDGenerator.incrementing`.
  ///
  /// ```swift
  /// #expect(UUID(10).uuidString == "00000000-0000-0000-0000-00000000000A")
  /// ```
  ///
  /// Isolation: any thread.
  ///
  /// - Parameter number: The number, stored in big-endian order. A negative number is stored as its bit pattern.
  /// - Complexity: O(1).
  public init(_ number: Int) {
    self.init(number: UInt64(truncatingIfNeeded: number))
  }
}
