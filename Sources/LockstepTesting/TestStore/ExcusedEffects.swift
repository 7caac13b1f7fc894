// SPDX-License-Identifier: MIT

internal import Lockstep

/// The effects that started while running effects were not checked, and may still run at the end.
struct ExcusedEffects {
  private var before: [EffectScope] = []
  private var effects: [EffectScope] = []

  /// Records that running effects are no longer checked.
  mutating func begin(_ present: [EffectScope]) {
    before = present
  }

  /// Records that running effects are checked again.
  mutating func end(_ present: [EffectScope]) {
    effects = effects.filter { effect in present.contains { $0.isWithin(effect) } }
    effects += present.filter { effect in before.contains(where: effect.isWithin) == false }
    before = []
  }

  func contains(_ effect: EffectScope) -> Bool {
    effects.contains(where: effect.isWithin)
  }
}
