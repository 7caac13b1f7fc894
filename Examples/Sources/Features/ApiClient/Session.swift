// SPDX-License-Identifier: MIT

internal import Foundation
internal import SharedModels
internal import Synchronization

/// The memory of a client between requests, which it keeps in a storage.
final class Session: Sendable {
  private struct State {
    var baseUrl: URL
    var currentPlayer: CurrentPlayerEnvelope?
  }

  private let state: Mutex<State>
  private let keepsBaseUrl: Bool
  private let storage: ApiClientStorage

  /// - Parameters:
  ///   - baseUrl: The address of the server, unless the storage has one.
  ///   - keepsBaseUrl: Whether the address is read from the storage and kept there.
  ///   - storage: Outlives the client.
  init(baseUrl: URL, keepsBaseUrl: Bool, storage: ApiClientStorage) {
    let kept = keepsBaseUrl ? storage.load(.baseUrl) : nil
    state = Mutex(
      State(
        baseUrl: kept.flatMap { URL(string: String(decoding: $0, as: UTF8.self)) } ?? baseUrl,
        // An older version may have kept something else, which is not a player.
        currentPlayer: storage.load(.currentPlayer).flatMap {
          try? JSONDecoder().decode(CurrentPlayerEnvelope.self, from: $0)
        }
      )
    )
    self.keepsBaseUrl = keepsBaseUrl
    self.storage = storage
  }

  var baseUrl: URL { state.withLock { $0.baseUrl } }

  var currentPlayer: CurrentPlayerEnvelope? { state.withLock { $0.currentPlayer } }

  func setBaseUrl(_ url: URL) {
    state.withLock { $0.baseUrl = url }
    if keepsBaseUrl { storage.save(Data(url.absoluteString.utf8), .baseUrl) }
  }

  @Sendable func setCurrentPlayer(_ player: CurrentPlayerEnvelope?) {
    state.withLock { $0.currentPlayer = player }
    storage.save(player.flatMap { try? JSONEncoder().encode($0) }, .currentPlayer)
  }
}
