// SPDX-License-Identifier: MIT

internal import Lockstep

/// An action that a run has taken, without its value.
///
/// Lists hold it in this form, because unspecialized code looks up the type of a list whose elements are generic.
@usableFromInline
class ReceivedAction {
  /// The scope of the effect that sent the action, unless the effect was nothing but a value.
  let source: EffectScope?
  /// Whether it has to be asserted.
  let isRequired: Bool
  /// Whether the reducer has returned an effect for it.
  let hasEffect: Bool
  /// The number of its turn.
  let turn: Int

  init(from source: EffectScope?, isRequired: Bool, hasEffect: Bool, turn: Int) {
    self.source = source
    self.isRequired = isRequired
    self.hasEffect = hasEffect
    self.turn = turn
  }
}
