// SPDX-License-Identifier: MIT

internal import Lockstep
internal import LockstepJournal

/// The turns and the effects that a failure is about.
struct Evidence {
  private var turns: [Int] = []
  private var effects: [Int] = []
  private var showsEffects = false

  /// Nothing that the step of the failure does not say itself.
  static var none: Self { Self() }

  /// The causes of the action of a step, if an effect sent it.
  static func causes(of turn: Int?) -> Self {
    Self(turns: turn.map { [$0] } ?? [])
  }

  /// The causes of actions, and the effects that have run.
  static func course(of turns: [Int] = [], effects: [UInt64] = []) -> Self {
    Self(turns: turns, effects: effects.map(Int.init), showsEffects: true)
  }

  /// Returns the text that follows a message; `nil` if there is nothing to say.
  func text<State>(in journal: Journal<State>, below message: String) -> String? {
    let causes = journal.causes(ofTurns: turns)
    guard causes.count > 1 else { return nil }
    return "How this came about:\n\n\(causes.text)"
  }
}
