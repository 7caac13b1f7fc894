// SPDX-License-Identifier: MIT

internal import Lockstep
internal import LockstepJournal
internal import Synchronization

/// A log of the actions that the stores of a run process, in turn order, with their senders.
///
/// Complexity: O(1) for each action. The text is produced on demand.
final class ActionTrace: Sendable {
  struct Store {
    fileprivate let trace: ActionTrace
    fileprivate let number: Int

    /// Records a turn, its start time and the number of choices before it.
    func add(_ turn: StoreTurn, at time: Duration, after choiceCount: Int) {
      trace.state.withLock {
        let turn = Turn(store: number, turn: turn, time: time, choiceCount: choiceCount)
        $0.turns.append(turn)
      }
    }
  }

  private struct Turn {
    var store: Int
    var turn: StoreTurn
    var time: Duration
    var choiceCount: Int
  }

  private struct State {
    var turns: [Turn] = []
    var storeCount = 0
    /// The effects of the store that was added last.
    var effects: EffectLog?
  }

  private let state = Mutex(State())

  func addStore(_ effects: EffectLog) -> Store {
    let number = state.withLock { state in
      state.storeCount += 1
      state.effects = effects
      return state.storeCount
    }
    return Store(trace: self, number: number)
  }

  /// The description of each action, with its store if the run has several, and its sender.
  var texts: [(action: String, cause: String)] {
    let (turns, storeCount) = state.withLock { ($0.turns, $0.storeCount) }
    return turns.map { turn in
      let store = storeCount > 1 ? "store \(turn.store): " : ""
      return ("\(store)\(Dump(turn.turn.action).boundedLine)", "by \(turn.turn.sender)")
    }
  }

  /// Returns a timeline of the turn at an index and its neighbors, with a column for each effect, or `nil` if the run
  /// has several stores or no effects.
  ///
  /// If space is limited, adjacent turns have the highest priority. Turns that only save have the lowest.
  func timeline(around index: Int, maxLines: Int) -> String? {
    let (turns, storeCount, effects) = state.withLock { ($0.turns, $0.storeCount, $0.effects) }
    guard storeCount == 1, let effects, index < turns.count, effects.all.isEmpty == false else {
      return nil
    }
    let following = turns[index...].dropFirst(2).prefix(maxLines)
    let shown =
      [turns[index]] + turns[..<index].suffix(1) + turns[index...].dropFirst().prefix(1)
      + following.filter { $0.turn.isOfSaving == false }
      + following.filter { $0.turn.isOfSaving }
    return effects.text(
      with: turns.map { ($0.turn, $0.time) },
      showing: shown.map(\.turn.number),
      maxLines: maxLines
    )
  }

  /// The number of choices that preceded each turn.
  var choiceCounts: [Int] { state.withLock { $0.turns.map(\.choiceCount) } }

  func orderHash(_ actions: inout DistinctActions) -> Int {
    var hasher = Hasher()
    for turn in state.withLock({ $0.turns }) {
      hasher.combine(turn.store)
      actions.hash(turn.turn.action, into: &hasher)
    }
    return hasher.finalize()
  }
}

/// The distinct actions of an exploration, which identify action orders without describing each action.
///
/// Descriptions can be slow to produce.
///
/// Complexity: O(*n*) for each action, in the number of distinct actions.
struct DistinctActions {
  private static let limit = 200
  private var actions: [any Equatable] = []

  mutating func hash(_ action: any Sendable, into hasher: inout Hasher) {
    if let index = index(of: action) {
      hasher.combine(index)
    } else {
      hasher.combine(String(describing: action))
    }
  }

  private mutating func index(of action: any Sendable) -> Int? {
    // Most actions are known. Comparing their types first avoids the cost of a dynamic cast.
    for (index, known) in actions.enumerated() where isEqual(known, action) { return index }
    guard actions.count < Self.limit, let new = action as? any Equatable else { return nil }
    actions.append(new)
    return actions.count - 1
  }

  private func isEqual<Known: Equatable, Action: Sendable>(
    _ known: Known,
    _ action: Action
  ) -> Bool {
    Known.self == Action.self && unsafeBitCast(action, to: Known.self) == known
  }
}

extension StoreTurn {
  fileprivate var isOfSaving: Bool {
    var value: Any = action
    while true {
      if value is SavingAction { return true }
      // A payload with several values, such as `(id: 1, action: action)`, contains the action last.
      guard let child = Mirror(reflecting: value).children.reversed().first else { return false }
      value = child.value
    }
  }
}

/// The differences between the actions of a failing schedule and those of the passing FIFO order.
struct Parting {
  private let fifo: ActionTrace
  private let failing: ActionTrace
  private let name: String

  init(_ failing: ActionTrace, named name: String, from fifo: ActionTrace) {
    self.fifo = fifo
    self.failing = failing
    self.name = name
  }

  var text: String {
    let (fifoTexts, failingTexts) = (fifo.texts, failing.texts)
    let count = zip(fifoTexts, failingTexts).prefix { $0 == $1 }.count
    guard count < max(fifoTexts.count, failingTexts.count) else {
      return """
        Its actions are those of first-in, first-out (FIFO) order, which passes. The runs differ between the actions.
        """
    }
    return """
      From action \(count + 1) on, it differs from first-in, first-out (FIFO) order, which passes: …

      First in, first out:

      \(fifo.timeline(around: count, maxLines: 16) ?? list(fifoTexts, from: count))

      \(name):

      \(failing.timeline(around: count, maxLines: 16) ?? list(failingTexts, from: count))
      """
  }

  private func list(_ turns: [(action: String, cause: String)], from start: Int) -> String {
    guard start < turns.count else { return "  (no more actions)" }
    let shown = turns.indices[start...].prefix(5)
    let lines = shown.flatMap { index in
      ["  \(index + 1). \(turns[index].action)", "     \(turns[index].cause)"]
    }
    let rest = turns.count - start - shown.count
    return (lines + (rest > 0 ? ["  … (\(rest) more)"] : [])).joined(separator: "\n")
  }
}
