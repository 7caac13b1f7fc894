// SPDX-License-Identifier: MIT

internal import Synchronization

extension Effect where Failure == Never {
  /// Returns an effect that runs one effect for each key of a subscription, and cancels the effects of removed keys.
  ///
  /// It serves features that the store does not check at the end of each turn: elements of a list, features composed
  /// below them, and reducers that user code calls directly. It compares the keys with the keys of the running effects,
  /// so it does not matter which reducer changed them. `keys` must not contain duplicates.
  @usableFromInline
  static func following<Key: Hashable & Sendable>(
    _ token: SubscriptionToken,
    _ keys: [Key],
    fileID: StaticString,
    line: UInt,
    _ make: @escaping @Sendable (Key) -> Self
  ) -> Self {
    if keys.isEmpty, token.followedCount.load(ordering: .relaxed) == 0 { return .none }
    return Self(FollowingNode(token, keys, fileID: fileID, line: line, make))
  }
}

/// `@unchecked` like every node; see ``EffectNode``.
private final class FollowingNode<Key: Hashable & Sendable, Output: Sendable>:
  EffectNode<Output, Never>, @unchecked Sendable
{
  private let token: SubscriptionToken
  private let keys: [Key]
  private let fileID: StaticString
  private let line: UInt
  private let make: @Sendable (Key) -> Effect<Output, Never>

  init(
    _ token: SubscriptionToken,
    _ keys: [Key],
    fileID: StaticString,
    line: UInt,
    _ make: @escaping @Sendable (Key) -> Effect<Output, Never>
  ) {
    self.token = token
    self.keys = keys
    self.fileID = fileID
    self.line = line
    self.make = make
    super.init(.independent)
  }

  override func run(
    _ subscriber: EffectSubscriber<Output, Never>,
    at place: EffectPlace
  ) -> EffectScope? {
    let followed = place.parent.0.context.followedKeys
    let subscription = PlacedID(
      CancellationID(ObjectIdentifier(token)),
      at: subscriber.statePosition
    )
    let running = followed.keys(of: subscription)
    let wanted = keys.map { (key: $0, id: CancellationID($0)) }
    let wantedIDs = Set(wanted.map(\.id))
    var parts: [Effect<Output, Never>] = running.filter { wantedIDs.contains($0) == false }
      .map { .none.cancellable(id: FollowedID(token, $0), cancelInFlight: true) }
    parts += wanted.filter { running.contains($0.id) == false }
      .map { follow($0.key, $0.id, of: subscription, in: followed) }
    if let node = Effect.merge(parts).node { return node.start(subscriber, at: place) }
    if case .below(_, nil) = place { return nil }
    return place.open { scope in
      if scope.isActive { subscriber.send(end: nil, from: scope) }
    }
  }

  /// Returns the effect for a key, merged with one that registers the key until the key is removed.
  ///
  /// The registration outlives the key's effect, so a completed effect is not started again for the same key.
  private func follow(
    _ key: Key,
    _ id: CancellationID,
    of subscription: PlacedID,
    in followed: FollowedKeys
  ) -> Effect<Output, Never> {
    make(key)
      .merge(
        with: .run(fileID: fileID, line: line) { [token] _ in
          followed.add(id, to: subscription)
          token.followedCount.add(1, ordering: .relaxed)
          return AnyCancellable {
            token.followedCount.subtract(1, ordering: .relaxed)
            followed.remove(id, from: subscription)
          }
        }
      )
      .cancellable(id: FollowedID(token, id), fileID: fileID, line: line)
  }
}

private struct FollowedID: Hashable, Sendable {
  private let token: ObjectIdentifier
  private let key: CancellationID

  init(_ token: SubscriptionToken, _ key: CancellationID) {
    self.token = ObjectIdentifier(token)
    self.key = key
  }
}
