// SPDX-License-Identifier: MIT

/// An object that is notified when a part of an effect has ended.
///
/// `@unchecked` because a nonfinal class cannot be checked; the properties of all subclasses are constants of
/// `Sendable` types, and the link belongs to the list that the ending is in, which belongs to one scope and
/// is protected by its lock.
@usableFromInline
class EffectEnding: @unchecked Sendable {
  fileprivate var previous: EffectEnding?

  func effectEnded(_ scope: EffectScope) {
    preconditionFailure("A subclass of EffectEnding does not override effectEnded(_:).")
  }
}

/// An ending that calls a function when a part of an effect has ended.
///
/// `@unchecked` like every ending; see ``EffectEnding``.
final class EffectEndingAction: EffectEnding, @unchecked Sendable {
  private let action: @Sendable () -> Void

  init(_ action: @escaping @Sendable () -> Void) {
    self.action = action
  }

  override func effectEnded(_ scope: EffectScope) {
    action()
  }
}

/// The objects to notify when a part of an effect has ended, usually none or one.
struct EffectEndings: Sendable {
  private var last: EffectEnding?

  /// Adds an ending that is not in any list.
  mutating func append(_ ending: EffectEnding) {
    ending.previous = last
    last = ending
  }

  /// Notifies the endings, in the order in which they were added.
  consuming func tell(of scope: EffectScope) {
    guard let last else { return }
    guard last.previous != nil else { return last.effectEnded(scope) }
    var endings: [EffectEnding] = []
    var next: EffectEnding? = last
    while let ending = next {
      endings.append(ending)
      next = ending.previous
      ending.previous = nil
    }
    for ending in endings.reversed() { ending.effectEnded(scope) }
  }
}
