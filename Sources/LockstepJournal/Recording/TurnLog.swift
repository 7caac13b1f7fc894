// SPDX-License-Identifier: MIT

internal import Lockstep

/// The turns of a journal and the states after them, in a ring once there are as many as are kept.
///
/// Isolation: that of the store.
final class TurnLog<State>: JournalSource {
  private struct Entry {
    var turn: StoreTurn
    var time: Duration
    /// The state after the turn, if it is kept.
    var state: State?
  }

  let time: @Sendable () -> Duration
  let effects: EffectLog
  private let limit: Int
  private let stateInterval: Int
  private var entries: ContiguousArray<Entry> = []
  /// The index of the oldest entry.
  private var first = 0
  /// The state before the oldest entry, if it is known, and the number of the turn that it is the state after.
  private var base: (state: State?, number: Int)
  private var beginning = Duration.zero
  /// The number of turns since a state was kept.
  private var sinceState = 0
  private(set) var droppedCount = 0

  init(
    keeping: JournalKeeping,
    state: State,
    after number: Int,
    time: @escaping @Sendable () -> Duration
  ) {
    self.time = time
    effects = EffectLog(limit: keeping.effectLimit, time: time)
    limit = keeping.turnLimit ?? .max
    stateInterval = keeping.stateInterval
    base = (state, number)
  }

  func turnBegins() { beginning = time() }

  func turnEnded(_ turn: StoreTurn, _ state: State) {
    sinceState += 1
    let isKept = sinceState >= stateInterval
    if isKept { sinceState = 0 }
    let entry = Entry(turn: turn, time: beginning, state: isKept ? state : nil)
    if turn.sender.leaf != 0 { effects.noteSent(turn.sender.leaf) }
    guard entries.count >= limit else { return entries.append(entry) }
    base = (entries[first].state, entries[first].turn.number)
    entries[first] = entry
    first = first + 1 == limit ? 0 : first + 1
    droppedCount += 1
  }

  // MARK: Reading

  var count: Int { entries.count }

  private func entry(_ position: Int) -> Entry {
    let index = first + position
    return entries[index < entries.count ? index : index - entries.count]
  }

  var turns: [(turn: StoreTurn, time: Duration)] {
    (0..<count).map { position in
      let entry = entry(position)
      return (entry.turn, entry.time)
    }
  }

  /// Returns the state after the turn at a position, if it is kept; that before the first turn is at -1.
  func state(at position: Int) -> State? {
    position < 0 ? base.state : entry(position).state
  }

  func position(after number: Int) -> Int? {
    let isKnown =
      number >= base.number && number <= (count > 0 ? entry(count - 1).turn.number : base.number)
    guard isKnown else { return nil }
    // Where a number is missing, the state did not change.
    return (0..<count).partitioningIndex { entry($0).turn.number > number } - 1
  }
}

/// The part of a journal that does not depend on the type of the state.
///
/// Isolation: that of the store.
protocol JournalSource: AnyObject {
  /// The number of turns.
  var count: Int { get }

  /// The turns, the oldest first, and the time of each.
  var turns: [(turn: StoreTurn, time: Duration)] { get }

  var droppedCount: Int { get }
  var effects: EffectLog { get }

  /// Returns the position of the last turn up to a number, -1 if that is the number before the first; `nil` if the
  /// state then is not known.
  func position(after number: Int) -> Int?
}

extension Range<Int> {
  /// Returns the first number for which a condition holds that holds for all numbers after it.
  ///
  /// - Complexity: O(log *n*).
  func partitioningIndex(where condition: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if condition(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
