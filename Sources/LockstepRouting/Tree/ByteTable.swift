// SPDX-License-Identifier: MIT

internal import Foundation

/// A table of numbers by text, which compares texts by their bytes.
///
/// - Complexity: A lookup is O(*m* + log *n*) for *n* texts and a text of *m* bytes, if few texts of the same length
///   begin alike.
struct ByteTable: Sendable {
  private var bytes: [UInt8] = []
  private var rows: [Row] = []

  private struct Row: Sendable {
    var start: Int
    var count: Int
    var number: Int
  }

  init() {}

  /// - Complexity: O(*n* log *n*) for *n* texts.
  init(_ numbers: [[UInt8]: Int]) {
    let texts = numbers.sorted { left, right in
      left.key.count != right.key.count
        ? left.key.count < right.key.count : left.key.lexicographicallyPrecedes(right.key)
    }
    for (text, number) in texts {
      rows.append(Row(start: bytes.count, count: text.count, number: number))
      bytes += text
    }
  }

  var numbers: [Int] { rows.map(\.number) }

  subscript(text: String) -> Int? {
    var text = text
    return text.withUTF8 { text in
      bytes.withUnsafeBufferPointer { bytes in
        rows.withUnsafeBufferPointer { rows in
          let position = Self.position(of: text, in: rows, bytes)
          guard position < rows.count, Self.compare(rows[position], text, bytes) == 0 else {
            return nil
          }
          return rows[position].number
        }
      }
    }
  }

  private static func position(
    of text: UnsafeBufferPointer<UInt8>,
    in rows: UnsafeBufferPointer<Row>,
    _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Int {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if compare(rows[middle], text, bytes) < 0 { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static func compare(
    _ row: Row,
    _ text: UnsafeBufferPointer<UInt8>,
    _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Int {
    guard row.count == text.count else { return row.count < text.count ? -1 : 1 }
    guard let start = text.baseAddress, let own = bytes.baseAddress, !text.isEmpty else { return 0 }
    return Int(memcmp(own + row.start, start, text.count))
  }
}
