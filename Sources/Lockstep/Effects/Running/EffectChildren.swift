// SPDX-License-Identifier: MIT

/// The children of a scope in the order in which they started, protected by the lock of that scope.
///
/// The links are stored in the children, so adding or removing one is O(1). The list retains its scopes.
struct EffectChildren {
  /// The links of a scope to its siblings, protected by the lock of the scope above.
  struct Links {
    fileprivate var previous: Unmanaged<EffectScope>?
    fileprivate var next: Unmanaged<EffectScope>?
  }

  private var first: Unmanaged<EffectScope>?
  private var last: Unmanaged<EffectScope>?

  var isEmpty: Bool { first == nil }

  /// Adds a scope that is not in any list.
  mutating func append(_ child: EffectScope) {
    let added = Unmanaged.passRetained(child)
    child.links.previous = last
    if let last { last.takeUnretainedValue().links.next = added } else { first = added }
    last = added
  }

  /// Removes a scope of this list, which the caller retains until the lock is released.
  mutating func remove(_ child: EffectScope) {
    let links = child.links
    child.links = Links()
    if let previous = links.previous {
      previous.takeUnretainedValue().links.next = links.next
    } else {
      first = links.next
    }
    if let next = links.next {
      next.takeUnretainedValue().links.previous = links.previous
    } else {
      last = links.previous
    }
    Unmanaged.passUnretained(child).release()
  }

  /// Removes and returns all scopes, which the caller releases outside the lock.
  mutating func removeAll() -> [EffectScope] {
    var removed: [EffectScope] = []
    var next = first.take()
    last = nil
    while let child = next {
      let scope = child.takeRetainedValue()
      next = scope.links.next
      scope.links = Links()
      removed.append(scope)
    }
    return removed
  }

  var scopes: [EffectScope] {
    var scopes: [EffectScope] = []
    var next = first
    while let child = next {
      let scope = child.takeUnretainedValue()
      scopes.append(scope)
      next = scope.links.next
    }
    return scopes
  }
}
