// SPDX-License-Identifier: MIT

public import Foundation

/// The hash function SHA-256.
///
/// Hash data in memory with ``hash(_:)``, and data that arrives in pieces with ``update(_:)`` and ``finalize()``. The
/// boundaries between pieces do not affect the hash.
///
/// ```swift
/// var sha256 = SHA256()
/// sha256.update(Data("a".utf8))
/// sha256.update(Data("bc".utf8))
/// let isSame = sha256.finalize() == SHA256.hash(Data("abc".utf8))  // true
/// ```
///
/// The implementation favors clarity and runs on platforms without a cryptography library. Hashing does not run in
/// constant time, so compare the hash with a secret signature in constant time.
///
/// Source: FIPS 180-4, sections 4.1.2, 4.2.2, 5.1.1, 5.3.3 and 6.2,
/// https://doi.org/10.6028/NIST.FIPS.180-4.
public struct SHA256: Sendable {
  /// The number of bytes in a hash.
  public static let byteCount = 32

  private static let blockSize = 64

  private var compression = SHA256Compression()

  private var remainder: [UInt8] = []

  private var messageByteCount: UInt64 = 0

  /// Creates a hash function that has received no data.
  public init() {}

  /// Returns the hash of a complete message, in 32 bytes.
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

  /// Returns the hash of all pieces so far, in 32 bytes.
  ///
  /// The call does not change the value, so you can append more pieces.
  public func finalize() -> Data {
    var copy = self
    copy.append(padding)
    return copy.compression.digest
  }

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
