// SPDX-License-Identifier: MIT

public import Lockstep

@usableFromInline
final class TurnLog<State>: JournalSource, TurnFollower {
  let effects: EffectLog
  private let time: @Sendable () -> Duration
  private let read: (UnsafeRawPointer) -> State
  private let stateInterval: Int
  private let keeping: JournalKeeping
  private let ring: Ring<StoreTurn>
  private let times: Ring<Duration>
  /// The state before the first turn, and the state after each multiple of the interval.
  private let states: Ring<State>
  /// The child reducers' runs whose results other code overwrote in the same turn.
  @exclusivity(unchecked) private var overwritten: [(turn: Int, runs: [ChildRun])] = []
  /// The number of the turn before the oldest one.
  @exclusivity(unchecked) private(set) var base: Int
  @exclusivity(unchecked) private var beginning = Duration.zero
  @exclusivity(unchecked) var afterTurn: ((StoreTurn, EffectScope?) -> Void)?

  @usableFromInline
  init(
    keeping: JournalKeeping,
    state: State,
    after number: Int,
    time: @escaping @Sendable () -> Duration,
    read: @escaping (UnsafeRawPointer) -> State,
    states: Ring<State> = Ring()
  ) {
    self.keeping = keeping
    self.time = time
    self.read = read
    effects = EffectLog(limit: keeping.effectLimit, time: time)
    let limit = keeping.turnLimit ?? .max
    stateInterval = keeping.stateInterval
    ring = Ring(limit: limit)
    times = Ring(limit: limit)
    self.states = states
    if limit < .max { states.lowerLimit(to: limit / stateInterval + 1) }
    base = number
    states.append(state)
  }

  // Only journals of tests and unlimited journals record child runs.
  @usableFromInline var wantsChildRuns: Bool {
    keeping.states == .withinBudget || keeping.turnLimit == nil
  }

  @usableFromInline
  func turnBegins(_ turn: UnsafePointer<StoreTurn>, _ state: UnsafeRawPointer) {
    beginning = time()
    // If the journal was created during a turn, that turn has changed the state since.
    if ring.total == 0 { states.replaceLast(by: read(state)) }
  }

  @usableFromInline
  func turnEnded(
    movingFrom turn: UnsafeMutablePointer<StoreTurn>,
    _ source: EffectScope?,
    _ state: UnsafeRawPointer
  ) {
    #if DEBUG
    noteOverwritten(turn, UnsafeMutableRawPointer(mutating: state))
    #endif
    if let afterTurn { afterTurn(turn.pointee, source) }
    let leaf = turn.pointee.sender.leaf
    if leaf != 0 { effects.noteSent(leaf) }
    if let dropped = ring.replaced { base = dropped.pointee.number }
    ring.append(movedFrom: turn)
    times.append(beginning)
    if stateInterval == 1 || ring.total % stateInterval == 0 { states.append(read(state)) }
    if keeping.states == .withinBudget { limitStates(state) }
  }

  #if DEBUG
  /// Records the turn's runs that other code overwrote, and removes all runs from the turn.
  private func noteOverwritten(
    _ turn: UnsafeMutablePointer<StoreTurn>,
    _ state: UnsafeMutableRawPointer
  ) {
    let all = turn.pointee.childRuns
    if all.isEmpty { return }
    turn.pointee.childRuns = []
    var runs = all.filter { $0.isOverwritten(in: state) }
    if runs.isEmpty { return }
    // A reducer that runs again does not overwrite its own change.
    runs.removeAll { run in all.last(where: run.isOfSameChild) !== run }
    overwritten.append((turn.pointee.number, runs))
    // Limits memory, because the states can be large.
    if keeping.turnLimit != nil, overwritten.count > 20 { overwritten.removeFirst() }
  }
  #endif

  func overwrittenRuns(in turn: Int) -> [ChildRun] {
    overwritten.last { $0.turn == turn }?.runs ?? []
  }

  /// Measures the state after turns 16, 128, 1,024, and so on, because measuring is slower than most tests' few turns.
  private func limitStates(_ state: UnsafeRawPointer) {
    let total = ring.total
    guard total & (total - 1) == 0, total > 8, total.trailingZeroBitCount % 3 == 1 else { return }
    states.lowerLimit(to: keeping.stateLimit(for: read(state)))
  }

  // MARK: Reading

  var count: Int { ring.count }
  var droppedCount: Int { ring.total - ring.count }

  var turns: [(turn: StoreTurn, time: Duration)] {
    (droppedCount..<ring.total).compactMap { number in
      guard let turn = ring[number], let time = times[number] else { return nil }
      return (turn, time)
    }
  }

  func state(at position: Int) -> State? {
    let number = droppedCount + position + 1
    return number % stateInterval == 0 ? states[number / stateInterval] : nil
  }

  func position(after number: Int) -> Int? {
    guard number >= base, number <= ring[ring.total - 1]?.number ?? base else { return nil }
    // If a number is missing, the state did not change.
    return (0..<count).partitioningIndex { ring[droppedCount + $0]?.number ?? 0 > number } - 1
  }
}

/// The part of a journal that does not depend on the type of the state.
protocol JournalSource: AnyObject {
  var count: Int { get }
  /// The number of the turn before the oldest one.
  var base: Int { get }

  var turns: [(turn: StoreTurn, time: Duration)] { get }

  var droppedCount: Int { get }
  func overwrittenRuns(in turn: Int) -> [ChildRun]

  var effects: EffectLog { get }
  /// Called after each turn, before the turn is recorded.
  var afterTurn: ((StoreTurn, EffectScope?) -> Void)? { get set }

  /// Returns the position of the last turn with at most a number, -1 before the first turn, or `nil` if it is unknown.
  func position(after number: Int) -> Int?
}

extension Range<Int> {
  /// Returns the first number that satisfies a condition, which must also hold for all later numbers.
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
