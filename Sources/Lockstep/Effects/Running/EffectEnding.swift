// SPDX-License-Identifier: MIT

/// An observer of the end of a scope.
///
/// `@unchecked` because a nonfinal class cannot be checked. Unless a subclass states otherwise, its properties are
/// constants of `Sendable` types. The link is protected by the lock of the scope whose list contains the ending.
@usableFromInline
class EffectEnding: @unchecked Sendable {
  fileprivate var previous: EffectEnding?

  func effectEnded(_ scope: EffectScope) {
    preconditionFailure("A subclass of EffectEnding does not override effectEnded(_:).")
  }
}

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
