// SPDX-License-Identifier: MIT

internal import Synchronization

/// An observer of a store's effects.
///
/// Watchers are notified, on any thread, about leaves and waiting operators that have descriptions.
@usableFromInline
package protocol EffectWatcher: AnyObject, Sendable {
  func effectBegan(_ effect: WatchedEffect)

  /// Receives the end of a part, which is unknown to a watcher that missed the start or already received the end.
  func effectEnded(_ number: UInt64, _ end: EffectEnd, in turn: Int?)
}

@usableFromInline
package enum EffectEnd: Sendable {
  case finished
  case cancelled
  /// Cancelled because the state that it belongs to was removed.
  case endedWithState
}

@usableFromInline
package struct WatchedEffect: Sendable {
  /// The number of the part in its store, ascending in the order in which parts begin.
  package let number: UInt64
  package let description: EffectDescription
  /// The number of the turn whose action started the part; `nil` if it began with the initial state.
  package let startingTurn: Int?
}

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

  func noteBegin(of scope: EffectScope) { noteBegin(of: scope, to: all) }

  func noteBegin(of scope: EffectScope, to watchers: [any EffectWatcher]) {
    guard watchers.isEmpty == false, let effect = WatchedEffect(scope) else { return }
    for watcher in watchers { watcher.effectBegan(effect) }
    scope.onEnd(watched: WatchedEnding(self))
  }

  /// Runs an effect that has no scope, and notifies the watchers of its start and its end.
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

  fileprivate init?(_ scope: EffectScope) {
    guard let description = scope.description else { return nil }
    self.init(number: scope.number, description, scope.origin)
  }
}

extension EffectContext {
  fileprivate var turnInProgress: Int? {
    guard let origin = originOfTurn, origin.depth >= 0, origin.action > 0 else { return nil }
    return origin.action
  }
}

private final class WatchedEnding: EffectEnding, @unchecked Sendable {
  private let watchers: EffectWatchers

  init(_ watchers: EffectWatchers) {
    self.watchers = watchers
  }

  override func effectEnded(_ scope: EffectScope) { watchers.noteEnd(of: scope) }
}
