// SPDX-License-Identifier: MIT

/// What of an ``EffectScope`` changes, under its lock.
struct EffectScopeState {
  enum Phase {
    /// Sends values; next: stopped, cancelled or finished.
    case active
    /// Sends nothing more, while what it sent is still on its way; next: cancelled or finished.
    case stopped
    /// Sends nothing more, and what it sent is void; the end.
    case cancelled
    /// Completed by itself; the end.
    case finished
  }

  // The order of the properties keeps it small: there is one for each effect that runs.

  var children = EffectChildren()
  var endings = EffectEndings()
  /// Whom a leaf sends its values to, until it has ended; of the type that its outlet knows.
  private(set) var subscriber: Subscriber?
  /// What is ended when the scope is.
  var work = EffectWork.none
  var phase = Phase.active
  /// Whether a leaf has sent its end, unlike one that was ended from outside.
  var hasClosedOutlet = false
  var bodies: Int32 = 1
  var queued: Int32 = 0

  init(subscriber: AnyObject? = nil) {
    self.subscriber = subscriber.map(Subscriber.init)
  }

  var isIdle: Bool { bodies == 0 && queued == 0 && children.isEmpty }

  /// Takes out what is to be let go of, or told, once the lock is free.
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

  /// A subscriber of any type.
  ///
  /// `@unchecked` because it is an `EffectSubscriber`, and as such `Sendable`.
  struct Subscriber: @unchecked Sendable {
    let object: AnyObject
  }

  struct Outlet {
    var subscriber: Subscriber?
    var work = EffectWork.none
  }
}
