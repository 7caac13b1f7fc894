// SPDX-License-Identifier: MIT

internal import Foundation
internal import SharedModels
internal import Synchronization

/// The address and the current player of a client, backed by a storage.
final class Session: Sendable {
  private struct State {
    var baseUrl: URL
    var currentPlayer: CurrentPlayerEnvelope?
  }

  private let state: Mutex<State>
  private let keepsBaseUrl: Bool
  private let storage: ApiClientStorage

  /// If `keepsBaseUrl` is true, a stored address replaces `baseUrl`.
  init(baseUrl: URL, keepsBaseUrl: Bool, storage: ApiClientStorage) {
    let kept = keepsBaseUrl ? storage.load(.baseUrl) : nil
    state = Mutex(
      State(
        baseUrl: kept.flatMap { URL(string: String(decoding: $0, as: UTF8.self)) } ?? baseUrl,
        // Ignore data that an older version stored in another format.
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
