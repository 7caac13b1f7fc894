// SPDX-License-Identifier: MIT

internal import Synchronization

/// How a composed reducer gets from its parent's state to its child's, for the effects of the child.
///
/// Each use of `pullback`, `optional` or `forEach` makes one.
@usableFromInline
package final class ChildSite: Sendable {
  /// Calls back with the place of the child's state, in that of the parent or in a copy of it.
  ///
  /// If there is none, it calls back with `nil`. It only looks: no setter is called, and nothing is
  /// copied that is large.
  @usableFromInline package typealias Look =
    @Sendable (
      _ parent: UnsafeMutableRawPointer, _ key: CancellationID?, (UnsafeMutableRawPointer?) -> Void
    ) -> Void

  /// The sites of the child's reducer.
  let children: SiteSet?
  let membership: (@Sendable (UnsafeMutableRawPointer) -> UInt64)?
  /// Whether the place that is called back with stays one as long as the parent's state does not change.
  let isStable: Bool
  let look: Look
  /// The way, for messages; `nil` if there is none to speak of.
  let path: (@Sendable () -> String)?

  /// Describes a way.
  ///
  /// - Parameters:
  ///   - children: The sites of the child's reducer.
  ///   - membership: A number that stays only if no key has gone, read from the parent's state.
  ///   - isStable: Whether the child's state is found where it is, and not in a copy of it.
  ///   - path: The way, for messages; `nil` if there is none to speak of.
  ///   - look: Finds the child's state.
  @usableFromInline
  init(
    children: SiteSet?,
    membership: (@Sendable (UnsafeMutableRawPointer) -> UInt64)? = nil,
    isStable: Bool,
    path: (@Sendable () -> String)?,
    look: @escaping Look
  ) {
    self.children = children
    self.membership = membership
    self.isStable = isStable
    self.look = look
    self.path = path
  }
}

/// The sites that start at the state of a reducer: what its children were composed with.
///
/// An effect is known to be that of a child only if its site is among these, so that a reducer that
/// runs another one by hand, on whatever state, is not mistaken for it.
@usableFromInline
package final class SiteSet: Sendable {
  private let sites: [ObjectIdentifier: ChildSite]
  private let sets: [SiteSet]
  /// For a reducer that refers to itself: the set of the whole, once there is one.
  private let whole = Mutex(WeakSet())

  private struct WeakSet {
    weak var set: SiteSet?
  }

  /// The set of one site.
  @usableFromInline
  init(_ site: ChildSite) {
    sites = [ObjectIdentifier(site): site]
    sets = []
  }

  /// The set of a reducer that is not made yet.
  init() {
    sites = [:]
    sets = []
  }

  private init(sites: [ObjectIdentifier: ChildSite], sets: [SiteSet]) {
    self.sites = sites
    self.sets = sets
  }

  /// The sites of several reducers of the same state.
  @usableFromInline
  static func union(_ all: [SiteSet?]) -> SiteSet? {
    let all = all.compactMap { $0 }
    guard all.count > 1 else { return all.first }
    var sites: [ObjectIdentifier: ChildSite] = [:]
    for set in all { sites.merge(set.sites) { first, _ in first } }
    // Others may be completed later.
    return SiteSet(sites: sites, sets: all.filter { $0.sites.isEmpty || $0.sets.isEmpty == false })
  }

  func complete(with set: SiteSet?) {
    whole.withLock { $0.set = set }
  }

  /// Whether a site is among these.
  ///
  /// - Complexity: O(1), apart from reducers that refer to themselves.
  func contains(_ site: ChildSite) -> Bool {
    let id = ObjectIdentifier(site)
    if sites[id] != nil { return true }
    // A reducer may run itself on the same state, so that its set contains itself.
    var seen = [ObjectIdentifier(self)]
    var waiting = others
    while let set = waiting.popLast() {
      guard seen.contains(ObjectIdentifier(set)) == false else { continue }
      if set.sites[id] != nil { return true }
      seen.append(ObjectIdentifier(set))
      waiting.append(contentsOf: set.others)
    }
    return false
  }

  private var others: [SiteSet] {
    guard sites.isEmpty, let whole = whole.withLock({ $0.set }) else { return sets }
    return sets + [whole]
  }
}
