// SPDX-License-Identifier: MIT

internal import Lockstep
internal import Synchronization

/// The actions that the stores of a run take, in the order of their turns, and the senders of those
/// actions.
///
/// Complexity: O(1) for each action; their text is produced only on demand.
final class ActionTrace: Sendable {
  /// A handle that notes the actions of one store.
  struct Store {
    fileprivate let trace: ActionTrace
    fileprivate let number: Int

    /// Notes a turn, before which a number of choices have been made.
    func add(_ turn: StoreTurn, after choiceCount: Int) {
      trace.state.withLock {
        $0.turns.append(Turn(store: number, turn: turn, choiceCount: choiceCount))
      }
    }
  }

  private struct Turn {
    var store: Int
    var turn: StoreTurn
    var choiceCount: Int
  }

  private struct State {
    var turns: [Turn] = []
    var storeCount = 0
  }

  private let state = Mutex(State())

  func addStore() -> Store {
    let number = state.withLock { state in
      state.storeCount += 1
      return state.storeCount
    }
    return Store(trace: self, number: number)
  }

  /// Each action in two lines: the action, with its store if there are several, and its sender.
  var texts: [(action: String, cause: String)] {
    let (turns, storeCount) = state.withLock { ($0.turns, $0.storeCount) }
    return turns.map { turn in
      let store = storeCount > 1 ? "store \(turn.store): " : ""
      return ("\(store)\(Dump(turn.turn.action).boundedLine)", "by \(turn.turn.sender)")
    }
  }

  /// The number of choices that had been made before each of the turns.
  var choiceCounts: [Int] { state.withLock { $0.turns.map(\.choiceCount) } }

  /// A hash value that distinguishes the order of the actions from others.
  var orderHash: Int {
    var hasher = Hasher()
    for turn in state.withLock({ $0.turns }) {
      hasher.combine(turn.store)
      hasher.combine(String(describing: turn.turn.action))
    }
    return hasher.finalize()
  }
}

/// How the actions of a failing schedule differ from those of the usual order, which passes.
struct Parting {
  private let usual: [(action: String, cause: String)]
  private let failing: [(action: String, cause: String)]
  private let name: String

  init(_ failing: ActionTrace, named name: String, from usual: ActionTrace) {
    self.usual = usual.texts
    self.failing = failing.texts
    self.name = name
  }

  var text: String {
    let count = zip(usual, failing).prefix { $0 == $1 }.count
    guard count < max(usual.count, failing.count) else {
      return """
        Its actions are those of the usual order, first in, first out, which passes: what differs lies \
        between them.
        """
    }
    return """
      From action \(count + 1) on it differs from the usual order, first in, first out, which passes: …

      First in, first out:

      \(list(usual, from: count))

      \(name):

      \(list(failing, from: count))
      """
  }

  /// Lists the first ten actions from an index on.
  private func list(_ turns: [(action: String, cause: String)], from start: Int) -> String {
    guard start < turns.count else { return "  (no more actions)" }
    let shown = turns.indices[start...].prefix(10)
    let lines = shown.flatMap { index in
      ["  \(index + 1). \(turns[index].action)", "     \(turns[index].cause)"]
    }
    let rest = turns.count - start - shown.count
    return (lines + (rest > 0 ? ["  … (\(rest) more)"] : [])).joined(separator: "\n")
  }
}
