// SPDX-License-Identifier: MIT

internal import Synchronization

/// The running effects of a store, by id.
///
/// An id belongs to the feature that uses it, so the registry is a tree in the shape of the state: see ``IDPlace``. A
/// feature can also cancel effects with the same id in the features below it.
struct EffectRegistry: ~Copyable, Sendable {
  private let root = Mutex(IDPlace())

  /// Registers a scope under an id, and returns the scopes that it replaces, in the order of their creation.
  func register(_ scope: EffectScope, _ id: EffectID) -> [EffectScope] {
    let others: [EffectScope] = root.withLock { root in
      let place = root.makePlace(at: id.id.position)
      id.place = place
      guard id.isAlone else {
        place.add(scope, under: id.id.id)
        return []
      }
      // The waiting effects are about to be cancelled, and no effect waits for them anymore.
      place.queues[id.id.id] = nil
      return place.replace(by: scope, under: id.id.id)
    }
    scope.onEnd(id)
    return others.filter { $0 !== scope }
  }

  /// Registers a scope unless other effects run under the id, and returns whether it is registered.
  ///
  /// - Complexity: O(*n*) in the number of enclosing features and of parts of the effects with this id.
  func registerIfFirst(_ scope: EffectScope, _ id: EffectID) -> Bool {
    while true {
      let others = scopes(under: id.id)
      // Outside the lock, because the loop may release the last reference to a scope.
      if others.contains(where: { $0.isBusy }) { return false }
      let known = Set(others.map(\.number))
      let isFirst = root.withLock { root in
        let place = root.makePlace(at: id.id.position)
        guard place.own[id.id.id]?.areAmong(known) != false else { return false }
        id.place = place
        place.add(scope, under: id.id.id)
        return true
      }
      guard isFirst else { continue }
      scope.onEnd(id)
      return true
    }
  }

