// SPDX-License-Identifier: MIT

internal import Synchronization

/// A composition of a child's reducer with its parent's, which locates the child's state in the parent's state.
///
/// Each use of `pullback`, `optional` or `forEach` creates a site.
@usableFromInline
package final class ChildSite: Sendable {
  /// A function that calls back with the location of the child's state in the parent's state or a copy of it; `nil` if
  /// the child is not present.
  ///
  /// The function only reads. It calls no setters and copies no large values.
  @usableFromInline package typealias Look =
    @Sendable (
      _ parent: UnsafeMutableRawPointer, _ key: ChildKey, (UnsafeMutableRawPointer?) -> Void
    ) -> Void

  /// A function that calls back with the location of the state for the child's reducer, and only reads.
  ///
  /// The state is a ``Sharing`` of the parent's state and a copy of the child's local state.
  @usableFromInline typealias Pairing =
    @Sendable (
      _ parent: UnsafeMutableRawPointer,
      _ local: UnsafeMutableRawPointer,
      (UnsafeMutableRawPointer) -> Void
    ) -> Void

  /// A function that extracts the child's action from the parent's action; used only for messages.
  @usableFromInline typealias Extract = @Sendable (_ action: Any) -> Any?

  /// A presentation or a stack, at most one for each path.
  @usableFromInline
  package struct Presenter: Sendable {
    let keyPath: any AnyKeyPath & Sendable
    let name: String

    @usableFromInline
    init(_ keyPath: any AnyKeyPath & Sendable, _ name: String) {
      self.keyPath = keyPath
      self.name = name
    }
  }

  let children: SiteSet?
  let membership: (@Sendable (UnsafeMutableRawPointer) -> UInt64)?
  /// Whether the location passed to the callback stays the same until the parent's state changes.
  let isStable: Bool
  let look: Look
  /// Locates the child's local state, without the value that the parent shares.
  let lookAtLocal: Look
  let extract: Extract
  /// Whether the child's state is the entire state of the parent.
  let isWhole: Bool
  let presenter: Presenter?
  @usableFromInline package let location: CodeLocation
  @usableFromInline package let path: (@Sendable () -> String)?

  /// Creates a site.
  ///
  /// If the number that `membership` reads from the parent's state is unchanged, no key has been removed. `isStable`
  /// indicates that `look` locates the child's state in place rather than in a copy. `pairing` locates the state for
  /// the child's reducer if the parent shares a value with the child.
  @usableFromInline
  init(
    children: SiteSet?,
    membership: (@Sendable (UnsafeMutableRawPointer) -> UInt64)?,
    isStable: Bool,
    isWhole: Bool,
    presenter: Presenter?,
    location: CodeLocation,
    path: (@Sendable () -> String)?,
    extract: @escaping Extract,
    pairing: Pairing?,
    look: @escaping Look
  ) {
    self.children = children
    self.membership = membership
    self.isStable = isStable && pairing == nil
    self.isWhole = isWhole
    self.presenter = presenter
    self.location = location
    lookAtLocal = look
    if let pairing {
      self.look = { parent, key, body in
        look(parent, key) { local in
          guard let local else { return body(nil) }
          pairing(parent, local, body)
        }
      }
    } else {
      self.look = look
    }
    self.extract = extract
    self.path = path
  }
}

