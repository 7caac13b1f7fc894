// SPDX-License-Identifier: MIT

internal import Crypto
internal import Foundation

/// Encodes the secrets of a player for storage.
///
/// A player's access token or device id is enough to act as the player, so the database contains neither in
/// plain text. It stores a hash of each for lookup, and each id encrypted with the other. A copy of the file is useless
/// without one of the ids. Both ids are random, so the hashes need no salt.
///
/// The cipher is AES-GCM with a key derived by HKDF.
///
/// Source: [NIST SP 800-38D](https://doi.org/10.6028/NIST.SP.800-38D),
/// [RFC 5869](https://www.rfc-editor.org/rfc/rfc5869)
enum SealedID {
  static func hash(_ id: UUID) -> Data {
    Data(SHA256.hash(data: bytes(id)))
  }

  static func seal(_ id: UUID, with other: UUID) throws -> Data {
    let box = try AES.GCM.seal(bytes(id), using: key(other))
    guard let data = box.combined else { throw CorruptedColumn(name: "sealed") }
    return data
  }

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
