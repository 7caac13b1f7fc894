// SPDX-License-Identifier: MIT

internal import Foundation
internal import SharedModels
internal import Synchronization

/// What a client remembers between requests, and keeps in a storage.
final class Session: Sendable {
  private struct State {
    var baseUrl: URL
    var currentPlayer: CurrentPlayerEnvelope?
  }

  private let state: Mutex<State>
  private let keepsBaseUrl: Bool
  private let storage: ApiClientStorage

  /// - Parameters:
  ///   - baseUrl: Where the server is, unless the storage knows it.
  ///   - keepsBaseUrl: Whether the storage is asked and told where the server is.
  ///   - storage: Outlives the client.
  init(baseUrl: URL, keepsBaseUrl: Bool, storage: ApiClientStorage) {
    let kept = keepsBaseUrl ? storage.load(.baseUrl) : nil
    state = Mutex(
      State(
        baseUrl: kept.flatMap { URL(string: String(decoding: $0, as: UTF8.self)) } ?? baseUrl,
        // What an older version has kept may be something else, and is then nobody.
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
