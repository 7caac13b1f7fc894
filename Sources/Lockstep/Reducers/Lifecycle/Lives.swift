// SPDX-License-Identifier: MIT

internal import Foundation
internal import Synchronization

/// Tracks the children below a state of a store, for features that run code when children appear or are removed.
///
/// Isolation: the store's actor.
@usableFromInline
package final class Lives {
  /// The store's turn, which all children share.
  @usableFromInline
  final class Turn {
    @exclusivity(unchecked) @usableFromInline var number = 0
    /// The number of times, in all turns, that a state changed after the reducers, for example in response to an
    /// output.
    @exclusivity(unchecked) @usableFromInline var changes = 0
    /// The number of times, in all turns, that a site noted a child.
    @exclusivity(unchecked) fileprivate(set) var notes = 0
    /// The paths of children that appeared or were removed; `nil` unless they are recorded.
    var changed: Set<String>?
    var restless: (key: RestlessKey, turn: Int)?
  }

  @usableFromInline
  final class Site {
    @usableFromInline let site: ChildSite
    @exclusivity(unchecked) var keys: [ChildKey] = []
    /// The children, in the order of `keys`; `nil` for a child that is being mounted.
    @exclusivity(unchecked) var lives: [Life?] = []
    @exclusivity(unchecked) var screens = KnownScreens()

    /// The last turn with a new, changed or removed child; `changed` and `removed` belong to it.
    @exclusivity(unchecked) private(set) var turn = -1
    @exclusivity(unchecked) private(set) var changed: [ChildKey] = []
    @exclusivity(unchecked) private(set) var removed: [ChildKey] = []

    init(_ site: ChildSite) {
      self.site = site
    }

    var only: Life? { lives.first ?? nil }

    func life(of key: ChildKey) -> Life? {
      position(of: key).flatMap { lives[$0] }
    }

    private func position(of key: ChildKey) -> Int? {
      guard let id = key.element?.value(as: Int.self) else { return keys.first == key ? 0 : nil }
      return screens.index(of: id).flatMap { keys[$0] == key ? $0 : nil }
    }

    private func begin(_ turn: Turn) {
      turn.notes += 1
      guard self.turn != turn.number else { return }
      self.turn = turn.number
      changed.removeAll(keepingCapacity: true)
      removed.removeAll(keepingCapacity: true)
    }

    func note(changed key: ChildKey, in turn: Turn) {
      begin(turn)
      changed.append(key)
    }

    func noteOnlyChanged(in turn: Turn) {
      // Usually, the previous turn has noted the same child.
      if self.turn != turn.number, changed.count == 1, removed.isEmpty {
        self.turn = turn.number
        turn.notes += 1
      } else {
        note(changed: keys[0], in: turn)
      }
    }

    func note(removed key: ChildKey, in turn: Turn) {
      begin(turn)
      removed.append(key)
    }

    func hasRemoved(_ key: ChildKey, in turn: Turn) -> Bool {
      self.turn == turn.number && removed.contains(key)
    }
  }

  @usableFromInline let turn: Turn
  @exclusivity(unchecked) private var sites: [Site] = []
  private var keys: [ObjectIdentifier: AnyObject] = [:]
  /// The keys of the last lookup, because most states have one subscription.
  @exclusivity(unchecked) @usableFromInline var lastKeys:
    (token: SubscriptionToken, keys: AnyObject)?
  /// The recursive reducers whose functions are running for this state.
  private var entered: [ObjectIdentifier] = []

  /// The parent's children, if this state is the parent's whole state.
  private unowned let same: Lives?

  init(in turn: Turn, sameAs parent: Lives? = nil) {
    self.turn = turn
    same = parent
  }

  /// Returns whether every site below this state has been visited.
  func knowsAll(_ sites: SiteSet?) -> Bool { sites.map { $0.count == self.sites.count } ?? true }

  func known(_ site: ChildSite) -> Site? {
    for known in sites where known.site === site { return known }
    return nil
  }

  func at(_ site: ChildSite) -> Site {
    if let known = known(site) { return known }
    let new = Site(site)
    sites.append(new)
    return new
  }

  @inlinable
  func keys<Keys>(of token: SubscriptionToken, _ none: Keys) -> KnownKeys<Keys> {
    // All keys of a subscription have the same type.
    if let lastKeys, lastKeys.token === token {
      return unsafeDowncast(lastKeys.keys, to: KnownKeys<Keys>.self)
    }
    let found = unsafeDowncast(findKeys(of: token) { KnownKeys(none) }, to: KnownKeys<Keys>.self)
    lastKeys = (token, found)
    return found
  }

  @usableFromInline
  func findKeys(of token: SubscriptionToken, _ make: () -> AnyObject) -> AnyObject {
    if let known = keys[ObjectIdentifier(token)] { return known }
    let new = make()
    keys[ObjectIdentifier(token)] = new
    return new
  }

  /// Returns `false` if a function of the recursive reducer is already running for this state.
  func enter(_ reducer: AnyObject) -> Bool {
    let id = ObjectIdentifier(reducer)
    var lives: Lives? = self
    while let next = lives {
      if next.entered.contains(id) { return false }
      lives = next.same
    }
    entered.append(id)
    return true
  }

  func leave() { entered.removeLast() }

  // MARK: In a turn

  // Each thread owns memory that contains its current children, and the thread's pointer refers to that memory. Writing
  // to the memory is cheaper than replacing the pointer in each turn.
  private static let ofThread = ThreadPointer { slot in
    let slot: UnsafeMutableRawPointer? = slot
    slot?.deallocate()
  }

  private static func makeSlot() -> UnsafeMutableRawPointer {
    let slot = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 1)
    slot.initialize(to: nil)
    ofThread.value = UnsafeMutableRawPointer(slot)
    return UnsafeMutableRawPointer(slot)
  }

  /// The children of the state that this thread is reducing; `nil` if the store does not track them.
  static var current: Lives? {
    noted.map { Unmanaged<Lives>.fromOpaque($0).takeUnretainedValue() }
  }

  @usableFromInline
  static var areKnown: Bool { noted != nil }

  private static var noted: UnsafeMutableRawPointer? {
    ofThread.value?.load(as: UnsafeMutableRawPointer?.self)
  }

  @usableFromInline
  static func apart<Result>(_ body: () -> Result) -> Result {
    let outer = beginReducing(nil)
    defer { endReducing(to: outer) }
    return body()
  }

  /// Makes children current while the reducer of their parent runs; `nil` stands for a state that is not tracked.
  ///
  /// - Returns: The argument of ``endReducing(to:)`` after the reducer.
  @usableFromInline
  static func beginReducing(_ lives: Lives?) -> UnsafeMutableRawPointer? {
    let slot = ofThread.value ?? makeSlot()
    let outer = slot.load(as: UnsafeMutableRawPointer?.self)
    note(lives.map { Unmanaged.passUnretained($0).toOpaque() }, at: slot)
    return outer
  }

  @usableFromInline
  static func endReducing(to outer: UnsafeMutableRawPointer?) {
    if let slot = ofThread.value { note(outer, at: slot) }
  }

  private static func note(_ lives: UnsafeMutableRawPointer?, at slot: UnsafeMutableRawPointer) {
    slot.storeBytes(of: lives, as: UnsafeMutableRawPointer?.self)
  }
}

