// SPDX-License-Identifier: MIT

internal import Lockstep

/// A received action without its value.
///
/// Collections use this type, because unspecialized code looks up the metadata of a collection with generic elements.
@usableFromInline
class ReceivedAction {
  /// The scope of the effect that sent the action; `nil` if the effect was a plain value.
  let source: EffectScope?
  let isRequired: Bool
  /// Whether the reducer returned an effect for the action.
  let hasEffect: Bool
  let turn: Int

  init(from source: EffectScope?, isRequired: Bool, hasEffect: Bool, turn: Int) {
    self.source = source
    self.isRequired = isRequired
    self.hasEffect = hasEffect
    self.turn = turn
  }
}
