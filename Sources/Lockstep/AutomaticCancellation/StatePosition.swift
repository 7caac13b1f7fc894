// SPDX-License-Identifier: MIT

/// The position of a reducer's state below the state of the store: a sequence of sites, each with the child that it
/// leads to.
///
/// An effect that a reducer has run directly, on a state whose position is not known, belongs to the reducer that ran it:
/// its position is inexact.
///
/// `@unchecked` because of the parent, which only `deinit` changes.
@usableFromInline
package final class StatePosition: @unchecked Sendable {
  @exclusivity(unchecked) private(set) var parent: StatePosition?
  let site: ChildSite?
  let key: ChildKey
  /// The sites that start here; `nil` if there are none.
  private let sites: SiteSet?
  /// Whether the effect belongs to the state here, and not to a part of it that is not known.
  let isExact: Bool
  let hash: Int

  /// Creates the position of the store's own state.
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
    // The hashes of the ids are as good as random, and so is what they are part of.
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

  /// The position of a reducer that is run directly on a part of the state here.
  var inexact: StatePosition {
    isExact ? StatePosition(at: self, sites: nil, isExact: false) : self
  }

  /// Returns the position of the state of a child, which is inexact if the site does not start here.
  func appending(_ site: ChildSite, _ key: ChildKey) -> StatePosition {
    guard let sites, sites.contains(site) else { return inexact }
    return site.isWhole
      ? StatePosition(at: self, sites: site.children, isExact: true)
      : StatePosition(site, key, below: self)
  }

  /// The steps from the state of the store to here.
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

  /// Releases the positions above that nothing else holds, one at a time.
  deinit {
    var above = parent.take()
    while isKnownUniquelyReferenced(&above), let position = above {
      above = position.parent.take()
    }
  }
}

extension StatePosition {
  /// Returns the child here, or one below, as a sender of actions; `nil` if no child on the way has an identity.
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