@usableFromInline
final class SubscriptionToken: Sendable {
  /// The number of keys whose effects run at places that stores do not track.
  let followedCount = Atomic(0)

  @usableFromInline
  init() {}
}

/// A subscription whose key changes in every turn.
@usableFromInline
struct RestlessKey {
  /// The number of consecutive actions that may each change the key.
  @inlinable static var turnLimit: Int { 1_000 }

  var name: StaticString
  var location: CodeLocation
  var keys: () -> (from: String, to: String)
}

/// Counts the consecutive turns in which the key of a subscription changed.
@usableFromInline
class KeyChanges {
  @exclusivity(unchecked) private final var count = 0
  @exclusivity(unchecked) private final var turn = -1

  @usableFromInline
  init() {}

  /// Notes a change; returns the number of consecutive turns with changes.
  @usableFromInline
  final func note(in turn: Lives.Turn) -> Int {
    if turn.number == self.turn { return count }
    count = turn.number == self.turn + 1 ? count + 1 : 1
    self.turn = turn.number
    return count
  }
}

@usableFromInline
final class KnownKeys<Keys>: KeyChanges {
  @exclusivity(unchecked) @usableFromInline var value: Keys

  @inlinable
  init(_ value: Keys) {
    self.value = value
    super.init()
  }
}

@usableFromInline
class Life {
  let below: Lives
  /// Whether the child must be checked again, even if its state looks unchanged.
  @exclusivity(unchecked) final var isChanged = false

  fileprivate final let last: UnsafeMutableRawPointer
  private final let size: Int
  /// Whether `last` contains a copy, which is released while the child's own reducer runs, to avoid copying.
  @exclusivity(unchecked) fileprivate final var isHeld = false

  fileprivate init(below: Lives, _ last: UnsafeMutableRawPointer, size: Int) {
    self.below = below
    self.last = last
    self.size = size
  }

  /// Returns whether a state has the same bytes as the last one.
  ///
  /// While the last state is held, the storage that it references does not change in place. Equal bytes therefore mean
  /// an equal state.
  final func isLast(_ state: UnsafeMutableRawPointer) -> Bool {
    isHeld && memcmp(last, state, size) == 0
  }

  func hold(_ state: UnsafeMutableRawPointer) {
    preconditionFailure("A subclass of Life does not override hold(_:).")
  }

  func release() {
    preconditionFailure("A subclass of Life does not override release().")
  }
}

/// A child that is present, with its last state.
///
/// The state is stored behind a pointer, because unspecialized code would look up the metadata of the optional on each
/// access to a property of type `State?`.
final class LifeOf<State>: Life {
  private let state: UnsafeMutablePointer<State>

