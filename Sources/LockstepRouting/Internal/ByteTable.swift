// SPDX-License-Identifier: MIT

internal import Foundation

/// Numbers by texts, which are compared by their bytes.
///
/// - Complexity: Looking up takes O(*m* log *n*) for *n* texts, *m* of which the bytes are compared
///   in the worst case: those of the same length.
struct ByteTable: Sendable {
  /// Ordered by the lengths and the bytes of their texts.
  private var rows: [Row] = []

  private struct Row: Sendable {
    let bytes: [UInt8]
    let number: Int
  }

  /// The number of a text.
  subscript(text: String) -> Int? {
    var text = text
    return text.withUTF8 { bytes in
      let position = position(of: bytes)
      guard position < rows.count, Self.compare(rows[position], bytes) == 0 else { return nil }
      return rows[position].number
    }
  }

  /// Adds a text that is not there yet.
  mutating func insert(_ text: String, _ number: Int) {
    let bytes = Array(text.utf8)
    let position = bytes.withUnsafeBufferPointer { self.position(of: $0) }
    rows.insert(Row(bytes: bytes, number: number), at: position)
  }

  /// The place of the first row that is not ordered before the bytes.
  private func position(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if Self.compare(rows[middle], bytes) < 0 { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static func compare(_ row: Row, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard row.bytes.count == bytes.count else { return row.bytes.count < bytes.count ? -1 : 1 }
    guard let start = bytes.baseAddress, !bytes.isEmpty else { return 0 }
    return row.bytes.withUnsafeBufferPointer { own in
      own.baseAddress.map { Int(memcmp($0, start, bytes.count)) } ?? 0
    }
  }
}
