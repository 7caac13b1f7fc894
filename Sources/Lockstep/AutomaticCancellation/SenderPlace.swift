// SPDX-License-Identifier: MIT

/// The child that sends an action, by its identity and those of the children around it.
///
/// A value that a child returns waits for its turn. If another child has taken the place by then, the action is not for
/// that one.
@usableFromInline
package final class SenderPlace: Sendable {
  private let site: ChildSite
  @usableFromInline let identity: CancellationID
  /// The place in the child's own state.
  private let inner: SenderPlace?

  private init(_ site: ChildSite, _ identity: CancellationID, _ inner: SenderPlace?) {
    self.site = site
    self.identity = identity
    self.inner = inner
  }

  /// Returns the place of a sender as its parent knows it; `nil` if no child on the way has an identity.
  @usableFromInline
  package static func make(
    _ site: ChildSite,
    _ key: ChildKey,
    _ inner: SenderPlace?
  ) -> SenderPlace? {
    guard let identity = key.identity else { return inner }
    return SenderPlace(site, identity, inner)
  }

  // MARK: In a turn

  /// The sender of the action whose turn it is on this thread, as far as the state being reduced knows it.
  private static let ofThread = ThreadPointer { _ in }

  private static func with<Result>(_ place: SenderPlace?, _ body: () -> Result) -> Result {
    let outer = ofThread.value
    ofThread.value = place.map { Unmanaged.passUnretained($0).toOpaque() }
    defer { ofThread.value = outer }
    return body()
  }

  /// Runs the reducer of a store for an action of the sender.
  @usableFromInline
  func reducing<Result>(_ reduce: () -> Result) -> Result { Self.with(self, reduce) }

  /// Returns the sender of the action whose turn it is, if that is a child of a site or below, and forgets it: reducers
  /// may run others for other actions.
  @usableFromInline
  static func take(at site: ChildSite) -> SenderPlace? {
    guard let pointer = ofThread.value else { return nil }
    let place = Unmanaged<SenderPlace>.fromOpaque(pointer).takeUnretainedValue()
    guard place.site === site else { return nil }
    ofThread.value = nil
    return place
  }

  /// Runs the reducer of the child that the sender is or is below of.
  @usableFromInline
  func reducingChild<Result>(_ reduce: () -> Result) -> Result { Self.with(inner, reduce) }
}
