// SPDX-License-Identifier: MIT

/// Who has to be told when a part of an effect has ended.
///
/// `@unchecked` because a class that is not final cannot be checked; the properties of all subclasses
/// are constants of `Sendable` types, and the link belongs to the list that it is in, which belongs to
/// one scope, under its lock.
class EffectEnding: @unchecked Sendable {
  fileprivate var previous: EffectEnding?

  func effectEnded(_ scope: EffectScope) {
    preconditionFailure("A subclass of EffectEnding does not override effectEnded(_:).")
  }
}

/// Calls a function when a part of an effect has ended.
///
/// `@unchecked` like every ending, see ``EffectEnding``.
final class EffectEndingAction: EffectEnding, @unchecked Sendable {
  private let action: @Sendable () -> Void

  init(_ action: @escaping @Sendable () -> Void) {
    self.action = action
  }

  override func effectEnded(_ scope: EffectScope) {
    action()
  }
}

/// Those who have to be told when a part of an effect has ended, mostly nobody or one.
struct EffectEndings: Sendable {
  private var last: EffectEnding?

  /// Adds one who is in no list.
  mutating func append(_ ending: EffectEnding) {
    ending.previous = last
    last = ending
  }

  /// Tells them, in the order in which they came.
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
