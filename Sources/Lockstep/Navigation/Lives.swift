// SPDX-License-Identifier: MIT

/// The children that are there below a state of a store, as far as something happens when they appear or go away.
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
    /// The paths to the children that have appeared or gone, if they are being noted.
    var changed: Set<String>?
  }

  /// The children that one site leads to.
  final class Site {
    /// The children, in their order.
    var keys: [ChildKey] = []
    var lives: [ChildKey: Life] = [:]
    /// The stamp of the keys when they were last read, if there is one.
    var stamp: UInt64?
    /// The children that have gone in a turn, and its number.
    private var gone: (turn: Int, keys: Set<ChildKey>) = (0, [])

    func note(gone key: ChildKey, in turn: Turn) {
      if gone.turn != turn.number { gone = (turn.number, []) }
      gone.keys.insert(key)
    }

    /// Returns whether a child has gone earlier in the same turn.
    func hasGone(_ key: ChildKey, in turn: Turn) -> Bool {
      gone.turn == turn.number && gone.keys.contains(key)
    }
  }

  @usableFromInline let turn: Turn
  private var sites: [ObjectIdentifier: Site] = [:]
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

  func at(_ site: ChildSite) -> Site {
    let id = ObjectIdentifier(site)
    if let site = sites[id] { return site }
    let new = Site()
    sites[id] = new
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

/// A child that is there.
///
/// Isolation: that of the store.
class Life {
  let below: Lives

  init(in turn: Lives.Turn) {
    below = Lives(in: turn)
  }
}

/// A child that is there, with its state as it was last.
final class LifeOf<State>: Life {
  /// The state, if the child has last words; released while the child changes it, so that nothing is copied.
  var last: State?
}
