// SPDX-License-Identifier: MIT

package import Lockstep

/// The record of a run of a store: its turns, with their causes, its effects, and the states.
///
/// ```swift
/// let journal = store.journal()
/// store.send(.cart(.addButtonTapped))
///
/// for turn in journal.turns { print(turn.number, turn.action, "by \(turn.sender)") }
/// if let reason = journal.why(\.cart.total) { print(reason) }
/// ```
///
/// A journal keeps the last 1,000 turns, unless it is told otherwise, and the effects that belong to them; its memory
/// does not grow after that. It ends when it is released, and does not keep the store alive. Its recording stays
/// readable after the store was deallocated.
///
/// Isolation: that of the store.
public final class StoreJournal<State> {
  private let source: any JournalSource
  /// Returns the state after the turn at a position, if it is kept; that before the first turn is at -1.
  let stateAt: (Int) -> State?
  private let observation: AnyObject?
  /// Calls a function while the store is not used on another thread, if it may be.
  private let exclusively: ((() -> Void) -> Void)?

  private init(
    _ source: any JournalSource,
    observation: AnyObject?,
    exclusively: ((() -> Void) -> Void)?,
    stateAt: @escaping (Int) -> State?
  ) {
    self.source = source
    self.observation = observation
    self.exclusively = exclusively
    self.stateAt = stateAt
  }

  convenience init(
    _ log: TurnLog<State>,
    observation: AnyObject? = nil,
    exclusively: ((() -> Void) -> Void)? = nil
  ) {
    self.init(log, observation: observation, exclusively: exclusively) { log.state(at: $0) }
  }

  /// Returns the same journal with a part of the state.
  package func map<Part>(_ toPart: @escaping (State) -> Part?) -> StoreJournal<Part> {
    StoreJournal<Part>(source, observation: self, exclusively: exclusively) { [stateAt] in
      stateAt($0).flatMap(toPart)
    }
  }

  /// Reads what is recorded.
  func reading<Result>(_ body: () -> Result) -> Result {
    guard let exclusively else { return body() }
    var result: Result?
    exclusively { result = body() }
    return result ?? body()
  }

  /// The turns that are kept, in order.
  ///
  /// - Complexity: O(*n*) in the number of turns and effects.
  public var turns: [JournalTurn] { reading { allTurns } }

  private var allTurns: [JournalTurn] {
    var started: [Int: [Int]] = [:]
    for effect in effects {
      if let turn = effect.startingTurn { started[turn, default: []].append(effect.number) }
    }
    return source.turns.map { turn, time in
      JournalTurn(turn, at: time, effects: started[turn.number] ?? [])
    }
  }

  /// Returns the turn with a number; `nil` if there is none, or if it is not kept.
  ///
  /// - Complexity: That of ``turns``.
  public func turn(_ number: Int) -> JournalTurn? { turns.first { $0.number == number } }

  /// Returns the effect with a number; `nil` if there is none, or if it is not kept.
  ///
  /// - Complexity: That of ``effects``.
  public func effect(_ number: Int) -> JournalEffect? { effects.first { $0.number == number } }

  /// The number of earlier turns of this journal that are no longer kept.
  public var droppedTurnCount: Int { reading { source.droppedCount } }

  /// The effects that run or have run during the turns that are kept, in the order in which they began.
  ///
  /// - Complexity: O(*n*) in the number of effects.
  public var effects: [JournalEffect] { reading { allEffects } }

  private var allEffects: [JournalEffect] {
    let effects = source.effects.all
    guard droppedTurnCount > 0, let first = source.turns.first else { return effects }
    return effects.filter { effect in
      let isEarlier = (effect.startingTurn ?? 0) < first.turn.number
      guard let end = effect.end, isEarlier else { return true }
      // Many turns may have the same time.
      return end.turn.map { $0 >= first.turn.number } ?? (end.time >= first.time)
    }
  }

