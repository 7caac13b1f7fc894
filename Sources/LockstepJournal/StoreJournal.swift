// SPDX-License-Identifier: MIT

package import Lockstep

/// A record of a store's run: its turns with their causes, its effects, and its states.
///
/// ```swift
/// let journal = store.journal()
/// store.send(.cart(.addButtonTapped))
///
/// for turn in journal.turns { print(turn.number, turn.action, "by \(turn.sender)") }
/// if let reason = journal.why(\.cart.total) { print(reason) }
/// ```
///
/// By default, a journal keeps the last 1,000 turns and their effects, so its memory use is bounded. A journal records
/// until you release it. It does not keep the store alive, and remains readable after the store is deallocated.
///
/// Isolation: the store's actor.
public final class StoreJournal<State> {
  private let source: any JournalSource
  /// Returns the state after the turn at a position, or before the first turn at -1, if it is kept.
  let stateAt: (Int) -> State?
  private let observation: AnyObject?
  /// Calls a function while no other thread uses the store; `nil` if none can.
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

  package func map<Part>(_ toPart: @escaping (State) -> Part?) -> StoreJournal<Part> {
    StoreJournal<Part>(source, observation: self, exclusively: exclusively) { [stateAt] in
      stateAt($0).flatMap(toPart)
    }
  }

  func reading<Result>(_ body: () -> Result) -> Result {
    guard let exclusively else { return body() }
    var result: Result?
    exclusively { result = body() }
    return result ?? body()
  }

  /// The turns that the journal keeps, in order.
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

  /// Returns a turn, or `nil` if the turn does not exist or is not kept.
  ///
  /// - Complexity: O(*n*) in the number of turns and effects.
  public func turn(_ number: Int) -> JournalTurn? { turns.first { $0.number == number } }

  /// Returns an effect, or `nil` if the effect does not exist or is not kept.
  ///
  /// - Complexity: O(*n*) in the number of effects.
  public func effect(_ number: Int) -> JournalEffect? { effects.first { $0.number == number } }

  /// The number of earlier turns that the journal no longer keeps.
  public var droppedTurnCount: Int { reading { source.droppedCount } }

  /// The effects that ran during the turns that the journal keeps, in the order in which they started.
  ///
  /// - Complexity: O(*n*) in the number of effects.
  public var effects: [JournalEffect] { reading { allEffects } }

  private var allEffects: [JournalEffect] {
    let effects = source.effects.all
    guard droppedTurnCount > 0, let first = source.turns.first else { return effects }
    return effects.filter { effect in
      let isEarlier = (effect.startingTurn ?? 0) < first.turn.number
      guard let end = effect.end, isEarlier else { return true }
      // Several turns can have the same time.
      return end.turn.map { $0 >= first.turn.number } ?? (end.time >= first.time)
    }
  }

  package func setAfterTurn(_ afterTurn: @escaping (StoreTurn, EffectScope?) -> Void) {
    source.afterTurn = afterTurn
  }

  package var effectLog: EffectLog { source.effects }

  /// A message for an empty journal that missed earlier turns.
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
  /// For the state before the first kept turn, pass the number of the turn that precedes it, which is 0 if the journal
  /// records from the start.
  ///
  /// - Parameter number: The number of the turn.
  /// - Returns: The state, or `nil` if the turn or the state after it is not kept.
  /// - Complexity: O(log *n*) in the number of turns, plus the copy of the state.
  public func state(after number: Int) -> State? {
    reading { source.position(after: number).flatMap { stateAt($0) } }
  }

  package func storeTurn(_ number: Int) -> StoreTurn? {
    reading { source.turns.last { $0.turn.number == number }?.turn }
  }

  package func overwrittenRuns(in turn: Int) -> [ChildRun] {
    reading { source.overwrittenRuns(in: turn) }
  }

  /// Returns the last turn that changed a part of the state, with the chain of its causes.
  ///
  /// In a debug build, a test's journal and an ``JournalKeeping/unlimited`` journal also detect turns in which a
  /// child's reducer set the part and later code overwrote it. The reason then names the child and both values.
  ///
  /// ```swift
  /// if let reason = journal.why(\.cart.total) { print(reason) }
  /// ```
  ///
  /// - Parameter part: The part of the state.
  /// - Returns: The reason, or `nil` if no kept turn changed the part, or if the states are not kept.
  /// - Complexity: O(*n*) comparisons in the number of turns since the change.
  public func why<Value: Equatable>(_ part: KeyPath<State, Value>) -> JournalReason? {
    reading { reason(for: part) }
  }

  private func reason<Value: Equatable>(for part: KeyPath<State, Value>) -> JournalReason? {
    let turns = source.turns
    for position in turns.indices.reversed() {
      // A missing state leaves the turn of the change unknown.
      guard let before = stateAt(position - 1), let after = stateAt(position) else { return nil }
      let (old, new) = (before[keyPath: part], after[keyPath: part])
      let number = turns[position].turn.number
      let overwritten = OverwrittenPart.all(in: source.overwrittenRuns(in: number))
        .first { $0.isPart(at: part.text) }
      guard old != new || overwritten != nil else { continue }
      let root = Dump.name(type(of: part).rootType)
      // The text starts with a backslash, the root and a dot.
      let path = part.text.dropFirst(root.count + 2)
      let name = path.isEmpty || path == "self" ? "state" : path
      let change = "\(name): \(JournalReason.change(from: Dump(old).line, to: Dump(new).line))"
      let details = overwritten.map { "\n\n\($0)" } ?? ""
      return JournalReason(heading: change + details, chain: causes(ofTurns: [number]))
    }
    return nil
  }

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
