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
    var own: [PlacedID: Registered] = [:]
    /// The effects of the features below each.
    var below: [PlacedID: Registered] = [:]
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
      if id.isAlone { return tables.own.updateValue(.one(scope), forKey: id.id) }
      tables.own.add(scope, under: id.id)
      return nil
    }
    scope.onEnd(id)
    return others?.scopes.filter { $0 !== scope } ?? []
  }

  fileprivate func unregister(_ number: UInt64, id: PlacedID) {
    // The removed id and scope are released after unlocking, because an id may be a user-defined object.
    let removed = tables.withLock { $0.own.remove(number, under: id) }
    withExtendedLifetime(removed) {}
    var outer = id.inParent
    while let next = outer {
      let removed = tables.withLock { $0.below.remove(number, under: next) }
      withExtendedLifetime(removed) {}
      outer = next.inParent
    }
  }

  /// Cancels the effects of a feature that run under an id, if any.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - isDeep: Whether to cancel those of the features below, too.
  ///   - canceller: The scope of what cancels them, or one above.
  ///   - describe: Returns the description of what cancels them; called only in a test store.
  /// - Returns: Whether any effect ran under the id.
  @discardableResult
  func cancel(
    id: PlacedID,
    isDeep: Bool,
    from canceller: EffectScope,
    as describe: () -> EffectDescription
  ) -> Bool {
    let (own, below) = tables.withLock { tables in
      (
        tables.own.isEmpty ? nil : tables.own[id],
        isDeep == false || tables.below.isEmpty ? nil : tables.below[id]
      )
    }
    if below == nil {
      guard let own else { return false }
      if case .one(let scope) = own {
        scope.cancel(under: id, from: canceller, as: describe)
        return true
      }
    }
    let scopes = (own?.scopes ?? []) + (below?.scopes ?? [])
    for scope in scopes.sorted(by: { $0.number < $1.number }) {
      scope.cancel(under: id, from: canceller, as: describe)
    }
    return true
  }
}

/// The scopes under one id; nearly always one.
enum Registered {
  case one(EffectScope)
  case many([UInt64: EffectScope])

  /// The scopes in the order in which they were created.
  var scopes: [EffectScope] {
    switch self {
    case .one(let scope): [scope]
    case .many(let scopes): scopes.values.sorted { $0.number < $1.number }
    }
  }
}

extension [PlacedID: Registered] {
  /// Lets a scope run under an id beside others.
  fileprivate mutating func add(_ scope: EffectScope, under id: PlacedID) {
    // The scopes are taken out, so that adding to them copies nothing.
    switch updateValue(.one(scope), forKey: id) {
    case .one(let other)? where other !== scope:
      self[id] = .many([other.number: other, scope.number: scope])
    case .many(var others)?:
      others[scope.number] = scope
      self[id] = .many(others)
    default: break
    }
  }

  /// Removes a scope; returns what has to be released.
  fileprivate mutating func remove(
    _ number: UInt64,
    under id: PlacedID
  ) -> (PlacedID, EffectScope?)? {
    guard let index = index(forKey: id) else { return nil }
    let (storedID, registered) = remove(at: index)
    switch registered {
    case .one(let scope) where scope.number == number:
      return (storedID, scope)
    case .one:
      // Another scope has taken the id since.
      self[storedID] = registered
      return nil
    case .many(var others):
      let scope = others.removeValue(forKey: number)
      if others.isEmpty == false { self[storedID] = .many(others) }
      return (storedID, scope)
    }
  }
}

/// An id of effects, and the feature that it belongs to.
@usableFromInline
package struct PlacedID: Hashable, Sendable {
  /// The position of the feature; `nil` for the store's own state and ids of the whole store, and outside of stores.
  private let position: StatePosition?
  /// The id, with a hash that stands for the position, too: when a table of ids grows, it visits none of them.
  private let id: CancellationID

  init(_ id: CancellationID, at position: StatePosition?) {
    guard let position, position.parent != nil, id.isStoreWide == false else {
      (self.position, self.id) = (nil, id)
      return
    }
    self.position = position
    self.id = id.addingHash(position.hash)
  }

  /// The same id of the feature around this one.
  var inParent: PlacedID? {
    guard let position else { return nil }
    return PlacedID(id.addingHash(0 &- position.hash), at: position.parent)
  }

  /// The id in words.
  package var text: String { id.text }

  @usableFromInline
  package static func == (lhs: PlacedID, rhs: PlacedID) -> Bool {
    lhs.id == rhs.id && (lhs.position === rhs.position || lhs.position == rhs.position)
  }

  @usableFromInline
  package func hash(into hasher: inout Hasher) {
    hasher.combine(id)
  }
}

/// The id that an effect runs under, which it gives back when it ends.
///
/// `@unchecked` like every ending; see ``EffectEnding``.
@usableFromInline
final class EffectID: EffectEnding, @unchecked Sendable {
  let id: PlacedID
  /// Whether the effect takes the place of what runs under the id.
  let isAlone: Bool

  init(_ id: PlacedID, isAlone: Bool) {
    self.id = id
    self.isAlone = isAlone
  }

  override func effectEnded(_ scope: EffectScope) {
    scope.context.ids.unregister(scope.number, id: id)
  }
}

extension EffectScope {
  /// Lets this scope run under an id from now on, and cancels the scopes whose place it takes; what follows these
  /// starts after the values that the scope sends at its start.
  func take(_ id: EffectID?) {
    guard let id else { return }
    for other in context.ids.register(self, id) {
      other.cancel(under: id.id, from: self) { description }
      LaneLoop.current.postponeParts()
    }
  }

  /// Cancels this scope for something that has its id.
  fileprivate func cancel(
    under id: PlacedID,
    from canceller: EffectScope,
    as describe: () -> EffectDescription?
  ) {
    if let accountant = context.accountant {
      let action = (canceller.actionInFlight ?? context.actionInFlight)?.within(describe())
      for leaf in runningLeaves { accountant.effectCancelled(leaf, under: id, by: action) }
    }
    cancel(isRestart: true)
  }
}
