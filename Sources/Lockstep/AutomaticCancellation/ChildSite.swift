// SPDX-License-Identifier: MIT

internal import Synchronization

/// The way from a parent's state to a child's in a composed reducer, for the effects of the child.
///
/// Each use of `pullback`, `optional` or `forEach` creates a site.
@usableFromInline
package final class ChildSite: Sendable {
  /// A function that calls back with the location of the child's state, in the parent's state or a copy of
  /// it.
  ///
  /// If there is none, it calls back with `nil`. It only reads: no setter is called, and nothing large is
  /// copied.
  @usableFromInline package typealias Look =
    @Sendable (
      _ parent: UnsafeMutableRawPointer, _ key: ChildKey, (UnsafeMutableRawPointer?) -> Void
    ) -> Void

  /// A function that calls back with the location of the state that the child's reducer works on.
  ///
  /// It gets the locations of the parent's state and of the child's local state, and makes a ``Sharing`` with a copy of
  /// the local state first.
  ///
  /// It only reads.
  @usableFromInline typealias Pairing =
    @Sendable (
      _ parent: UnsafeMutableRawPointer,
      _ local: UnsafeMutableRawPointer,
      (UnsafeMutableRawPointer) -> Void
    ) -> Void

  /// A function that returns the action of the child that an action of the parent is; `nil` if it is none.
  ///
  /// Only messages use it.
  @usableFromInline typealias Extract = @Sendable (_ action: Any) -> Any?

  /// A presentation or a stack, of which there may be one for each path.
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

  /// The sites of the child's reducer.
  let children: SiteSet?
  let membership: (@Sendable (UnsafeMutableRawPointer) -> UInt64)?
  /// Whether the location passed to the callback stays the same as long as the parent's state does not
  /// change.
  let isStable: Bool
  let look: Look
  /// Finds the child's local state, without the value that the parent shares.
  let lookAtLocal: Look
  let extract: Extract
  /// Whether the child's state is that of the parent.
  let isWhole: Bool
  /// The presentation or stack that the site leads to, if it does.
  let presenter: Presenter?
  /// The place where the child was composed with its parent.
  @usableFromInline package let location: CodeLocation
  /// The path, for messages; `nil` if there is none worth mentioning.
  @usableFromInline package let path: (@Sendable () -> String)?

  /// Creates a site.
  ///
  /// - Parameters:
  ///   - children: The sites of the child's reducer.
  ///   - membership: A number, read from the parent's state, that stays the same only if no key has been
  ///     removed.
  ///   - isStable: Whether the child's state is found where it is, rather than in a copy.
  ///   - isWhole: Whether the child's state is that of the parent.
  ///   - presenter: The presentation or stack that the site leads to, if it does.
  ///   - location: The place of the composition.
  ///   - path: The path, for messages; `nil` if there is none worth mentioning.
  ///   - extract: Returns the action of the child, for messages.
  ///   - pairing: Finds the state that the child's reducer works on, if the parent shares a value with the child.
  ///   - look: Finds the child's state.
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

/// The sites that start at the state of a reducer: those with which its children were composed.
///
/// An effect counts as that of a child only if its site is among these, so that a reducer that runs another
/// one directly, on whatever state, is not mistaken for a composed one.
@usableFromInline
package final class SiteSet: Sendable {
  private let sites: [ObjectIdentifier: ChildSite]
  private let sets: [SiteSet]
  /// For a reducer that refers to itself: the set of the whole, once there is one.
  private let whole = Mutex(WeakSet())

  private struct WeakSet {
    weak var set: SiteSet?
  }

  /// Creates the set of one site.
  @usableFromInline
  init(_ site: ChildSite) {
    sites = [ObjectIdentifier(site): site]
    sets = []
  }

  /// Creates the set of a reducer that has not been made yet.
  init() {
    sites = [:]
    sets = []
  }

  private init(sites: [ObjectIdentifier: ChildSite], sets: [SiteSet]) {
    self.sites = sites
    self.sets = sets
  }

  /// Returns the sites of several reducers of the same state.
  @usableFromInline
  static func union(_ all: [SiteSet?]) -> SiteSet? {
    let all = all.compactMap { $0 }
    guard all.count > 1 else { return all.first }
    var sites: [ObjectIdentifier: ChildSite] = [:]
    for set in all {
      set.reportPresenters(besides: sites.values)
      sites.merge(set.sites) { first, _ in first }
    }
    // Others may be completed later.
    return SiteSet(sites: sites, sets: all.filter { $0.sites.isEmpty || $0.sets.isEmpty == false })
  }

  /// Reports presentations and stacks whose paths others of the same state have.
  private func reportPresenters(besides others: some Collection<ChildSite>) {
    for site in sites.values where site.presenter != nil {
      for other in others where other !== site { site.reportPath(ifThatOf: other) }
    }
  }

  /// The number of sites; `nil` if one of the reducers refers to itself.
  var count: Int? { sites.isEmpty || sets.isEmpty == false ? nil : sites.count }

  func complete(with set: SiteSet?) {
    whole.withLock { $0.set = set }
  }

  /// Returns whether a site is in the set.
  ///
  /// - Complexity: O(1), apart from reducers that refer to themselves.
  func contains(_ site: ChildSite) -> Bool {
    let id = ObjectIdentifier(site)
    if sites[id] != nil { return true }
    // A reducer may run itself on the same state, in which case its set contains itself.
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

  /// Returns what becomes of an action on its way to the children of a reducer: for each way, the innermost action
  /// that no composition takes further.
  package static func ends(of action: Any, at set: SiteSet?) -> [Any] {
    var visits = 0
    return ends(of: action, at: set, &visits)
  }

  /// Returns the paths to the children of one reducer that take the same action, where several do; empty if none do.
  package static func paths(of action: Any, at set: SiteSet?) -> [String] {
    var (action, set) = (action, set)
    // A reducer that runs itself on the same actions would go on forever.
    for _ in 0..<100 {
      let takers = set?.all.compactMap { site in site.extract(action).map { (site, $0) } } ?? []
      guard takers.count < 2 else { return takers.map { $0.0.path?() ?? "…" }.sorted() }
      guard let (site, inner) = takers.first else { return [] }
      (action, set) = (inner, site.children)
    }
    return []
  }

  private static func ends(of action: Any, at set: SiteSet?, _ visits: inout Int) -> [Any] {
    // A reducer that runs itself on the same actions would go on forever, and in several ways at once.
    visits += 1
    guard let set, visits < 100 else { return [action] }
    var ways: [Any] = []
    for site in set.all {
      if let inner = site.extract(action) { ways += ends(of: inner, at: site.children, &visits) }
    }
    return ways.isEmpty ? [action] : ways
  }

  /// All sites, in no particular order.
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
  /// Reports that another presentation or stack has the same path, if it has.
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
