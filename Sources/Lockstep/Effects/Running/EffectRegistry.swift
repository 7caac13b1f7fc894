// SPDX-License-Identifier: MIT

internal import Synchronization

/// A registry of which effects of a store run under which id.
///
/// An id belongs to the feature that uses it, so the effects are kept in a tree in the shape of the state: see
/// ``IDPlace``. A feature can also cancel what runs under the id below it.
///
/// Isolation: any.
struct EffectRegistry: ~Copyable, Sendable {
  private let root = Mutex(IDPlace())

  /// Lets a scope run under an id: beside the scopes of its feature that run under it, or in place of them, in which
  /// case these are returned, in the order in which they were created.
  ///
  /// - Complexity: O(*d*) on average in the number of features around this one.
  func register(_ scope: EffectScope, _ id: EffectID) -> [EffectScope] {
    let others: [EffectScope] = root.withLock { root in
      let place = root.makePlace(at: id.id.position)
      id.place = place
      guard id.isAlone else {
        place.add(scope, under: id.id.id)
        return []
      }
      // Effects that wait there are about to be cancelled, and nothing more waits for them.
      place.queues[id.id.id] = nil
      return place.replace(by: scope, under: id.id.id)
    }
    scope.onEnd(id)
    return others.filter { $0 !== scope }
  }

  /// Lets a scope run under an id if nothing else does; returns whether it may.
  ///
  /// - Complexity: O(*n*) in the number of parts of the effects that run under the id, and of features around this one.
  func registerIfFirst(_ scope: EffectScope, _ id: EffectID) -> Bool {
    while true {
      let others = scopes(under: id.id)
      // Not under the lock: what is looked at may be released.
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

  /// Lets a scope wait under an id until everything that runs or waits under it has ended.
  ///
  /// - Parameters:
  ///   - scope: The scope.
  ///   - id: The id.
  ///   - start: Called when the scope need not wait any longer: now, or on the thread that ends what it has waited for.
  /// - Complexity: O(*d*) in the number of features around this one; O(*n*) in the number of effects that run under the
  ///   id if some of them do not wait for one another.
  func enqueue(_ scope: EffectScope, _ id: EffectID, start: @escaping @Sendable () -> Void) {
    let (others, last, turn) = root.withLock { root in
      let place = root.makePlace(at: id.id.position)
      let queue = place.queues[id.id.id]
      // Nearly always, all of them are in the queue.
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
    // The removed ids and scopes are released after unlocking, because an id may be a user-defined object.
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

  /// Returns the effects of a feature itself that run under an id, in the order in which they were created.
  func scopes(under id: PlacedID) -> [EffectScope] {
    root.withLock { $0.place(at: id.position)?.own[id.id]?.scopes ?? [] }
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

  /// Cancels several effects, for something that has their id.
  func cancel(
    _ scopes: [EffectScope],
    under id: PlacedID,
    from canceller: EffectScope,
    as describe: () -> EffectDescription
  ) {
    for scope in scopes { scope.cancel(under: id, from: canceller, as: describe) }
  }
}

/// The ids under which effects of one feature run, and the places of the features below it.
///
/// A place exists as long as effects run there or below.
///
/// `@unchecked` because it is accessed only under the lock of the registry.
final class IDPlace: @unchecked Sendable {
  /// The step from a feature to one directly below it.
  struct Step: Hashable {
    let site: ObjectIdentifier
    let key: ChildKey
  }

  /// Objects to release after unlocking.
  struct Removed {
    fileprivate var id: CancellationID?
    fileprivate var idsAbove: [CancellationID] = []
    fileprivate var scope: EffectScope?
    fileprivate var places: [IDPlace] = []
  }

  /// The place above; it holds this one as long as this one is in use.
  private let parent: IDPlace?
  private let step: Step?
  /// Held, so that no other site has its identifier.
  private let site: ChildSite?
  @exclusivity(unchecked) private var children: [Step: IDPlace] = [:]
  /// The effects of the feature itself.
  @exclusivity(unchecked) fileprivate var own: [CancellationID: Registered] = [:]
  /// The places directly below at or below which effects run under an id.
  @exclusivity(unchecked) fileprivate var below: [CancellationID: [ObjectIdentifier: IDPlace]] = [:]
  /// The effects that run one after another; each is one of the feature itself, too.
  @exclusivity(unchecked) fileprivate var queues: [CancellationID: EffectQueue] = [:]

  /// Creates the place of the store's own state and of the ids of the whole store.
  init() {
    (parent, step, site) = (nil, nil, nil)
  }

  private init(_ step: Step, _ site: ChildSite, below parent: IDPlace) {
    (self.parent, self.step, self.site) = (parent, step, site)
  }

  private var isEmpty: Bool { own.isEmpty && below.isEmpty && children.isEmpty }

  /// Returns the place of a position below this one, which is that of the store's own state; `nil` if nothing runs
  /// there.
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

  /// Returns the place of a position below this one, and makes it if nothing runs there.
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

  /// Lets a scope run under an id beside others.
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

  /// Lets a scope run under an id in place of others, and returns these.
  fileprivate func replace(by scope: EffectScope, under id: CancellationID) -> [EffectScope] {
    if let others = own.updateValue(.one(scope), forKey: id) { return others.scopes }
    noteUse(of: id)
    return []
  }

  /// Tells the places above that an effect runs under an id at or below this place.
  private func noteUse(of id: CancellationID) {
    var place = self
    while let parent = place.parent {
      let isKnown = parent.below[id]?.updateValue(place, forKey: ObjectIdentifier(place)) != nil
      if isKnown { return }
      if parent.below[id] == nil { parent.below[id] = [ObjectIdentifier(place): place] }
      place = parent
    }
  }

  /// Removes a scope, and the places that are left empty.
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
    // The places above know this one by the id until nothing at or below it runs under that.
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

  /// Returns the effects at or below this place that run under an id.
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

/// The scopes under one id; nearly always one.
enum Registered {
  /// Several scopes, in an object, so that adding and removing one copies nothing; protected by the lock of the
  /// registry.
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

/// An id of effects, and the feature that it belongs to.
@usableFromInline
package struct PlacedID: Hashable, Sendable {
  /// The position of the feature; `nil` for the store's own state and ids of the whole store, and outside of stores.
  fileprivate let position: StatePosition?
  fileprivate let id: CancellationID

  init(_ id: CancellationID, at position: StatePosition?) {
    self.id = id
    self.position = position?.parent == nil || id.isStoreWide ? nil : position
  }

  /// The id as text.
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

/// The id that an effect runs under, which it gives back when it ends.
///
/// `@unchecked` like every ending, see ``EffectEnding``, and because of the place and the queue.
@usableFromInline
final class EffectID: EffectEnding, @unchecked Sendable {
  let id: PlacedID
  /// Whether the effect takes the place of what runs under the id.
  let isAlone: Bool
  /// The place of the feature, set before anything else knows this object.
  fileprivate(set) var place: IDPlace?
  /// The queue that the effect is in, if it waits until what runs under the id has ended; set before anything else
  /// knows this object.
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
      QueueLoop.current.postponeParts()
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
