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
    /// The effects that run one after another; each is one of a feature itself, too.
    var queues: [PlacedID: EffectQueue] = [:]

    /// Lets a scope run under an id, beside the others.
    mutating func add(_ scope: EffectScope, _ id: PlacedID) {
      own.add(scope, under: id)
      addAbove(scope, id)
    }

    mutating func addAbove(_ scope: EffectScope, _ id: PlacedID) {
      var outer = id.inParent
      while let next = outer {
        below.add(scope, under: next)
        outer = next.inParent
      }
    }
  }

  private let tables = Mutex(Tables())

  /// Lets a scope run under an id: beside the scopes of its feature that run under it, or in place of them, in which
  /// case these are returned, in the order in which they were created.
  ///
  /// - Complexity: O(*n*) on average in the number of features around this one.
  func register(_ scope: EffectScope, _ id: EffectID) -> [EffectScope] {
    let others: [EffectScope] = tables.withLock { tables in
      guard id.isAlone else {
        tables.add(scope, id.id)
        return []
      }
      tables.addAbove(scope, id.id)
      // Effects that wait there are about to be cancelled, and nothing more waits for them.
      tables.queues[id.id] = nil
      return tables.own.updateValue(.one(scope), forKey: id.id)?.scopes ?? []
    }
    scope.onEnd(id)
    return others.filter { $0 !== scope }
  }

  /// Lets a scope run under an id if nothing else does; returns whether it may.
  ///
  /// - Complexity: O(*n*) in the number of parts of the effects that run under the id, and of features around this one.
  func registerIfFirst(_ scope: EffectScope, _ id: EffectID) -> Bool {
    while true {
      let others = tables.withLock { $0.own[id.id]?.scopes ?? [] }
      // Not under the lock: what is looked at may be released.
      if others.contains(where: { $0.isBusy }) { return false }
      let known = Set(others.map(\.number))
      let isFirst = tables.withLock { tables in
        guard tables.own[id.id]?.areAmong(known) != false else { return false }
        tables.add(scope, id.id)
        return true
      }
      guard isFirst else { continue }
      scope.onEnd(id)
      return true
    }
  }

  /// Lets a scope wait under an id until everything that runs or waits under it has ended.
  ///
  /// - Parameters:
  ///   - scope: The scope.
  ///   - id: The id.
  ///   - start: Called when the scope need not wait any longer: now, or on the thread that ends what it has waited for.
  /// - Complexity: O(*d*) in the number of features around this one; O(*n*) in the number of effects that run under the
  ///   id if some of them do not wait for one another.
  func enqueue(_ scope: EffectScope, _ id: EffectID, start: @escaping @Sendable () -> Void) {
    let (others, last, turn) = tables.withLock { tables in
      let queue = tables.queues[id.id]
      // Nearly always, all of them are in the queue.
      let others =
        tables.own[id.id].map { $0.count > (queue?.count ?? 0) ? $0.scopes : [] } ?? []
      let turn = EffectTurn(after: others.count + (queue == nil ? 0 : 1))
      tables.add(scope, id.id)
      guard let queue else {
        let queue = EffectQueue(turn)
        tables.queues[id.id] = queue
        id.queue = queue
        return (others, EffectTurn?.none, turn)
      }
      defer { queue.last = turn }
      queue.count += 1
      id.queue = queue
      return (others, queue.last, turn)
    }
    scope.onEnd(id)
    scope.onEnd { turn.end() }
    turn.onBegin(start)
    for other in others { other.onEnd { turn.noteEnd() } }
    last?.onEnd(begin: turn)
  }

  fileprivate func unregister(_ number: UInt64, _ effectID: EffectID) {
    let id = effectID.id
    // The removed id and scope are released after unlocking, because an id may be a user-defined object.
    let removed = tables.withLock { tables in
      if let queue = effectID.queue {
        queue.count -= 1
        if queue.count == 0, tables.queues[id] === queue { tables.queues[id] = nil }
      }
      return tables.own.remove(number, under: id)
    }
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
    let (only, scopes) = tables.withLock { tables -> (EffectScope?, [EffectScope]) in
      let own = tables.own.isEmpty ? nil : tables.own[id]
      let below = isDeep == false || tables.below.isEmpty ? nil : tables.below[id]
      if below == nil, case .one(let scope) = own { return (scope, []) }
      return (nil, (own?.scopes ?? []) + (below?.scopes ?? []))
    }
    if let only { only.cancel(under: id, from: canceller, as: describe) }
    for scope in scopes.sorted(by: { $0.number < $1.number }) {
      scope.cancel(under: id, from: canceller, as: describe)
    }
    return only != nil || scopes.isEmpty == false
  }
}

/// The scopes under one id; nearly always one.
enum Registered {
  /// Several scopes, in an object, so that adding and removing one copies nothing; protected by the lock of the registry.
  final class Scopes {
    var byNumber: [UInt64: EffectScope]

    init(_ first: EffectScope, _ second: EffectScope) {
      byNumber = [first.number: first, second.number: second]
    }
  }

  case one(EffectScope)
  case many(Scopes)

  /// The scopes in the order in which they were created.
  var scopes: [EffectScope] {
    switch self {
    case .one(let scope): [scope]
    case .many(let scopes): scopes.byNumber.values.sorted { $0.number < $1.number }
    }
  }

  var count: Int {
    switch self {
    case .one: 1
    case .many(let scopes): scopes.byNumber.count
    }
  }

  /// Returns whether the numbers of all scopes are among others.
  func areAmong(_ numbers: Set<UInt64>) -> Bool {
    switch self {
    case .one(let scope): numbers.contains(scope.number)
    case .many(let scopes): scopes.byNumber.keys.allSatisfy(numbers.contains)
    }
  }
}

extension [PlacedID: Registered] {
  /// Lets a scope run under an id beside others.
  fileprivate mutating func add(_ scope: EffectScope, under id: PlacedID) {
    switch self[id] {
    case nil: self[id] = .one(scope)
    case .one(let other)?:
      if other !== scope { self[id] = .many(Registered.Scopes(other, scope)) }
    case .many(let others)?: others.byNumber[scope.number] = scope
    }
  }

  /// Removes a scope; returns what has to be released.
  fileprivate mutating func remove(
    _ number: UInt64,
    under id: PlacedID
  ) -> (PlacedID?, EffectScope?)? {
    guard let index = index(forKey: id) else { return nil }
    switch values[index] {
    case .one(let scope):
      // Another scope may have taken the id since.
      guard scope.number == number else { return nil }
      return (remove(at: index).key, scope)
    case .many(let others):
      let scope = others.byNumber.removeValue(forKey: number)
      return (others.byNumber.isEmpty ? remove(at: index).key : nil, scope)
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
/// `@unchecked` like every ending, see ``EffectEnding``, and because of the queue.
@usableFromInline
final class EffectID: EffectEnding, @unchecked Sendable {
  let id: PlacedID
  /// Whether the effect takes the place of what runs under the id.
  let isAlone: Bool
  /// The queue that the effect is in, if it waits until what runs under the id has ended; set before anything else knows
  /// this object.
  fileprivate(set) var queue: EffectQueue?

  init(_ id: PlacedID, isAlone: Bool = false) {
    self.id = id
    self.isAlone = isAlone
  }

  override func effectEnded(_ scope: EffectScope) {
    scope.context.ids.unregister(scope.number, self)
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
