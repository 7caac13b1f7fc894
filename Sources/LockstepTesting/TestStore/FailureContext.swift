// SPDX-License-Identifier: MIT

internal import Lockstep
internal import LockstepJournal

struct FailureContext {
  /// The maximum number of lines of a failure with its context, unless the message alone is longer.
  private static let lineLimit = 38

  private var turns: [Int] = []
  private var effects: [Int] = []
  private var showsEffects = false

  static var none: Self { Self() }

  static func causes(of turn: Int?) -> Self {
    Self(turns: turn.map { [$0] } ?? [])
  }

  static func course(of turns: [Int] = [], effects: [UInt64] = []) -> Self {
    Self(turns: turns, effects: effects.map(Int.init), showsEffects: true)
  }

  /// Returns the text that follows a message; `nil` if the context adds nothing.
  func text<State>(in journal: StoreJournal<State>, below message: String) -> String? {
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
    if showsEffects, hasMore(journal, than: causes), let text = timeline(in: journal, room: room) {
      add("The turns, with the effects beside them:", text)
    }
    return parts.isEmpty ? nil : parts.joined(separator: "\n\n")
  }

  /// Returns whether the journal contains effects that neither the message nor the causes name.
  private func hasMore<State>(_ journal: StoreJournal<State>, than causes: [JournalTurn]) -> Bool {
    guard causes.count > 1, let last = causes.first, let first = causes.last else {
      let count = journal.effects.count
      return count > 1 || (count == 1 && causes.isEmpty && journal.turns.count > 1)
    }
    let senders = Set(causes.compactMap(\.effect))
    return journal.effects.contains { effect in
      guard senders.contains(effect.number) == false else { return false }
      if effects.contains(effect.number) { return true }
      guard effect.startingTurn ?? 0 < last.number else { return false }
      guard let end = effect.end else { return true }
      // Effects that ended during the chain belong to the timeline, too.
      return end.turn.map { $0 >= first.number } ?? (end.time > first.time)
    }
  }

  /// Returns a timeline of all turns if they fit, or otherwise of the related turns.
  private func timeline<State>(in journal: StoreJournal<State>, room: Int) -> String? {
    let limit = min(20, room - 3)
    let (turnCount, effectCount) = (journal.turns.count, journal.effects.count)
    let isWhole = turnCount + 1 + effectCount <= limit && effectCount <= limit / 3
    // A single effect is unrelated to turns that it does not start, send or end in.
    let needsAll = effectCount > 1 || (turns.isEmpty && effects.isEmpty)
    if isWhole, needsAll, journal.droppedTurnCount == 0 { return journal.text(maxLines: limit) }
    guard limit >= 10 else { return nil }
    return journal.text(maxLines: limit, turns: turns, effects: effects)
  }
}
