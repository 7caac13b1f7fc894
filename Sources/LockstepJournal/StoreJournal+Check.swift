// SPDX-License-Identifier: MIT

internal import Lockstep

extension StoreJournal {
  /// Returns the contradictions in the recording, one per line.
  ///
  /// Numbers and times ascend. Causes form a forest with roots from outside. Effects start before they send and end,
  /// and effects without an end are running.
  package func contradictions(running: Set<UInt64>) -> [String] {
    reading {
      let (turns, effects) = (turns, effects)
      return contradictions(of: turns, effects)
        + contradictions(of: effects, running: Set(running.map(Int.init)))
    }
  }

  private func contradictions(of turns: [JournalTurn], _ effects: [JournalEffect]) -> [String] {
    var known: [Int: JournalEffect] = [:]
    for effect in effects { known[effect.number] = effect }
    var found: [String] = []
    func require(_ condition: Bool, _ turn: JournalTurn, _ problem: String) {
      if condition == false { found.append("turn \(turn.number): \(problem)") }
    }
    var last = droppedTurnCount
    var time = Duration.zero
    for turn in turns {
      require(turn.number > last, turn, "its number follows \(last)")
      require(turn.time >= time, turn, "its time, \(turn.time), is before \(time)")
      (last, time) = (turn.number, turn.time)
      require(turn.cause ?? 0 < turn.number, turn, "it follows from turn \(turn.cause ?? 0)")
      // An effect of the initial state also counts as coming from outside.
      require(turn.sender.startingTurn ?? 0 < turn.number, turn, "its effect began later")
      guard let number = turn.effect else { continue }
      guard let effect = known[number] else {
        let isDropped = droppedTurnCount > 0 || hasDroppedEffects
        require(isDropped, turn, "its effect, \(number), has never begun")
        continue
      }
      require(effect.begin <= turn.time, turn, "its effect, \(number), began at \(effect.begin)")
      require(effect.sentCount > 0, turn, "its effect, \(number), has sent nothing")
      require(
        effect.startingTurn == turn.sender.startingTurn,
        turn,
        "its effect, \(number), was started by another turn"
      )
    }
    return found
  }

  private func contradictions(of effects: [JournalEffect], running: Set<Int>) -> [String] {
    var found: [String] = []
    func require(_ condition: Bool, _ effect: JournalEffect, _ problem: String) {
      if condition == false { found.append("effect \(effect.number), \(effect): \(problem)") }
    }
    var last = 0
    for effect in effects {
      require(effect.number > last, effect, "its number follows \(last)")
      last = effect.number
      if let end = effect.end {
        require(end.time >= effect.begin, effect, "it ended before it began")
        require(end.turn ?? .max >= effect.startingTurn ?? 0, effect, "it ended before its turn")
        require(running.contains(effect.number) == false, effect, "it has ended, and is running")
      } else {
        require(running.contains(effect.number), effect, "it has no end, but is not running")
      }
    }
    for number in running.subtracting(effects.map(\.number)).sorted() {
      found.append("effect \(number) is running, and has never begun")
    }
    return found
  }
}
