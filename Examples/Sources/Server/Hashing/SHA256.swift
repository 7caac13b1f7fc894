// SPDX-License-Identifier: MIT

public import Foundation

/// The hash function SHA-256.
///
/// Hashes data that is in memory with ``hash(_:)``, and data that arrives in pieces with
/// ``update(_:)`` and ``finalize()``. Where the pieces are cut makes no difference.
///
/// ```swift
/// var sha256 = SHA256()
/// sha256.update(Data("a".utf8))
/// sha256.update(Data("bc".utf8))
/// let isSame = sha256.finalize() == SHA256.hash(Data("abc".utf8))  // true
/// ```
///
/// It is written for clarity and for platforms without a cryptography library. It makes no attempt
/// to run in constant time: compare a signature with a secret one accordingly.
///
/// Source: FIPS 180-4, sections 4.1.2, 4.2.2, 5.1.1, 5.3.3 and 6.2,
/// https://doi.org/10.6028/NIST.FIPS.180-4.
public struct SHA256: Sendable {
  /// The number of bytes in a hash.
  public static let byteCount = 32

  private static let blockSize = 64

  private var compression = SHA256Compression()

  /// The bytes that did not fill a block yet; always fewer than one has.
  private var remainder: [UInt8] = []

  private var messageByteCount: UInt64 = 0

  /// The hash of no bytes, before the first update.
  public init() {}

  /// Returns the hash of a whole message: 32 bytes.
  ///
  /// - Complexity: O(bytes).
  public static func hash(_ data: Data) -> Data {
    var sha256 = SHA256()
    sha256.update(data)
    return sha256.finalize()
  }

  /// Appends the next piece of the message, which may be empty.
  ///
  /// - Complexity: O(bytes in the piece).
  public mutating func update(_ data: Data) {
    messageByteCount &+= UInt64(data.count)
    append(data)
  }

  /// Returns the hash of all pieces so far: 32 bytes.
  ///
  /// The value itself stays as it is, so that more pieces can follow, or two different ends.
  public func finalize() -> Data {
    var copy = self
    copy.append(padding)
    return copy.compression.digest
  }

  /// A one bit, zeros up to a whole number of blocks, and the length in bits in the last 8 bytes.
  private var padding: Data {
    var padding = Data([0x80])
    let end = (remainder.count + padding.count + 8) % Self.blockSize
    if end > 0 { padding.append(Data(count: Self.blockSize - end)) }
    withUnsafeBytes(of: (messageByteCount &* 8).bigEndian) { padding.append(contentsOf: $0) }
    return padding
  }

  private mutating func append(_ data: Data) {
    data.withUnsafeBytes { bytes in
      var rest = bytes[...]
      if !remainder.isEmpty {
        let head = rest.prefix(Self.blockSize - remainder.count)
        remainder.append(contentsOf: head)
        rest = rest.dropFirst(head.count)
        guard remainder.count == Self.blockSize else { return }
        remainder.withUnsafeBytes { compression.add($0) }
        remainder.removeAll(keepingCapacity: true)
      }
      while rest.count >= Self.blockSize {
        compression.add(UnsafeRawBufferPointer(rebasing: rest.prefix(Self.blockSize)))
        rest = rest.dropFirst(Self.blockSize)
      }
      remainder.append(contentsOf: rest)
    }
  }
}