  init(below: Lives) {
    state = .allocate(capacity: 1)
    super.init(below: below, UnsafeMutableRawPointer(state), size: MemoryLayout<State>.size)
  }

  deinit {
    if isHeld { state.deinitialize(count: 1) }
    state.deallocate()
  }

  override func hold(_ state: UnsafeMutableRawPointer) {
    let state = state.assumingMemoryBound(to: State.self)
    guard isHeld else {
      isHeld = true
      self.state.initialize(to: state.pointee)
      return
    }
    // The old state is released after all changes here, because its release may run any code.
    let old = self.state.move()
    self.state.initialize(to: state.pointee)
    withExtendedLifetime(old) {}
  }

  override func release() {
    guard isHeld else { return }
    isHeld = false
    state.deinitialize(count: 1)
  }

  func takeLast(_ body: (inout State) -> Void) {
    guard isHeld else { return }
    body(&state.pointee)
    release()
  }
}

/// The screens of a stack at the last check, by position.
struct KnownScreens {
  fileprivate(set) var membership: UInt64 = 0
  private var arrangement: UInt64 = 0
  private var isSorted = true
  var modification: UInt64 = 0
  fileprivate(set) var screens: [StackScreen] = []
  /// The ids of screens whose own reducers ran since the last check, if nothing else modified the stack.
  var visited: [Int] = []

  func index(of id: Int) -> Int? { screens.index(of: id, isSorted: isSorted) }

  /// Returns whether the same screen was at a position at the last check.
  func isKnown(_ screen: StackScreen, at index: Int) -> Bool {
    screens[index].stamp == screen.stamp
  }

  /// Updates the screens and returns the changes, or `nil` if there are none.
  ///
  /// With `isIdentified`, a screen may become another one in place. With `isAlwaysAsked`, a screen may have changed
  /// although the stack has not.
  ///
  /// - Complexity: O(1) if nothing has changed; O(*m*) in the number of screens that were pushed, popped or changed by
  ///   their own reducers. If another reducer has changed the states of screens, all stamps are compared.
  mutating func changes(
    to contents: StackContents,
    of known: Lives.Site,
    isIdentified: Bool,
    isAlwaysAsked: Bool,
    key: (Int) -> ChildKey
  ) -> ChildChanges? {
    let new = contents.screens
    let isSame = contents.membership == membership
    let isUnmodified = contents.modification == modification
    if isSame, isUnmodified, visited.isEmpty, new.isEmpty { return nil }
    var changes = ChildChanges()
    if contents.arrangement != arrangement { arrange(new, of: known, &changes, key: key) }
    // If a screen stayed, all screens below it stayed as well.
    var kept = min(new.count, screens.count)
    if isSame == false {
      while kept > 0, screens[kept - 1].stamp != new[kept - 1].stamp { kept -= 1 }
      for index in (kept..<screens.count).reversed() {
        changes.remove(known.keys[index], known.lives[index])
      }
      known.keys.removeSubrange(kept...)
      known.lives.removeSubrange(kept...)
      screens.removeSubrange(kept...)
    }
    func check(_ index: Int) {
      let hasChanged = screens[index].version != new[index].version
      guard hasChanged || isAlwaysAsked else { return }
      screens[index] = new[index]
      let newKey = hasChanged && isIdentified ? key(index) : known.keys[index]
      if newKey == known.keys[index] {
        changes.changed.append(index)
      } else {
        changes.remove(known.keys[index], known.lives[index].take())
        changes.new.append(index)
        known.keys[index] = newKey
      }
    }
    if isAlwaysAsked || isUnmodified == false {
      for index in 0..<kept { check(index) }
    } else {
      for id in visited {
        if let index = contents.index(of: id), index < kept { check(index) }
      }
    }
    for index in kept..<new.count {
      known.keys.append(key(index))
      known.lives.append(nil)
      screens.append(new[index])
      changes.new.append(index)
    }
    membership = contents.membership
    arrangement = contents.arrangement
    isSorted = contents.isSorted
    modification = contents.modification
    visited.removeAll(keepingCapacity: true)
    return changes
  }

  private mutating func arrange(
    _ new: [StackScreen],
    of known: Lives.Site,
    _ changes: inout ChildChanges,
    key: (Int) -> ChildKey
  ) {
    let old = Dictionary(screens.indices.map { (screens[$0].stamp, $0) }) { first, _ in first }
    let order = new.map { old[$0.stamp] }
    let stayed = Set(order)
    for index in screens.indices.reversed() where stayed.contains(index) == false {
      changes.remove(known.keys[index], known.lives[index])
    }
    changes.new = order.indices.filter { order[$0] == nil }
    known.keys = order.enumerated().map { index, old in old.map { known.keys[$0] } ?? key(index) }
    known.lives = order.map { $0.flatMap { known.lives[$0] } }
    screens = zip(new, order).map { new, old in old.map { screens[$0] } ?? new }
  }
}
