// SPDX-License-Identifier: MIT

/// An id of effects that all features of a store share.
///
/// Any other id belongs to the feature that uses it: two rows of a list that save under `SaveID()` do not cancel each
/// other. Features that are meant to, use an id of the store:
///
/// ```swift
/// case .playButtonTapped:
///   return environment.player.play(state.song)
///     .cancellable(id: StoreWide(PlayerID()), cancelInFlight: true)
///     .map(Row.Action.played)
/// ```
///
/// Two such ids are equal if the ids that they are made of are.
public struct StoreWide: Hashable, Sendable {
  private let id: CancellationID

  /// Creates an id of a whole store.
  ///
  /// - Parameter id: The id that distinguishes it from others.
  public init(_ id: some Hashable & Sendable) {
    self.id = CancellationID(id)
  }
}
