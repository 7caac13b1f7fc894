// SPDX-License-Identifier: MIT

internal import Foundation

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
    /// The paths to the children that have appeared or were removed, if they are being noted.
    var changed: Set<String>?
  }

  /// The children that one site leads to.
  @usableFromInline
  final class Site {
    @usableFromInline let site: ChildSite
    /// The children, in their order.
    @exclusivity(unchecked) var keys: [ChildKey] = []
    /// The children by their keys, unless there is at most one.
    @exclusivity(unchecked) var lives: [ChildKey: Life] = [:]
    /// The only child, of a site that leads to at most one.
    @exclusivity(unchecked) var only: Life?
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

    /// Returns a child that is present.
    func life(of key: ChildKey) -> Life? {
      if let only { return keys.first == key ? only : nil }
      return lives.isEmpty ? nil : lives[key]
    }

    func add(_ life: Life, _ key: ChildKey, isOnly: Bool) {
      if isOnly { only = life } else { lives[key] = life }
    }

    func remove(_ key: ChildKey) -> Life? { only.take() ?? lives.removeValue(forKey: key) }

    private func begin(_ turn: Turn) {
      guard self.turn != turn.number else { return }
      self.turn = turn.number
      if changed.isEmpty == false { changed = [] }
      if removed.isEmpty == false { removed = [] }
    }

    func note(changed key: ChildKey, in turn: Turn) {
      begin(turn)
      changed.append(key)
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

  init(in turn: Turn) {
    self.turn = turn
  }

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
    guard entered.contains(id) == false else { return false }
    entered.append(id)
    return true
  }

  func leave() { entered.removeLast() }

  // MARK: In a turn

  private static let ofThread = ThreadPointer { _ in }

  /// The children of the state that is being reduced on this thread, if the store notes them.
  static var current: Lives? {
    ofThread.value.map { Unmanaged<Lives>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Whether the store notes the children of the state that is being reduced on this thread.
  @usableFromInline
  static var areKnown: Bool { ofThread.value != nil }

  /// Runs a reducer of a state that is not known.
  @usableFromInline
  static func apart<Result>(_ body: () -> Result) -> Result { with(nil, body) }

  /// Runs the reducer of a state whose children these are; `nil` stands for a state that is not known.
  @usableFromInline
  static func with<Result>(_ lives: Lives?, _ body: () -> Result) -> Result {
    let outer = ofThread.value
    ofThread.value = lives.map { Unmanaged.passUnretained($0).toOpaque() }
    defer { ofThread.value = outer }
    return body()
  }
}

/// The identity of a subscription: which use of `subscription` it is.
@usableFromInline
final class SubscriptionToken: Sendable {
  @inlinable
  init() {}
}

/// The keys that a subscription was asked for last.
///
/// Isolation: that of the store.
@usableFromInline
final class KnownKeys<Keys> {
  @exclusivity(unchecked) @usableFromInline var value: Keys

  @inlinable
  init(_ value: Keys) {
    self.value = value
  }
}

/// A child that is present.
///
/// Isolation: that of the store.
class Life {
  let below: Lives
  /// The last turn in which the child has appeared or may have changed.
  @exclusivity(unchecked) final var turn: Int
  /// Whether the child may have changed since it was last asked, whatever its state looks like.
  @exclusivity(unchecked) final var isChanged = false

  init(in turn: Lives.Turn) {
    below = Lives(in: turn)
    self.turn = turn.number
  }
}

/// A child that is present, with its state as it was last.
final class LifeOf<State>: Life {
  /// The state, if it is compared or the child does something when it is removed; released while the child's own reducer
  /// runs, so that nothing is copied.
  @exclusivity(unchecked) var last: State?

  /// Returns whether a state is stored in the same bytes as the last one.
  ///
  /// As long as the last one is held, what it refers to does not change in place. So a state with the same bytes is the
  /// same; one with other bytes may be, too.
  func isLast(_ state: UnsafePointer<State>) -> Bool {
    guard last != nil else { return false }
    return withUnsafePointer(to: &last) { last in
      // A value that is not `nil` is stored where the optional is.
      memcmp(last, state, MemoryLayout<State>.size) == 0
    }
  }
}

/// The screens of a stack as they were last looked at, by position.
struct KnownScreens {
  var membership: UInt64 = 0
  var modification: UInt64 = 0
  var stamps: [UInt64] = []
  var versions: [UInt64] = []
  /// The ids of the screens whose own reducers have run since, if nothing else has modified the stack.
  var visited: [Int] = []
}