/// The sites of all children composed into a reducer.
///
/// An effect belongs to a child only if the child's site is in this set. A reducer that calls another reducer directly,
/// on any state, is therefore not mistaken for a composed one.
@usableFromInline
package final class SiteSet: Sendable {
  private let sites: [ObjectIdentifier: ChildSite]
  private let sets: [SiteSet]
  /// For a recursive reducer: the set of the complete reducer, once it exists.
  private let whole = Mutex(WeakSet())

  private struct WeakSet {
    weak var set: SiteSet?
  }

  @usableFromInline
  init(_ site: ChildSite) {
    sites = [ObjectIdentifier(site): site]
    sets = []
  }

  /// Creates the set of a reducer that does not exist yet.
  init() {
    sites = [:]
    sets = []
  }

  private init(sites: [ObjectIdentifier: ChildSite], sets: [SiteSet]) {
    self.sites = sites
    self.sets = sets
  }

  @usableFromInline
  static func union(_ all: [SiteSet?]) -> SiteSet? {
    let all = all.compactMap { $0 }
    guard all.count > 1 else { return all.first }
    var sites: [ObjectIdentifier: ChildSite] = [:]
    for set in all {
      set.reportPresenters(besides: sites.values)
      sites.merge(set.sites) { first, _ in first }
    }
    // Sets without sites of their own may be completed later.
    return SiteSet(sites: sites, sets: all.filter { $0.sites.isEmpty || $0.sets.isEmpty == false })
  }

  /// Reports each presentation or stack that shares its path with one of `others`.
  private func reportPresenters(besides others: some Collection<ChildSite>) {
    for site in sites.values where site.presenter != nil {
      for other in others where other !== site { site.reportPath(ifThatOf: other) }
    }
  }

  /// The number of sites; `nil` if one of the reducers is recursive.
  var count: Int? { sites.isEmpty || sets.isEmpty == false ? nil : sites.count }

  func complete(with set: SiteSet?) {
    whole.withLock { $0.set = set }
  }

  /// - Complexity: O(1), except for recursive reducers.
  func contains(_ site: ChildSite) -> Bool {
    let id = ObjectIdentifier(site)
    if sites[id] != nil { return true }
    // A set contains itself if a reducer runs itself on the same state.
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

  /// Returns, for each path through the compositions, the innermost action that none of them handles.
  package static func ends(of action: Any, at set: SiteSet?) -> [Any] {
    var visits = 0
    return ends(of: action, at: set, &visits)
  }

  /// Returns the paths to the children of one reducer that handle the same action, if two or more do.
  package static func paths(of action: Any, at set: SiteSet?) -> [String] {
    var (action, set) = (action, set)
    // Stops a reducer that runs itself on the same actions.
    for _ in 0..<100 {
      let takers = set?.all.compactMap { site in site.extract(action).map { (site, $0) } } ?? []
      guard takers.count < 2 else { return takers.map { $0.0.path?() ?? "…" }.sorted() }
      guard let (site, inner) = takers.first else { return [] }
      (action, set) = (inner, site.children)
    }
    return []
  }

  private static func ends(of action: Any, at set: SiteSet?, _ visits: inout Int) -> [Any] {
    // Stops a reducer that runs itself on the same actions, possibly along several paths.
    visits += 1
    guard let set, visits < 100 else { return [action] }
    var ways: [Any] = []
    for site in set.all {
      if let inner = site.extract(action) { ways += ends(of: inner, at: site.children, &visits) }
    }
    return ways.isEmpty ? [action] : ways
  }

  private var all: [ChildSite] {
    var seen: [ObjectIdentifier] = []
    var waiting = [self]
    var all: [ObjectIdentifier: ChildSite] = [:]
    while let set = waiting.popLast() {
      guard seen.contains(ObjectIdentifier(set)) == false else { continue }
      all.merge(set.sites) { first, _ in first }
      seen.append(ObjectIdentifier(set))
      waiting.append(contentsOf: set.others)
    }
    return Array(all.values)
  }

  private var others: [SiteSet] {
    guard sites.isEmpty, let whole = whole.withLock({ $0.set }) else { return sets }
    return sets + [whole]
  }
}

extension ChildSite {
  fileprivate func reportPath(ifThatOf other: ChildSite) {
    guard let presenter, let first = other.presenter, first.keyPath == presenter.keyPath else {
      return
    }
    let message = """
      Two reducers of the same feature present the state at the same path.

      Path: \(presenter.keyPath.text)
      First: '\(first.name)' at \(other.location)
      Second: '\(presenter.name)' at \(location)

      The presented reducer would run twice for each action. Remove one of the two. To present several kinds of \
      screens, use an enum as the state, and combine one pullback for each case.
      """
    IssueReporting.current.report(ReportedIssue(message, at: location))
  }
}
