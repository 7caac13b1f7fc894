// SPDX-License-Identifier: MIT

internal import Lockstep

/// The effects that began while running effects did not count, and so need not have ended at the end.
struct ExcusedEffects {
  /// The effects that were present when running effects stopped counting.
  private var before: [EffectScope] = []
  private var effects: [EffectScope] = []

  /// Notes that running effects no longer count.
  ///
  /// - Parameter present: The effects that are running or have left a task behind.
  mutating func begin(_ present: [EffectScope]) {
    before = present
  }

  /// Notes that running effects count again.
  ///
  /// - Parameter present: The effects that are running or have left a task behind.
  mutating func end(_ present: [EffectScope]) {
    effects = effects.filter { effect in present.contains { $0.isWithin(effect) } }
    effects += present.filter { effect in before.contains(where: effect.isWithin) == false }
    before = []
  }

  /// Returns whether an effect is one of them or a part of one.
  func contains(_ effect: EffectScope) -> Bool {
    effects.contains(where: effect.isWithin)
  }
}
