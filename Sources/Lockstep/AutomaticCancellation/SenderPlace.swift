// SPDX-License-Identifier: MIT

/// The path to the child that sends an action: one step for each site, from the outermost inward, with the child's key.
///
/// A value that a child returns waits for its turn. If another child has replaced the sender by then, that child does
/// not receive the action.
@usableFromInline
package final class SenderPlace: Sendable {
  private let site: ChildSite
  private let key: ChildKey
  private let inner: SenderPlace?

  private init(_ site: ChildSite, _ key: ChildKey, _ inner: SenderPlace?) {
    self.site = site
    self.key = key
    self.inner = inner
  }

  /// Returns the sender's place in its parent; `nil` if no child on the path has an identity.
  @usableFromInline
  package static func make(
    _ site: ChildSite,
    _ key: ChildKey,
    _ inner: SenderPlace?
  ) -> SenderPlace? {
    key.identity == nil && inner == nil ? nil : SenderPlace(site, key, inner)
  }

  /// Returns the place of a child that requests its dismissal, even if no child on the path has an identity.
  static func makeOfDismissal(
    _ site: ChildSite,
    _ key: ChildKey,
    _ inner: SenderPlace?
  ) -> SenderPlace {
    SenderPlace(site, key, inner)
  }

  @usableFromInline var identity: CancellationID? { key.identity }

  /// This place or the first place inside it whose child has an identity.
  private var firstIdentified: SenderPlace? {
    var next: SenderPlace? = self
    while let place = next, place.identity == nil { next = place.inner }
    return next
  }

  /// Returns the position of the sender's state, for a path that begins at `outer`.
  func position(below outer: StatePosition) -> StatePosition {
    var position = outer
    var next: SenderPlace? = self
    while let place = next {
      position = position.appending(place.site, place.key)
      next = place.inner
    }
    return position
  }

  /// Returns whether the sender's state is present; a site outside `sites` is unknown and counts as present.
  ///
  /// - Complexity: O(*n*) in the number of steps.
  func isThere(in state: UnsafeMutableRawPointer, _ sites: SiteSet?) -> Bool {
    guard let sites, sites.contains(site) else { return true }
    guard let inner else {
      var isThere = false
      site.look(state, key) { isThere = $0 != nil }
      return isThere
    }
    var isThere = false
    site.look(state, key) { child in
      if let child { isThere = inner.isThere(in: child, site.children) }
    }
    return isThere
  }

  // MARK: In a turn

  /// The sender of the action being reduced on this thread, relative to the state being reduced.
  private static let ofThread = ThreadPointer { _ in }
  /// Non-null while reducers on this thread handle an action whose sender is missing.
  private static let absence = ThreadPointer { _ in }

  private static func with<Result>(_ place: SenderPlace?, _ body: () -> Result) -> Result {
    let outer = ofThread.value
    ofThread.value = place?.firstIdentified.map { Unmanaged.passUnretained($0).toOpaque() }
    defer { ofThread.value = outer }
    return body()
  }

  @usableFromInline
  func reducing<Result>(
    _ state: UnsafeMutableRawPointer,
    _ sites: SiteSet?,
    _ reduce: () -> Result
  ) -> Result {
    guard isThere(in: state, sites) == false else { return Self.with(self, reduce) }
    let outer = Self.absence.value
    Self.absence.value = state
    defer { Self.absence.value = outer }
    return Self.with(self, reduce)
  }

  /// Whether the current action's sender is missing, so that only the reducers of its parents may change the state.
  @usableFromInline static var isAbsent: Bool { absence.value != nil }

  /// Returns the current action's sender if it is at or below a site, and clears it.
  ///
  /// Reducers may run others for other actions.
  @usableFromInline
  static func take(at site: ChildSite) -> SenderPlace? {
    guard let pointer = ofThread.value else { return nil }
    let place = Unmanaged<SenderPlace>.fromOpaque(pointer).takeUnretainedValue()
    guard place.site === site else { return nil }
    ofThread.value = nil
    return place
  }

  /// Runs the reducer of the child at or above the sender.
  @usableFromInline
  func reducingChild<Result>(_ reduce: () -> Result) -> Result { Self.with(inner, reduce) }

  /// Runs a reducer that user code calls directly, whose action does not come from the absent sender.
  @usableFromInline
  static func apart<Result>(_ body: () -> Result) -> Result {
    guard absence.value != nil else { return body() }
    let outer = absence.value
    absence.value = nil
    defer { absence.value = outer }
    return body()
  }
}
