// SPDX-License-Identifier: MIT

public import Foundation
internal import Synchronization

/// The storage of a live client, which outlives the app.
public struct ApiClientStorage: Sendable {
  /// A key of the storage.
  public enum Key: String, CaseIterable, Sendable {
    /// The address of the server, as text.
    case baseUrl
    /// The current player, as JSON; a secret, because the access token is in it.
    case currentPlayer
  }

  /// The bytes under a key; nil if there are none.
  public var load: @Sendable (Key) -> Data?

  /// Keeps bytes under a key, or nothing any more.
  public var save: @Sendable (Data?, Key) -> Void

  /// A storage by its two endpoints.
  public init(
    load: @escaping @Sendable (Key) -> Data?,
    save: @escaping @Sendable (Data?, Key) -> Void
  ) {
    self.load = load
    self.save = save
  }

  /// A storage that lasts as long as the process.
  public static func inMemory(_ values: [Key: Data] = [:]) -> Self {
    let values = Values(values)
    return Self(
      load: { key in values.storage.withLock { $0[key] } },
      save: { data, key in values.storage.withLock { $0[key] = data } }
    )
  }

  private final class Values: Sendable {
    let storage: Mutex<[Key: Data]>

    init(_ values: [Key: Data]) {
      storage = Mutex(values)
    }
  }
}