  /// Sets the function that is called after each turn, before the turn is recorded.
  package func setAfterTurn(_ afterTurn: @escaping (StoreTurn, EffectScope?) -> Void) {
    source.afterTurn = afterTurn
  }

  package var effectLog: EffectLog { source.effects }

  /// The reason why there are no turns, if there were some before the journal began.
  var absence: String? {
    reading {
      guard source.count == 0, source.base > 0 else { return nil }
      return """
        No turns since this journal began, after turn \(source.base) of the store.

        Create the journal before the first turn to record, and keep it: it records until it is released.
        """
    }
  }

  var hasDroppedEffects: Bool { source.effects.hasDropped }

  /// Returns the state after a turn.
  ///
  /// For the number of the turn before the first one that is kept, it is the state that this one began with: the state
  /// in which a journal begins is that after turn 0, or after the last turn before.
  ///
  /// - Parameter number: The number of the turn.
  /// - Returns: The state; `nil` if the turn is not kept, or the state after it is not.
  /// - Complexity: O(log *n*) in the number of turns, apart from copying the state.
  public func state(after number: Int) -> State? {
    reading { source.position(after: number).flatMap { stateAt($0) } }
  }

  /// Returns the record of a turn; `nil` if it is not kept.
  package func storeTurn(_ number: Int) -> StoreTurn? {
    reading { source.turns.last { $0.turn.number == number }?.turn }
  }

  /// Returns the runs of children's reducers in a turn whose states other code has changed again.
  package func overwrittenRuns(in turn: Int) -> [ChildRun] {
    reading { source.overwrittenRuns(in: turn) }
  }

  /// Returns the last turn that has changed a part of the state, and the chain of its causes.
  ///
  /// In a debug build, the journal of a test and one that is ``JournalKeeping/unlimited`` also know the turns in which a
  /// child's reducer has set the part and code that ran after it has set it again. The reason then names the child and both
  /// values.
  ///
  /// ```swift
  /// if let reason = journal.why(\.cart.total) { print(reason) }
  /// ```
  ///
  /// - Parameter part: The part of the state.
  /// - Returns: The reason; `nil` if no turn that is kept has changed the part, or if the states are not kept.
  /// - Complexity: O(*n*) comparisons in the number of turns since then.
  public func why<Value: Equatable>(_ part: KeyPath<State, Value>) -> JournalReason? {
    reading { reason(for: part) }
  }

  private func reason<Value: Equatable>(for part: KeyPath<State, Value>) -> JournalReason? {
    let turns = source.turns
    for position in turns.indices.reversed() {
      // A missing state leaves open where the change was.
      guard let before = stateAt(position - 1), let after = stateAt(position) else { return nil }
      let (old, new) = (before[keyPath: part], after[keyPath: part])
      let number = turns[position].turn.number
      let overwritten = OverwrittenPart.all(in: source.overwrittenRuns(in: number))
        .first { $0.isPart(at: part.text) }
      guard old != new || overwritten != nil else { continue }
      let root = Dump.name(type(of: part).rootType)
      // A backslash, the root and a dot come before the path.
      let path = part.text.dropFirst(root.count + 2)
      let name = path.isEmpty || path == "self" ? "state" : path
      let change = "\(name): \(JournalReason.change(from: Dump(old).line, to: Dump(new).line))"
      let details = overwritten.map { "\n\n\($0)" } ?? ""
      return JournalReason(heading: change + details, chain: causes(ofTurns: [number]))
    }
    return nil
  }

  /// Returns some turns, the turns that they follow from, and so on, as far as they are kept, the last one first.
  package func causes(ofTurns numbers: [Int]) -> [JournalTurn] {
    let turns = turns
    var causes: [Int: JournalTurn] = [:]
    for number in numbers {
      var next: Int? = number
      while let number = next, causes[number] == nil {
        let index = turns.indices.partitioningIndex { turns[$0].number >= number }
        guard index < turns.count, turns[index].number == number else { break }
        causes[number] = turns[index]
        next = turns[index].cause
      }
    }
    return causes.values.sorted { $0.number > $1.number }
  }
}
