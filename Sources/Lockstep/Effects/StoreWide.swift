// SPDX-License-Identifier: MIT

/// An effect id that all features of a store share.
///
/// Any other id belongs to the feature that uses it: two rows of a list that save under `SaveID()` do not cancel each
/// other. If features should cancel each other's effects, use a store-wide id:
///
/// ```swift
/// case .playButtonTapped:
///   return environment.player.play(state.song)
///     .cancellable(id: StoreWide(PlayerID()), cancelInFlight: true)
///     .map(Row.Action.played)
/// ```
///
/// Two store-wide ids are equal if their underlying ids are equal.
public struct StoreWide: Hashable, Sendable {
  private let id: CancellationID

  /// Creates a store-wide id.
  ///
  /// - Parameter id: The underlying id.
  public init(_ id: some Hashable & Sendable) {
    self.id = CancellationID(id)
  }
}