  /// Registers a scope that starts when all earlier effects with the same id have ended.
  ///
  /// `start` is called immediately, or on the thread that ends the last of these effects.
  ///
  /// - Complexity: O(*d*) in the number of enclosing features, or O(*n*) in the number of effects with the id if some
  ///   of them are not in the queue.
  func enqueue(_ scope: EffectScope, _ id: EffectID, start: @escaping @Sendable () -> Void) {
    let (others, last, turn) = root.withLock { root in
      let place = root.makePlace(at: id.id.position)
      let queue = place.queues[id.id.id]
      let others =
        place.own[id.id.id].map { $0.count > (queue?.count ?? 0) ? $0.scopes : [] } ?? []
      let turn = EffectTurn(after: others.count + (queue == nil ? 0 : 1))
      id.place = place
      place.add(scope, under: id.id.id)
      guard let queue else {
        let queue = EffectQueue(turn)
        place.queues[id.id.id] = queue
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
    guard let place = effectID.place else { return }
    let id = effectID.id.id
    // Release ids and scopes outside the lock, because an id may be a user-defined object.
    var removed = IDPlace.Removed()
    root.withLock { _ in
      if let queue = effectID.queue {
        queue.count -= 1
        if queue.count == 0, place.queues[id] === queue { place.queues[id] = nil }
      }
      place.remove(number, under: id, &removed)
    }
    withExtendedLifetime(removed) {}
  }

  func scopes(under id: PlacedID) -> [EffectScope] {
    root.withLock { $0.place(at: id.position)?.own[id.id]?.scopes ?? [] }
  }

  /// Cancels the effects of a feature with an id, and returns whether any effect was running.
  ///
  /// If `isDeep` is true, the effects of the features below are cancelled, too. `canceller` is the scope of the
  /// cancelling effect, or a scope above it. `describe` is called only in a test store.
  @discardableResult
  func cancel(
    id: PlacedID,
    isDeep: Bool,
    from canceller: EffectScope,
    as describe: () -> EffectDescription
  ) -> Bool {
    let (only, scopes) = root.withLock { root -> (EffectScope?, [EffectScope]) in
      guard let place = root.place(at: id.position) else { return (nil, []) }
      if isDeep, place.below.isEmpty == false, place.below[id.id] != nil {
        return (nil, place.scopes(atOrBelow: id.id))
      }
      if case .one(let scope) = place.own[id.id] { return (scope, []) }
      return (nil, place.own[id.id]?.scopes ?? [])
    }
    if let only {
      only.cancel(under: id, from: canceller, as: describe)
      return true
    }
    cancel(scopes.sorted { $0.number < $1.number }, under: id, from: canceller, as: describe)
    return scopes.isEmpty == false
  }

  func cancel(
    _ scopes: [EffectScope],
    under id: PlacedID,
    from canceller: EffectScope,
    as describe: () -> EffectDescription
  ) {
    for scope in scopes { scope.cancel(under: id, from: canceller, as: describe) }
  }
}

/// The effects of one feature by id, and the places of the features below it.
///
/// A place exists while effects run at or below it.
///
/// `@unchecked` because it is accessed only under the lock of the registry.
final class IDPlace: @unchecked Sendable {
  struct Step: Hashable {
    let site: ObjectIdentifier
    let key: ChildKey
  }

  struct Removed {
    fileprivate var id: CancellationID?
    fileprivate var idsAbove: [CancellationID] = []
    fileprivate var scope: EffectScope?
    fileprivate var places: [IDPlace] = []
  }

  /// The place above, which retains this one while this one is in use.
  private let parent: IDPlace?
  private let step: Step?
  /// Retained, so that no other site has its identifier.
  private let site: ChildSite?
  @exclusivity(unchecked) private var children: [Step: IDPlace] = [:]
  @exclusivity(unchecked) fileprivate var own: [CancellationID: Registered] = [:]
  /// The child places with effects at or below them, by id.
  @exclusivity(unchecked) fileprivate var below: [CancellationID: [ObjectIdentifier: IDPlace]] = [:]
  /// The effects that run in sequence, each of which is also in `own`.
  @exclusivity(unchecked) fileprivate var queues: [CancellationID: EffectQueue] = [:]

  init() {
    (parent, step, site) = (nil, nil, nil)
  }

  private init(_ step: Step, _ site: ChildSite, below parent: IDPlace) {
    (self.parent, self.step, self.site) = (parent, step, site)
  }

  private var isEmpty: Bool { own.isEmpty && below.isEmpty && children.isEmpty }

  /// Returns the place of a position below this root place, or `nil` if no effects run there.
  fileprivate func place(at position: StatePosition?) -> IDPlace? {
    guard let position else { return self }
    var place = self
    for position in position.path {
      guard let site = position.site,
        let next = place.children[Step(site: ObjectIdentifier(site), key: position.key)]
      else { return nil }
      place = next
    }
    return place
  }

  /// Returns the place of a position below this root place, creating it if necessary.
  fileprivate func makePlace(at position: StatePosition?) -> IDPlace {
    guard let position else { return self }
    var place = self
    for position in position.path {
      guard let site = position.site else { continue }
      let step = Step(site: ObjectIdentifier(site), key: position.key)
      if let next = place.children[step] {
        place = next
      } else {
        let next = IDPlace(step, site, below: place)
        place.children[step] = next
        place = next
      }
    }
    return place
  }

  fileprivate func add(_ scope: EffectScope, under id: CancellationID) {
    switch own[id] {
    case nil:
      own[id] = .one(scope)
      noteUse(of: id)
    case .one(let other)?:
      if other !== scope { own[id] = .many(Registered.Scopes(other, scope)) }
    case .many(let others)?: others.byNumber[scope.number] = scope
    }
  }

  fileprivate func replace(by scope: EffectScope, under id: CancellationID) -> [EffectScope] {
    if let others = own.updateValue(.one(scope), forKey: id) { return others.scopes }
    noteUse(of: id)
    return []
  }

  /// Records in the places above that an effect with this id runs at or below this place.
  private func noteUse(of id: CancellationID) {
    var place = self
    while let parent = place.parent {
      let isKnown = parent.below[id]?.updateValue(place, forKey: ObjectIdentifier(place)) != nil
      if isKnown { return }
      if parent.below[id] == nil { parent.below[id] = [ObjectIdentifier(place): place] }
      place = parent
    }
  }

  fileprivate func remove(
    _ number: UInt64,
    under id: CancellationID,
    _ removed: inout Removed
  ) {
    guard let index = own.index(forKey: id) else { return }
    switch own.values[index] {
    case .one(let scope):
      // Another scope may have taken the id since.
      guard scope.number == number else { return }
      removed.scope = scope
      removed.id = own.remove(at: index).key
    case .many(let others):
      removed.scope = others.byNumber.removeValue(forKey: number)
      guard others.byNumber.isEmpty else { return }
      removed.id = own.remove(at: index).key
    }
    // The places above refer to this one by the id until no effect at or below it has the id.
    var place = self
    var isUsed = place.below[id] != nil
    while let parent = place.parent {
      if isUsed == false {
        parent.below[id]?[ObjectIdentifier(place)] = nil
        if parent.below[id]?.isEmpty == true, let index = parent.below.index(forKey: id) {
          removed.idsAbove.append(parent.below.remove(at: index).key)
        }
        isUsed = parent.own[id] != nil || parent.below[id] != nil
      }
      guard place.isEmpty, let step = place.step else {
        if isUsed { return }
        place = parent
        continue
      }
      parent.children[step] = nil
      removed.places.append(place)
      place = parent
    }
  }

  fileprivate func scopes(atOrBelow id: CancellationID) -> [EffectScope] {
    var scopes: [EffectScope] = []
    var pending = [self]
    while let place = pending.popLast() {
      scopes += place.own[id]?.scopes ?? []
      if let below = place.below[id] { pending += below.values }
    }
    return scopes
  }
}

/// The scopes under one id, nearly always one.
enum Registered {
  /// Several scopes, in an object so that changes copy nothing, protected by the lock of the registry.
  final class Scopes {
    var byNumber: [UInt64: EffectScope]

    init(_ first: EffectScope, _ second: EffectScope) {
      byNumber = [first.number: first, second.number: second]
    }
  }

  case one(EffectScope)
  case many(Scopes)

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

  func areAmong(_ numbers: Set<UInt64>) -> Bool {
    switch self {
    case .one(let scope): numbers.contains(scope.number)
    case .many(let scopes): scopes.byNumber.keys.allSatisfy(numbers.contains)
    }
  }
}

/// An effect id and the feature that it belongs to.
@usableFromInline
package struct PlacedID: Hashable, Sendable {
  /// The position of the feature, or `nil` for the root state, for store-wide ids, and outside stores.
  fileprivate let position: StatePosition?
  fileprivate let id: CancellationID

  init(_ id: CancellationID, at position: StatePosition?) {
    self.id = id
    self.position = position?.parent == nil || id.isStoreWide ? nil : position
  }

  package var text: String { id.text }

  @usableFromInline
  package static func == (lhs: PlacedID, rhs: PlacedID) -> Bool {
    lhs.id == rhs.id && (lhs.position === rhs.position || lhs.position == rhs.position)
  }

  @usableFromInline
  package func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(position?.hash)
  }
}

/// The id of an effect, which is unregistered when the effect ends.
///
/// `@unchecked` like every ending, see ``EffectEnding``. The place and the queue are set before the object is shared.
@usableFromInline
final class EffectID: EffectEnding, @unchecked Sendable {
  let id: PlacedID
  /// Whether the effect replaces the other effects with the id.
  let isAlone: Bool
  fileprivate(set) var place: IDPlace?
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
  /// Registers this scope under an id, and cancels the scopes that it replaces.
  ///
  /// Effects that follow the cancelled scopes start after the values that this scope sends at its start.
  func take(_ id: EffectID?) {
    guard let id else { return }
    for other in context.ids.register(self, id) {
      other.cancel(under: id.id, from: self) { description }
      QueueLoop.current.postponeParts()
    }
  }

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
