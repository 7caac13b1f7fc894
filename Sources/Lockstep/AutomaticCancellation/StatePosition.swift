// SPDX-License-Identifier: MIT

/// The position of a reducer's state in the store's state: a sequence of sites, each with the child's key.
///
/// If a reducer calls another reducer directly, on a state at an unknown position, the effects belong to the caller and
/// their position is inexact.
///
/// `@unchecked` because of `parent`, which only `deinit` changes.
@usableFromInline
package final class StatePosition: @unchecked Sendable {
  @exclusivity(unchecked) private(set) var parent: StatePosition?
  let site: ChildSite?
  let key: ChildKey
  private let sites: SiteSet?
  /// Whether effects here belong to this exact state rather than to an unknown part of it.
  let isExact: Bool
  let hash: Int

  init(root sites: SiteSet?) {
    parent = nil
    site = nil
    key = ChildKey()
    self.sites = sites
    isExact = true
    hash = 0
  }

  private init(_ site: ChildSite, _ key: ChildKey, below parent: StatePosition) {
    self.parent = parent
    self.site = site
    self.key = key
    sites = site.children
    isExact = true
    // The hashes of ids are effectively random, and so are their combinations.
    hash = (parent.hash &+ key.hash &+ ObjectIdentifier(site).hashValue) &* 0x1E37_79B9_7F4A_7C15
  }

  private init(at position: StatePosition, sites: SiteSet?, isExact: Bool) {
    parent = position.parent
    site = position.site
    key = position.key
    self.sites = sites
    self.isExact = isExact
    hash = position.hash
  }

  /// The position of a reducer that is called directly on an unknown part of this state.
  var inexact: StatePosition {
    isExact ? StatePosition(at: self, sites: nil, isExact: false) : self
  }

  /// Returns the position of a child's state; it is inexact if the site does not start here.
  func appending(_ site: ChildSite, _ key: ChildKey) -> StatePosition {
    guard let sites, sites.contains(site) else { return inexact }
    return site.isWhole
      ? StatePosition(at: self, sites: site.children, isExact: true)
      : StatePosition(site, key, below: self)
  }

  var path: [StatePosition] {
    var path: [StatePosition] = []
    var next: StatePosition? = self
    while let step = next, step.site != nil {
      path.append(step)
      next = step.parent
    }
    path.reverse()
    return path
  }

  /// Releases uniquely referenced ancestors in a loop, because recursion could overflow the stack.
  deinit {
    var above = parent.take()
    while isKnownUniquelyReferenced(&above), let position = above {
      above = position.parent.take()
    }
  }
}

extension StatePosition {
  /// Returns the child at this position, or below it, as a sender; `nil` if no child on the path has an identity.
  func sender(_ inner: SenderPlace? = nil) -> SenderPlace? {
    var sender = inner
    var next: StatePosition? = self
    while let step = next, let site = step.site {
      sender = SenderPlace.make(site, step.key, sender)
      next = step.parent
    }
    return sender
  }
}

extension StatePosition: Hashable {
  @usableFromInline
  package static func == (lhs: StatePosition, rhs: StatePosition) -> Bool {
    guard lhs.hash == rhs.hash else { return false }
    var (left, right) = (lhs, rhs)
    while left !== right {
      guard left.site === right.site, left.key == right.key else { return false }
      guard let nextLeft = left.parent, let nextRight = right.parent else {
        return left.parent == nil && right.parent == nil
      }
      (left, right) = (nextLeft, nextRight)
    }
    return true
  }

  @usableFromInline
  package func hash(into hasher: inout Hasher) {
    hasher.combine(hash)
  }
}
