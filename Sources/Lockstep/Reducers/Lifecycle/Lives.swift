// SPDX-License-Identifier: MIT

internal import Foundation
internal import Synchronization

/// The children below a state of a store that are present, for features that run code when they appear or are removed.
///
/// Isolation: that of the store.
@usableFromInline
package final class Lives {
  /// The turn of the store, which all children share.
  @usableFromInline
  final class Turn {
    @exclusivity(unchecked) @usableFromInline var number = 0
    /// The number of times that a state has changed after the reducers, for instance for an output, in all turns.
    @exclusivity(unchecked) @usableFromInline var changes = 0
    /// The number of times that a site has noted a child, in all turns.
    @exclusivity(unchecked) fileprivate(set) var notes = 0
    /// The paths to the children that have appeared or were removed, if they are being noted.
    var changed: Set<String>?
    /// The subscription whose key has changed in each of many turns, and the last of these turns.
    var restless: (key: RestlessKey, turn: Int)?
  }

  /// The children that one site leads to.
  @usableFromInline
  final class Site {
    @usableFromInline let site: ChildSite
    /// The keys of the children, in their order.
    @exclusivity(unchecked) var keys: [ChildKey] = []
    /// The children, in the same order; `nil` where one is just appearing.
    @exclusivity(unchecked) var lives: [Life?] = []
    /// The screens of a stack, as they were last looked at.
    @exclusivity(unchecked) var screens = KnownScreens()

    /// The last turn in which a child has appeared, has changed or was removed.
    @exclusivity(unchecked) private(set) var turn = -1
    /// The children that have appeared or have changed in that turn.
    @exclusivity(unchecked) private(set) var changed: [ChildKey] = []
    /// The children that were removed in that turn.
    @exclusivity(unchecked) private(set) var removed: [ChildKey] = []

    init(_ site: ChildSite) {
      self.site = site
    }

    /// The only child, if it is present and not just appearing.
    var only: Life? { lives.first ?? nil }

    /// Returns a child that is present.
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

    /// Notes that the only child may have changed.
    func noteOnlyChanged(in turn: Turn) {
      // Usually, the turn before has noted the same child.
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

    /// Returns whether a child was removed earlier in the same turn.
    func hasRemoved(_ key: ChildKey, in turn: Turn) -> Bool {
      self.turn == turn.number && removed.contains(key)
    }
  }

  @usableFromInline let turn: Turn
  /// The sites that have been looked at; most states have few.
  @exclusivity(unchecked) private var sites: [Site] = []
  /// The keys of the subscriptions of this state.
  private var keys: [ObjectIdentifier: AnyObject] = [:]
  /// Those that were asked for last: most states have one subscription.
  @exclusivity(unchecked) @usableFromInline var lastKeys:
    (token: SubscriptionToken, keys: AnyObject)?
  /// The reducers that refer to themselves, and are being asked for this state.
  private var entered: [ObjectIdentifier] = []

  /// The children below the parent's state, if this state is that of the parent.
  private unowned let same: Lives?

  init(in turn: Turn, sameAs parent: Lives? = nil) {
    self.turn = turn
    same = parent
  }

  /// Returns whether all ways to children below this state have been looked at.
  func knowsAll(_ sites: SiteSet?) -> Bool { sites.map { $0.count == self.sites.count } ?? true }

  /// Returns what is known of a site; `nil` if it has not been looked at.
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

  /// Returns the keys that a subscription of this state was asked for last.
  @inlinable
  func keys<Keys>(of token: SubscriptionToken, _ none: Keys) -> KnownKeys<Keys> {
    // A subscription has keys of one type.
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

  /// Notes that a reducer that refers to itself is asked; returns `false` if it is being asked already.
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

  // The pointer of a thread leads to memory that the thread owns and that contains the children. Writing to that memory is
  // cheaper than replacing the pointer in each turn.
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

  /// The children of the state that is being reduced on this thread, if the store notes them.
  static var current: Lives? {
    noted.map { Unmanaged<Lives>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Whether the store notes the children of the state that is being reduced on this thread.
  @usableFromInline
  static var areKnown: Bool { noted != nil }

  private static var noted: UnsafeMutableRawPointer? {
    ofThread.value?.load(as: UnsafeMutableRawPointer?.self)
  }

  /// Runs a reducer of a state that is not known.
  @usableFromInline
  static func apart<Result>(_ body: () -> Result) -> Result {
    let outer = beginReducing(nil)
    defer { endReducing(to: outer) }
    return body()
  }

  /// Notes that the reducer of a state begins whose children these are; `nil` stands for a state that is not known.
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

/// The identity of a subscription: which use of `subscription` it is.
@usableFromInline
final class SubscriptionToken: Sendable {
  /// The number of keys whose effects run at places that stores do not know.
  let followedCount = Atomic(0)

  @usableFromInline
  init() {}
}

/// A subscription whose key changes in each turn.
@usableFromInline
struct RestlessKey {
  /// The number of actions that may follow from one another while the key changes with each of them.
  @inlinable static var turnLimit: Int { 1_000 }

  /// The name of the modifier, and its place.
  var name: StaticString
  var location: CodeLocation
  /// The last two keys, as text.
  var keys: () -> (from: String, to: String)
}

/// The number of turns in which the key of a subscription has changed, one after the other.
///
/// Isolation: that of the store.
@usableFromInline
class KeyChanges {
  @exclusivity(unchecked) private final var count = 0
  @exclusivity(unchecked) private final var turn = -1

  @usableFromInline
  init() {}

  /// Notes a change; returns in how many turns in a row the key has changed.
  @usableFromInline
  final func note(in turn: Lives.Turn) -> Int {
    if turn.number == self.turn { return count }
    count = turn.number == self.turn + 1 ? count + 1 : 1
    self.turn = turn.number
    return count
  }
}

/// The keys that a subscription was asked for last.
///
/// Isolation: that of the store.
@usableFromInline
final class KnownKeys<Keys>: KeyChanges {
  @exclusivity(unchecked) @usableFromInline var value: Keys

  @inlinable
  init(_ value: Keys) {
    self.value = value
    super.init()
  }
}

/// A child that is present.
///
/// Isolation: that of the store.
@usableFromInline
class Life {
  let below: Lives
  /// Whether the child may have changed since it was last asked, whatever its state looks like.
  @exclusivity(unchecked) final var isChanged = false

  /// The memory of the state as it was last, if it is compared or the child does something when it is removed.
  fileprivate final let last: UnsafeMutableRawPointer
  private final let size: Int
  /// Whether the state is held; not while the child's own reducer runs, so that nothing is copied.
  @exclusivity(unchecked) fileprivate final var isHeld = false

  fileprivate init(below: Lives, _ last: UnsafeMutableRawPointer, size: Int) {
    self.below = below
    self.last = last
    self.size = size
  }

  /// Returns whether a state is stored in the same bytes as the last one.
  ///
  /// As long as the last one is held, what it refers to does not change in place. So a state with the same bytes is the
  /// same; one with other bytes may be, too.
  final func isLast(_ state: UnsafeMutableRawPointer) -> Bool {
    isHeld && memcmp(last, state, size) == 0
  }

  /// Holds a copy of the state.
  func hold(_ state: UnsafeMutableRawPointer) {
    preconditionFailure("A subclass of Life does not override hold(_:).")
  }

  /// Releases the state.
  func release() {
    preconditionFailure("A subclass of Life does not override release().")
  }
}

/// A child that is present, with its state as it was last.
///
/// The state is stored behind a pointer. In unspecialized code, a property of the type `State?` would look up the metadata of
/// the optional on each access.
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
    // Released only when nothing is being changed here: it may hold anything.
    let old = self.state.move()
    self.state.initialize(to: state.pointee)
    withExtendedLifetime(old) {}
  }

  override func release() {
    guard isHeld else { return }
    isHeld = false
    state.deinitialize(count: 1)
  }

  /// Calls a function with the state as it was last, and releases it; does nothing if it is not held.
  func takeLast(_ body: (inout State) -> Void) {
    guard isHeld else { return }
    body(&state.pointee)
    release()
  }
}

/// The screens of a stack as they were last looked at, by position.
struct KnownScreens {
  fileprivate(set) var membership: UInt64 = 0
  private var arrangement: UInt64 = 0
  private var isSorted = true
  var modification: UInt64 = 0
  fileprivate(set) var screens: [StackScreen] = []
  /// The ids of the screens whose own reducers have run since, if nothing else has modified the stack.
  var visited: [Int] = []

  func index(of id: Int) -> Int? { screens.index(of: id, isSorted: isSorted) }

  /// Returns whether a screen is the one that was last at a position.
  func isKnown(_ screen: StackScreen, at index: Int) -> Bool {
    screens[index].stamp == screen.stamp
  }

  /// Notes what the screens are now; returns what has changed, or `nil` if nothing has.
  ///
  /// - Parameters:
  ///   - contents: The contents of the stack.
  ///   - known: The children that are known.
  ///   - isIdentified: Whether a screen may become another one in its place.
  ///   - isAlwaysAsked: Whether a screen may have changed although the stack has not.
  ///   - key: Returns the key of the screen at a position.
  /// - Returns: The changes.
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
    // All screens below one that stayed have stayed as well.
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

  /// Puts the screens that have stayed into their new order, beside those that are new, and removes the others.
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
