// SPDX-License-Identifier: MIT

/// The mutable state of an ``EffectScope``, protected by its lock.
struct EffectScopeState {
  enum Phase {
    case active
    /// The scope sends nothing more, but values that it has sent are still in transit.
    case stopped
    /// The scope sends nothing more, and the store discards the values in transit. This phase is final.
    case cancelled
    /// The effect completed by itself. This phase is final.
    case finished
  }

  // The order of the properties keeps the state small, because every running effect has one.

  var children = EffectChildren()
  var endings = EffectEndings()
  /// The subscriber of a leaf until the leaf ends; the outlet knows its type.
  private(set) var subscriber: EffectTarget?
  var work = EffectWork.none
  var phase = Phase.active
  /// Whether the leaf itself sent its end, rather than being cancelled.
  var hasClosedOutlet = false
  var end = EffectEnd.finished
  var isWatched = false
  /// Whether the store is processing a value that was in transit.
  var isInTurn = false
  var bodies: Int32 = 1
  var queued: Int32 = 0

  init(subscriber: EffectTarget? = nil) {
    self.subscriber = subscriber
  }

  var isIdle: Bool { bodies == 0 && queued == 0 && children.isEmpty }

  /// Removes and returns the objects to release or notify after unlocking.
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
