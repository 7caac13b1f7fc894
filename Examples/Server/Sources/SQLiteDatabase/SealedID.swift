// SPDX-License-Identifier: MIT

internal import Crypto
internal import Foundation

/// The secrets of a player as they are stored.
///
/// Whoever knows the access token or the device id of a player can act as the player, so that neither stands in
/// the database. Each is found by its hash, and the other one is then decrypted with it: a copy of the file is of
/// no use without one of them. Both are random, so the hashes need no salt.
///
/// The cipher is AES-GCM with a key that HKDF derives.
///
/// Source: [NIST SP 800-38D](https://doi.org/10.6028/NIST.SP.800-38D),
/// [RFC 5869](https://www.rfc-editor.org/rfc/rfc5869)
enum SealedID {
  /// The hash by which an id is found.
  static func hash(_ id: UUID) -> Data {
    Data(SHA256.hash(data: bytes(id)))
  }

  /// Encrypts an id with another one.
  static func seal(_ id: UUID, with other: UUID) throws -> Data {
    let box = try AES.GCM.seal(bytes(id), using: key(other))
    guard let data = box.combined else { throw CorruptedColumn(name: "sealed") }
    return data
  }

  /// Decrypts an id with the other one.
  ///
  /// - Throws: An error for a column that holds something else.
  static func open(_ data: Data, with other: UUID) throws -> UUID {
    let bytes = try AES.GCM.open(AES.GCM.SealedBox(combined: data), using: key(other))
    guard bytes.count == 16 else { throw CorruptedColumn(name: "sealed") }
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  private static func key(_ id: UUID) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: bytes(id)),
      info: Data("lockstep-server player".utf8),
      outputByteCount: 32
    )
  }

  private static func bytes(_ id: UUID) -> Data {
    withUnsafeBytes(of: id.uuid) { Data($0) }
  }
}
