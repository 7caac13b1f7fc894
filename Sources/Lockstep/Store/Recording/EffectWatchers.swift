// SPDX-License-Identifier: MIT

internal import Synchronization

/// A type that is told when the leaves of a store's effects begin and end.
///
/// Isolation: any thread.
@usableFromInline
package protocol EffectWatcher: AnyObject, Sendable {
  func effectBegan(_ leaf: WatchedLeaf)

  /// - Parameters:
  ///   - number: The number of the leaf, which may not be known: its begin was not told, or its end was told already.
  ///   - end: How it has ended.
  ///   - turn: The number of the turn in progress on the thread on which it has ended; `nil` if there is none.
  func effectEnded(_ number: UInt64, _ end: EffectEnd, in turn: Int?)
}

/// How a leaf has ended.
@usableFromInline
package enum EffectEnd: Sendable {
  case finished
  /// Ended from outside.
  case cancelled
  /// Ended because the part of the state is gone that it belongs to.
  case endedWithState
}

/// A leaf that has begun.
@usableFromInline
package struct WatchedLeaf: Sendable {
  /// A number that identifies the leaf in its store, and increases in the order in which leaves begin.
  package let number: UInt64
  package let description: EffectDescription
  /// The number of the turn whose action started the leaf; `nil` if it began with the first state.
  package let startingTurn: Int?
}

/// The watchers of the effects of a store.
final class EffectWatchers: Sendable {
  private let list = Mutex<[any EffectWatcher]>([])

  private var all: [any EffectWatcher] { list.withLock { $0 } }

  func add(_ watcher: any EffectWatcher) { list.withLock { $0.append(watcher) } }

  func remove(_ watcher: any EffectWatcher) {
    let removed = list.withLock { list in
      list.firstIndex { $0 === watcher }.map { list.remove(at: $0) }
    }
    withExtendedLifetime(removed) {}
  }

  /// Notes that a leaf begins in its scope, and the end of the scope when it comes.
  func noteBegin(of leaf: EffectScope) {
    let watchers = all
    guard watchers.isEmpty == false, let watched = WatchedLeaf(leaf) else { return }
    for watcher in watchers { watcher.effectBegan(watched) }
    leaf.onEnd(WatchedEnding(self))
  }

  /// Tells a watcher about a leaf that is running.
  func tell(_ watcher: any EffectWatcher, of leaf: EffectScope) {
    guard let watched = WatchedLeaf(leaf) else { return }
    watcher.effectBegan(watched)
    leaf.onEnd(WatchedEnding(self))
  }

  /// Runs a leaf that has no scope.
  func run(
    _ description: EffectDescription,
    of origin: ActionOrigin,
    in context: EffectContext,
    _ body: () -> Void
  ) {
    let watchers = all
    guard watchers.isEmpty == false else { return body() }
    let leaf = WatchedLeaf(number: context.makeNumber(), description, origin)
    for watcher in watchers { watcher.effectBegan(leaf) }
    body()
    let turn = context.turnInProgress
    for watcher in watchers { watcher.effectEnded(leaf.number, .finished, in: turn) }
  }

  fileprivate func noteEnd(of leaf: EffectScope) {
    let (end, turn) = (leaf.end, leaf.context.turnInProgress)
    for watcher in all { watcher.effectEnded(leaf.number, end, in: turn) }
  }
}

extension WatchedLeaf {
  fileprivate init(number: UInt64, _ description: EffectDescription, _ origin: ActionOrigin) {
    self.number = number
    self.description = description
    startingTurn = origin.action > 0 ? origin.action : nil
  }

  /// Creates the leaf of a scope; `nil` if the scope is that of no leaf.
  fileprivate init?(_ scope: EffectScope) {
    guard let description = scope.description else { return nil }
    self.init(number: scope.number, description, scope.origin)
  }
}

extension EffectContext {
  /// The number of the turn in progress on this thread; `nil` if there is none.
  fileprivate var turnInProgress: Int? {
    guard let origin = originOfTurn, origin.depth >= 0, origin.action > 0 else { return nil }
    return origin.action
  }
}

/// An ending that tells the watchers.
///
/// `@unchecked` like every ending; see ``EffectEnding``.
private final class WatchedEnding: EffectEnding, @unchecked Sendable {
  private let watchers: EffectWatchers

  init(_ watchers: EffectWatchers) {
    self.watchers = watchers
  }

  override func effectEnded(_ scope: EffectScope) { watchers.noteEnd(of: scope) }
}

extension StoreRuntime {
  /// Tells a watcher about the effects from now on, and about those that are running.
  ///
  /// - Returns: A function that ends this.
  package func watchEffects(_ watcher: any EffectWatcher) -> @Sendable () -> Void {
    let watchers = context.ownWatchers
    watchers.add(watcher)
    for leaf in knownLeaves { watchers.tell(watcher, of: leaf) }
    return { [weak watcher] in
      if let watcher { watchers.remove(watcher) }
    }
  }
}
