// SPDX-License-Identifier: MIT

public import Foundation
internal import Synchronization

/// The persistent storage of a live client.
public struct ApiClientStorage: Sendable {
  /// A key of the storage.
  public enum Key: String, CaseIterable, Sendable {
    /// The address of the server, as text.
    case baseUrl
    /// The current player, as JSON. It contains the access token and must stay secret.
    case currentPlayer
  }

  /// Returns the data of a key, or `nil` if it has none.
  public var load: @Sendable (Key) -> Data?

  /// Stores the data of a key; `nil` removes it.
  public var save: @Sendable (Data?, Key) -> Void

  /// Creates a storage from its endpoints.
  public init(
    load: @escaping @Sendable (Key) -> Data?,
    save: @escaping @Sendable (Data?, Key) -> Void
  ) {
    self.load = load
    self.save = save
  }

  /// Returns a storage that keeps its data in memory.
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
