// SPDX-License-Identifier: MIT

internal import Synchronization

/// A registry of which effects of a store run under which id.
///
/// An id belongs to the feature that uses it. A feature can also cancel what runs under the id below it, so an effect is
/// known to all features around its own.
///
/// Isolation: any.
struct EffectRegistry: ~Copyable, Sendable {
  // NB: Not private, like what it is made of; see StatePositionTree.
  struct Tables {
    /// The effects of each feature itself.
    var own = Registrations()
    /// The effects of the features below each.
    var below = Registrations()
  }

  private let tables = Mutex(Tables())

  /// Lets a scope run under an id: beside the scopes of its feature that run under it, or in place of them, in which
  /// case these are returned, in the order in which they were created.
  ///
  /// - Complexity: O(*n*) on average in the number of features around this one.
  func register(_ scope: EffectScope, _ id: EffectID) -> [EffectScope] {
    let others = tables.withLock { tables in
      var outer = id.id.inParent
      while let next = outer {
        tables.below.add(scope, under: next)
        outer = next.inParent
      }
      return id.isAlone
        ? tables.own.replace(under: id.id, by: scope) : tables.own.add(scope, under: id.id)
    }
    scope.onEnd(Registration(id.id))
    return others.filter { $0 !== scope }
  }

  private func unregister(_ number: UInt64, id: PlacedID) {
    // What is removed is released when the lock is free: an id may be a user-defined object.
    var removed: Any? = tables.withLock { $0.own.remove(number, under: id) }
    var outer = id.inParent
    while let next = outer {
      removed = tables.withLock { $0.below.remove(number, under: next) }
      outer = next.inParent
    }
    withExtendedLifetime(removed) {}
  }

  /// An ending that gives an id back when an effect ends.
  ///
  /// `@unchecked` like every ending; see ``EffectEnding``.
  private final class Registration: EffectEnding, @unchecked Sendable {
    private let id: PlacedID

    init(_ id: PlacedID) {
      self.id = id
    }

    override func effectEnded(_ scope: EffectScope) {
      scope.context.ids.unregister(scope.number, id: id)
    }
  }

  /// Cancels the effects of a feature that run under an id, if any.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - isDeep: Whether to cancel those of the features below, too.
  ///   - canceller: The scope of what cancels them, or one above.
  /// - Returns: Whether any effect ran under the id.
  @discardableResult
  func cancel(id: PlacedID, isDeep: Bool, from canceller: EffectScope) -> Bool {
    var scopes = tables.withLock { tables in
      let below = isDeep ? tables.below.scopes(under: id) : []
      return below + tables.own.scopes(under: id)
    }
    if scopes.count > 1 { scopes.sort { $0.number < $1.number } }
    for scope in scopes { scope.cancel(under: id, from: canceller) }
    return scopes.isEmpty == false
  }
}

/// The scopes that run under ids.
struct Registrations {
  fileprivate var scopes: [PlacedID: Registered] = [:]

  /// The scopes under one id; nearly always one.
  enum Registered {
    case one(EffectScope)
    case many([UInt64: EffectScope])

    var scopes: [EffectScope] {
      switch self {
      case .one(let scope): [scope]
      case .many(let scopes): Array(scopes.values)
      }
    }
  }

  func scopes(under id: PlacedID) -> [EffectScope] {
    scopes.isEmpty ? [] : scopes[id]?.scopes ?? []
  }

  /// Lets a scope run under an id in place of others, and returns these, in the order in which they were created.
  mutating func replace(under id: PlacedID, by scope: EffectScope) -> [EffectScope] {
    let others = scopes.updateValue(.one(scope), forKey: id)?.scopes ?? []
    return others.count > 1 ? others.sorted { $0.number < $1.number } : others
  }

  /// Lets a scope run under an id beside others; returns none, as it takes the place of none.
  @discardableResult
  mutating func add(_ scope: EffectScope, under id: PlacedID) -> [EffectScope] {
    // The scopes are taken out, so that adding to them copies nothing.
    switch scopes.updateValue(.one(scope), forKey: id) {
    case .one(let other)? where other !== scope:
      scopes[id] = .many([other.number: other, scope.number: scope])
    case .many(var others)?:
      others[scope.number] = scope
      scopes[id] = .many(others)
    default: break
    }
    return []
  }

  /// Removes a scope; returns what has to be released.
  mutating func remove(_ number: UInt64, under id: PlacedID) -> (PlacedID, EffectScope?)? {
    guard let index = scopes.index(forKey: id) else { return nil }
    let (storedID, registered) = scopes.remove(at: index)
    switch registered {
    case .one(let scope) where scope.number == number:
      return (storedID, scope)
    case .one:
      // Another scope has taken the id since.
      scopes[storedID] = registered
      return nil
    case .many(var others):
      let scope = others.removeValue(forKey: number)
      if others.isEmpty == false { scopes[storedID] = .many(others) }
      return (storedID, scope)
    }
  }
}

/// An id of effects, and the feature that it belongs to.
@usableFromInline
package struct PlacedID: Hashable, Sendable {
  /// The position of the feature; `nil` for ids of the whole store, and outside of stores.
  private let position: StatePosition?
  /// The id, with a hash that stands for the position, too: when a table of ids grows, it visits none of them.
  private let id: CancellationID

  init(_ id: CancellationID, at position: StatePosition?) {
    let position = id.isStoreWide ? nil : position
    self.position = position
    self.id = id.addingHash(position?.hash ?? 0)
  }

  /// The same id of the feature around this one.
  var inParent: PlacedID? {
    guard let position, let parent = position.parent else { return nil }
    return PlacedID(id.addingHash(0 &- position.hash), at: parent)
  }

  /// The id in words.
  package var text: String { id.text }

  @usableFromInline
  package static func == (lhs: PlacedID, rhs: PlacedID) -> Bool {
    lhs.id == rhs.id && lhs.position == rhs.position
  }

  @usableFromInline
  package func hash(into hasher: inout Hasher) {
    hasher.combine(id)
  }
}

/// The id that an effect runs under.
@usableFromInline
struct EffectID: Sendable {
  let id: PlacedID
  /// Whether the effect takes the place of what runs under the id.
  let isAlone: Bool
}

extension EffectScope {
  /// Lets this scope run under an id from now on, and cancels the scopes whose place it takes; what follows these
  /// starts after the values that the scope sends at its start.
  func take(_ id: EffectID?) {
    guard let id else { return }
    for other in context.ids.register(self, id) {
      other.cancel(under: id.id, from: self)
      LaneLoop.current.postponeParts()
    }
  }

  /// Cancels this scope for something that has its id.
  fileprivate func cancel(under id: PlacedID, from canceller: EffectScope) {
    if let accountant = context.accountant {
      let action = canceller.actionInFlight ?? context.actionInFlight
      for leaf in runningLeaves { accountant.effectCancelled(leaf, under: id, by: action) }
    }
    cancel(isRestart: true)
  }
}
