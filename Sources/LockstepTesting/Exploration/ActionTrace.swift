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

    func add(_ turn: StoreTurn) {
      trace.state.withLock { $0.turns.append((number, turn)) }
    }
  }

  private struct State {
    var turns: [(store: Int, turn: StoreTurn)] = []
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
    return turns.map { store, turn in
      let store = storeCount > 1 ? "store \(store): " : ""
      return ("\(store)\(Dump(turn.action).boundedLine)", "by \(turn.sender)")
    }
  }
}

/// How the actions of a failing schedule differ from those of the usual order.
struct Parting {
  private let usual: [(action: String, cause: String)]
  private let failing: [(action: String, cause: String)]
  private let isUsualFailing: Bool
  private let seed: UInt64

  init(_ failing: ActionTrace, seed: UInt64, from usual: ActionTrace, isUsualFailing: Bool) {
    self.usual = usual.texts
    self.failing = failing.texts
    self.isUsualFailing = isUsualFailing
    self.seed = seed
  }

  var text: String {
    let count = zip(usual, failing).prefix { $0 == $1 }.count
    let usualOrder =
      "the usual order, first in, first out, which \(isUsualFailing ? "fails too" : "passes")"
    guard count < max(usual.count, failing.count) else {
      return "Its actions are those of \(usualOrder): what differs lies between them."
    }
    return """
      From action \(count + 1) on it differs from \(usualOrder): …

      First in, first out:

      \(list(usual, from: count))

      Seed \(seed):

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
