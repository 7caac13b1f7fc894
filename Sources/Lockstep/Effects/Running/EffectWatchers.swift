// SPDX-License-Identifier: MIT

internal import Synchronization

/// A type that is told when the parts of a store's effects that have descriptions begin and end: leaves, and operators
/// that wait by themselves.
///
/// Isolation: any thread.
@usableFromInline
package protocol EffectWatcher: AnyObject, Sendable {
  func effectBegan(_ effect: WatchedEffect)

  /// - Parameters:
  ///   - number: The number of the part, which may not be known: its begin was not told, or its end was told already.
  ///   - end: How it has ended.
  ///   - turn: The number of the turn in progress on the thread on which it has ended; `nil` if there is none.
  func effectEnded(_ number: UInt64, _ end: EffectEnd, in turn: Int?)
}

/// How a part of an effect has ended.
@usableFromInline
package enum EffectEnd: Sendable {
  case finished
  /// Ended from outside.
  case cancelled
  /// Ended because its part of the state was removed.
  case endedWithState
}

/// A part of an effect that has begun.
@usableFromInline
package struct WatchedEffect: Sendable {
  /// A number that identifies the part in its store, and increases in the order in which parts begin.
  package let number: UInt64
  package let description: EffectDescription
  /// The number of the turn whose action started it; `nil` if it began with the first state.
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

  /// Notes that a part of an effect begins in a scope, and its end when it comes.
  func noteBegin(of scope: EffectScope) { noteBegin(of: scope, to: all) }

  /// Tells watchers about a part of an effect, and of its end when it comes.
  func noteBegin(of scope: EffectScope, to watchers: [any EffectWatcher]) {
    guard watchers.isEmpty == false, let effect = WatchedEffect(scope) else { return }
    for watcher in watchers { watcher.effectBegan(effect) }
    scope.onEnd(watched: WatchedEnding(self))
  }

  /// Runs an effect that has no scope.
  func run(
    _ description: EffectDescription,
    of origin: ActionOrigin,
    in context: EffectContext,
    _ body: () -> Void
  ) {
    let watchers = all
    guard watchers.isEmpty == false else { return body() }
    let effect = WatchedEffect(number: context.makeNumber(), description, origin)
    for watcher in watchers { watcher.effectBegan(effect) }
    body()
    let turn = context.turnInProgress
    for watcher in watchers { watcher.effectEnded(effect.number, .finished, in: turn) }
  }

  fileprivate func noteEnd(of scope: EffectScope) {
    let (end, turn) = (scope.end, scope.context.turnInProgress)
    for watcher in all { watcher.effectEnded(scope.number, end, in: turn) }
  }
}

extension WatchedEffect {
  fileprivate init(number: UInt64, _ description: EffectDescription, _ origin: ActionOrigin) {
    self.number = number
    self.description = description
    startingTurn = origin.action > 0 ? origin.action : nil
  }

  /// Creates the part that has a scope; `nil` if it has no description.
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
