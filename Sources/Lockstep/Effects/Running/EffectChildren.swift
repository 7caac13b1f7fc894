// SPDX-License-Identifier: MIT

/// The scopes right below one, in the order in which they were started; under its lock.
///
/// The links are in the scopes, so that one comes and goes at O(1) without a look-up. What is in the list is
/// held by it.
struct EffectChildren {
  /// Where a scope stands among those that are below the same one; under the lock of that one.
  struct Links {
    fileprivate var previous: Unmanaged<EffectScope>?
    fileprivate var next: Unmanaged<EffectScope>?
  }

  private var first: Unmanaged<EffectScope>?
  private var last: Unmanaged<EffectScope>?

  var isEmpty: Bool { first == nil }

  /// Adds one that is in no list.
  mutating func append(_ child: EffectScope) {
    let added = Unmanaged.passRetained(child)
    child.links.previous = last
    if let last { last.takeUnretainedValue().links.next = added } else { first = added }
    last = added
  }

  /// Removes one that is in this list, and that the caller holds until the lock is free.
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

  /// Removes all, and returns them, to be let go of when the lock is free.
  mutating func removeAll() -> [EffectScope] {
    let scopes = scopes
    for scope in scopes { remove(scope) }
    return scopes
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
