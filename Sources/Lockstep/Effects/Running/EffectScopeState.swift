// SPDX-License-Identifier: MIT

/// The mutable state of an ``EffectScope``, protected by its lock.
struct EffectScopeState {
  enum Phase {
    /// Sends values; next: stopped, cancelled, or finished.
    case active
    /// Sends nothing more, while what it has sent is still in transit; next: cancelled or finished.
    case stopped
    /// Sends nothing more, and the store discards the values that are still in transit. A final state.
    case cancelled
    /// Completed by itself; the end.
    case finished
  }

  // The order of the properties keeps the state small: there is one for each running effect.

  var children = EffectChildren()
  var endings = EffectEndings()
  /// The subscriber that a leaf sends its values to, until it has ended; the outlet knows its type.
  private(set) var subscriber: EffectTarget?
  /// The work that is ended with the scope.
  var work = EffectWork.none
  var phase = Phase.active
  /// Whether a leaf has sent its end, as opposed to having been ended from outside.
  var hasClosedOutlet = false
  /// How the scope ends or has ended.
  var end = EffectEnd.finished
  /// Whether watchers are told when the scope ends.
  var isWatched = false
  /// Whether the turn of a value in transit is in progress.
  var isInTurn = false
  var bodies: Int32 = 1
  var queued: Int32 = 0

  init(subscriber: EffectTarget? = nil) {
    self.subscriber = subscriber
  }

  var isIdle: Bool { bodies == 0 && queued == 0 && children.isEmpty }

  /// Removes and returns what is to be released or notified once the lock is free.
  mutating func takeOutlet() -> Outlet {
    defer {
      subscriber = nil
      work = .none
    }
    return Outlet(subscriber: subscriber, work: work)
  }

  mutating func takeEndings() -> EffectEndings {
    defer { endings = EffectEndings() }
    return endings
  }

  struct Outlet {
    var subscriber: EffectTarget?
    var work = EffectWork.none
  }
}
