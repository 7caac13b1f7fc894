// SPDX-License-Identifier: MIT

internal import Synchronization

/// The keys of subscriptions whose effects run at places unknown to the store.
final class FollowedKeys: Sendable {
  private let keys = Mutex<[PlacedID: Set<CancellationID>]>([:])

  func keys(of subscription: PlacedID) -> Set<CancellationID> {
    keys.withLock { $0[subscription] ?? [] }
  }

  func add(_ key: CancellationID, to subscription: PlacedID) {
    keys.withLock { _ = $0[subscription, default: []].insert(key) }
  }

  func remove(_ key: CancellationID, from subscription: PlacedID) {
    // Release the values after unlocking, because a key may be a user-defined object.
    let removed = keys.withLock { keys -> (CancellationID?, Set<CancellationID>?) in
      let removed = keys[subscription]?.remove(key)
      return (
        removed, keys[subscription]?.isEmpty == true ? keys.removeValue(forKey: subscription) : nil
      )
    }
    withExtendedLifetime(removed) {}
  }
}
