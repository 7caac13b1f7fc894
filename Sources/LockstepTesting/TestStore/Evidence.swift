// SPDX-License-Identifier: MIT

internal import Lockstep
internal import LockstepJournal

/// The turns and the effects that a failure is about.
struct Evidence {
  /// The number of lines that a failure has at most with its evidence, unless its message alone has more.
  private static let lineLimit = 38

  private var turns: [Int] = []
  private var effects: [Int] = []
  private var showsEffects = false

  /// Nothing that the step of the failure does not say itself.
  static var none: Self { Self() }

  /// The causes of the action of a step, if an effect sent it.
  static func causes(of turn: Int?) -> Self {
    Self(turns: turn.map { [$0] } ?? [])
  }

  /// The causes of actions, and the course of the effects.
  static func course(of turns: [Int] = [], effects: [UInt64] = []) -> Self {
    Self(turns: turns, effects: effects.map(Int.init), showsEffects: true)
  }

  /// Returns the text that follows a message; `nil` if there is nothing to say.
  func text<State>(in journal: Journal<State>, below message: String) -> String? {
    var room = Self.lineLimit - 1 - message.count { $0 == "\n" }
    var parts: [String] = []
    func add(_ heading: String, _ text: String) {
      parts.append("\(heading)\n\n\(text)")
      room -= 4 + text.count { $0 == "\n" }
    }
    let causes = journal.causes(ofTurns: turns)
    if causes.count > 1, room >= 9 {
      add("How this came about:", causes.text(limit: min(12, room - 3)))
    }
    // A single effect is named in the message, or in the chain of causes.
    let (turnCount, effectCount) = (journal.turns.count, journal.effects.count)
    let isMore = effectCount > 1 || (effectCount == 1 && causes.isEmpty && turnCount > 1)
    if showsEffects, isMore, room >= 9 {
      let text = journal.text(maxLines: min(20, room - 3), turns: turns, effects: effects)
      add("The turns, with the effects beside them:", text)
    }
    return parts.isEmpty ? nil : parts.joined(separator: "\n\n")
  }
}
