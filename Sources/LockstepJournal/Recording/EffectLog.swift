// SPDX-License-Identifier: MIT

package import Lockstep
internal import Synchronization

package final class EffectLog: EffectWatcher {
  private struct State {
    var effects: ContiguousArray<JournalEffect> = []
    var endedCount = 0
    var hasDropped = false

    func index(of number: Int) -> Int? {
      let index = (0..<effects.count).partitioningIndex { effects[$0].number >= number }
      return index < effects.count && effects[index].number == number ? index : nil
    }

    /// Drops the oldest ended effects when their number reaches twice the limit.
    mutating func dropEnded(but limit: Int) {
      guard endedCount >= 2 * limit else { return }
      var surplus = endedCount - limit
      effects.removeAll { effect in
        guard surplus > 0, effect.end != nil else { return false }
        surplus -= 1
        return true
      }
      endedCount = limit
      hasDropped = true
    }
  }

  private let limit: Int?
  private let time: @Sendable () -> Duration
  private let state = Mutex(State())

  init(limit: Int?, time: @escaping @Sendable () -> Duration) {
    self.limit = limit
    self.time = time
  }

  package var all: [JournalEffect] { state.withLock { Array($0.effects) } }

  var hasDropped: Bool { state.withLock { $0.hasDropped } }

  package func effectBegan(_ began: WatchedEffect) {
    let effect = JournalEffect(began, begin: time())
    state.withLock { state in
      // Threads may report effects in a different order than they number them.
      let index = (0..<state.effects.count).partitioningIndex {
        state.effects[$0].number >= effect.number
      }
      guard index == state.effects.count || state.effects[index].number != effect.number else {
        return
      }
      state.effects.insert(effect, at: index)
    }
  }

  package func effectEnded(_ number: UInt64, _ end: EffectEnd, in turn: Int?) {
    let end = JournalEffect.End(reason: end.reason, turn: turn, time: time())
    state.withLock { state in
      guard let index = state.index(of: Int(number)), state.effects[index].end == nil else {
        return
      }
      state.effects[index].end = end
      state.endedCount += 1
      if let limit { state.dropEnded(but: limit) }
    }
  }

  /// Returns at most `maxLines` lines with the turns in `shown`, most important first, their causes, and their effects.
  package func text(
    with turns: [(turn: StoreTurn, time: Duration)],
    showing shown: [Int],
    maxLines: Int
  ) -> String {
    Diagram(
      title: "",
      turns: turns.map { Diagram.Turn(JournalTurn($0.turn, at: $0.time, effects: [])) },
      effects: all.map(Diagram.Effect.init),
      droppedCount: 0
    )
    .text(maxLines: maxLines, turns: shown)
  }

  func noteSent(_ number: UInt64) {
    state.withLock { state in
      if let index = state.index(of: Int(number)) { state.effects[index].sentCount += 1 }
    }
  }
}

extension EffectEnd {
  fileprivate var reason: JournalEffect.End.Reason {
    switch self {
    case .finished: .finished
    case .cancelled: .cancelled
    case .endedWithState: .endedWithState
    }
  }
}
