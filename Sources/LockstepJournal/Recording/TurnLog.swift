// SPDX-License-Identifier: MIT

internal import Lockstep

/// The turns of a journal and the states after them, in rings once there are as many as are kept.
///
/// Isolation: that of the store.
final class TurnLog<State>: JournalSource, TurnFollower {
  let effects: EffectLog
  private let time: @Sendable () -> Duration
  /// Returns the state, from the location of that of the root.
  private let read: (UnsafeRawPointer) -> State
  private let stateInterval: Int
  @exclusivity(unchecked) private var ring: TurnRing
  /// The state before the first turn, and those after each multiple of the interval.
  private let states: StateRing<State>
  @exclusivity(unchecked) private var beginning = Duration.zero

  init(
    keeping: JournalKeeping,
    state: State,
    after number: Int,
    time: @escaping @Sendable () -> Duration,
    read: @escaping (UnsafeRawPointer) -> State
  ) {
    self.time = time
    self.read = read
    effects = EffectLog(limit: keeping.effectLimit, time: time)
    let limit = keeping.turnLimit ?? .max
    stateInterval = keeping.stateInterval
    ring = TurnRing(limit: limit, after: number)
    states = StateRing(limit: limit / stateInterval, state)
  }

  func turnBegins(_ state: UnsafeRawPointer) {
    beginning = time()
    // The journal may have been made within a turn, which has changed the state since.
    if ring.total == 0 { states.replaceLast(by: read(state)) }
  }

  func turnEnded(_ turn: consuming StoreTurn, _ state: UnsafeRawPointer) {
    if turn.sender.leaf != 0 { effects.noteSent(turn.sender.leaf) }
    ring.append(turn, at: beginning)
    if stateInterval == 1 || ring.total % stateInterval == 0 { states.append(read(state)) }
  }

  // MARK: Reading

  var count: Int { ring.count }
  var droppedCount: Int { ring.total - ring.count }

  var turns: [(turn: StoreTurn, time: Duration)] {
    (0..<count).map { (ring[$0].turn, ring[$0].time) }
  }

  /// Returns the state after the turn at a position, if it is kept; that before the first turn is at -1.
  func state(at position: Int) -> State? {
    let number = droppedCount + position + 1
    return number % stateInterval == 0 ? states[number / stateInterval] : nil
  }

  func position(after number: Int) -> Int? {
    let last = count > 0 ? ring[count - 1].turn.number : ring.base
    guard number >= ring.base, number <= last else { return nil }
    // Where a number is missing, the state did not change.
    return (0..<count).partitioningIndex { ring[$0].turn.number > number } - 1
  }
}

/// The last turns, and the time of each.
///
/// A type that is the same for all states, which is cheaper to handle.
private struct TurnRing {
  struct Entry {
    var turn: StoreTurn
    var time: Duration
  }

  private let limit: Int
  private var entries: ContiguousArray<Entry> = []
  /// The index of the oldest entry.
  private var first = 0
  /// The number of turns that were appended.
  private(set) var total = 0
  /// The number of the turn before the oldest entry.
  private(set) var base: Int

  init(limit: Int, after number: Int) {
    self.limit = limit
    base = number
  }

  var count: Int { entries.count }

  subscript(position: Int) -> Entry {
    let index = first + position
    return entries[index < entries.count ? index : index - entries.count]
  }

  mutating func append(_ turn: consuming StoreTurn, at time: Duration) {
    total += 1
    guard entries.count >= limit else {
      return entries.append(Entry(turn: consume turn, time: time))
    }
    // In place, because the whole entry would be copied to read its number.
    base = entries.withUnsafeBufferPointer { $0[first].turn.number }
    entries[first] = Entry(turn: consume turn, time: time)
    first = first + 1 == limit ? 0 : first + 1
  }
}

/// The last of some states, by the numbers in which they were added.
///
/// Isolation: that of the store.
private final class StateRing<State> {
  /// The number of states that are kept.
  private let limit: Int
  @exclusivity(unchecked) private var capacity = 1
  @exclusivity(unchecked) private var total = 1
  @exclusivity(unchecked) private var states: UnsafeMutablePointer<State>

  /// - Parameters:
  ///   - limit: The number of states to keep besides the oldest one.
  ///   - state: The state with the number zero.
  init(limit: Int, _ state: State) {
    self.limit = limit == .max ? limit : limit + 1
    states = .allocate(capacity: 1)
    states.initialize(to: state)
  }

  deinit {
    states.deinitialize(count: min(total, capacity))
    states.deallocate()
  }

  /// The state with a number; `nil` if it is no longer kept.
  subscript(number: Int) -> State? {
    number >= total - min(total, capacity) && number < total ? states[number % capacity] : nil
  }

  func replaceLast(by state: State) {
    states[(total - 1) % capacity] = state
  }

  func append(_ state: State) {
    if total < capacity {
      (states + total).initialize(to: state)
    } else if capacity < limit {
      grow()
      (states + total).initialize(to: state)
    } else {
      states[total % capacity] = state
    }
    total += 1
  }

  private func grow() {
    let larger = min(limit, 2 * capacity)
    let copy = UnsafeMutablePointer<State>.allocate(capacity: larger)
    copy.moveInitialize(from: states, count: total)
    states.deallocate()
    (states, capacity) = (copy, larger)
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
