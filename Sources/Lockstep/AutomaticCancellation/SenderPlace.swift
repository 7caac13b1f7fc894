// SPDX-License-Identifier: MIT

/// The child that sends an action: the steps that lead to its state, from the outside in, each with the child that was
/// there.
///
/// A value that a child returns waits for its turn. If another child has taken the place by then, the action is not for
/// that one.
@usableFromInline
package final class SenderPlace: Sendable {
  private let site: ChildSite
  private let key: ChildKey
  /// The place in the child's own state.
  private let inner: SenderPlace?

  private init(_ site: ChildSite, _ key: ChildKey, _ inner: SenderPlace?) {
    self.site = site
    self.key = key
    self.inner = inner
  }

  /// Returns the place of a sender as its parent knows it; `nil` if no child on the way has an identity.
  @usableFromInline
  package static func make(
    _ site: ChildSite,
    _ key: ChildKey,
    _ inner: SenderPlace?
  ) -> SenderPlace? {
    key.identity == nil && inner == nil ? nil : SenderPlace(site, key, inner)
  }

  /// Returns the place of a child that asks to be dismissed, which is followed even if no child on the way has an identity.
  static func makeOfDismissal(
    _ site: ChildSite,
    _ key: ChildKey,
    _ inner: SenderPlace?
  ) -> SenderPlace {
    SenderPlace(site, key, inner)
  }

  /// The identity of the child that the first step leads to.
  @usableFromInline var identity: CancellationID? { key.identity }

  /// This place, or the first one within it whose step leads to a child with an identity.
  private var firstIdentified: SenderPlace? {
    var next: SenderPlace? = self
    while let place = next, place.identity == nil { next = place.inner }
    return next
  }

  /// Returns the position of the sender's state.
  ///
  /// - Parameter outer: The position of the state at which the steps begin.
  /// - Returns: The position.
  func position(below outer: StatePosition) -> StatePosition {
    var position = outer
    var next: SenderPlace? = self
    while let place = next {
      position = position.appending(place.site, place.key)
      next = place.inner
    }
    return position
  }

  /// Returns whether the sender's state is there.
  ///
  /// - Parameters:
  ///   - state: The state of the store.
  ///   - sites: The sites of the store's reducer. What is not among them is not known, and counts as there.
  /// - Returns: Whether it is there.
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

  /// The sender of the action whose turn it is on this thread, as far as the state being reduced knows it.
  private static let ofThread = ThreadPointer { _ in }
  /// Set on a thread while reducers run for an action whose sender is not there.
  private static let absence = ThreadPointer { _ in }

  private static func with<Result>(_ place: SenderPlace?, _ body: () -> Result) -> Result {
    let outer = ofThread.value
    ofThread.value = place?.firstIdentified.map { Unmanaged.passUnretained($0).toOpaque() }
    defer { ofThread.value = outer }
    return body()
  }

  /// Runs the reducer of a store for an action of the sender.
  ///
  /// - Parameters:
  ///   - state: The state of the store.
  ///   - sites: The sites of the store's reducer.
  ///   - reduce: Runs the reducer.
  /// - Returns: The result of the reducer.
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

  /// Whether the sender of the action whose turn it is on this thread is not there, so that the action must change nothing
  /// but what the reducers of its parents make of it.
  @usableFromInline static var isAbsent: Bool { absence.value != nil }

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

  /// Runs a reducer that user code calls directly, without the mark of an absent sender: its action is another one.
  @usableFromInline
  static func apart<Result>(_ body: () -> Result) -> Result {
    guard absence.value != nil else { return body() }
    let outer = absence.value
    absence.value = nil
    defer { absence.value = outer }
    return body()
  }
}
