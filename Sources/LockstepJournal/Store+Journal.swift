// SPDX-License-Identifier: MIT

public import Lockstep

extension Store {
  /// Returns a journal, which records the run of the store from now on.
  ///
  /// ```swift
  /// let journal = store.journal()
  /// ```
  ///
  /// Any number of journals may record the same store. The journal of a scope records the turns and effects of its root,
  /// with the part of the state that the scope shows; where that part is missing, with the part as it last was.
  ///
  /// Within a turn it begins with the next one. Effects that are running are a part of it.
  ///
  /// Isolation: the store's.
  ///
  /// - Parameters:
  ///   - keeping: The turns that are kept, and the states after them.
  ///   - clock: The clock that gives the times of turns and effects.
  /// - Returns: The journal, which records until it is released.
  /// - Complexity: O(1) for each turn and each effect. The states that are kept share their storage with the store's,
  ///   so that a turn that changes an array in place copies it. A store without journals pays nothing.
  public func journal(
    keeping: JournalKeeping = .last(1_000),
    clock: some Clock<Duration> = ContinuousClock()
  ) -> Journal<State> {
    let log = TurnLog(
      keeping: keeping,
      state: unobservedState,
      after: turnCount,
      time: timer(of: clock),
      read: stateReader
    )
    return Journal(log, observation: JournalObservation(add(log), watchEffects(log.effects)))
  }
}

/// Returns a function that returns the time since now.
private func timer(of clock: some Clock<Duration>) -> @Sendable () -> Duration {
  if let clock = clock as? ContinuousClock {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
  let start = clock.now
  return { start.duration(to: clock.now) }
}

/// An object that ends the recording of a store when it is released.
private final class JournalObservation {
  private let turns: StoreObservation
  private let endEffects: @Sendable () -> Void

  init(_ turns: StoreObservation, _ endEffects: @escaping @Sendable () -> Void) {
    self.turns = turns
    self.endEffects = endEffects
  }

  deinit { endEffects() }
}

extension Journal {
  /// Returns the journal of a loop, which records as long as the loop runs.
  ///
  /// - Parameters:
  ///   - runtime: The loop, which has taken no turns.
  ///   - time: Returns the time since the beginning.
  ///   - exclusively: Calls a function while the loop does not run on another thread.
  ///   - afterTurn: Called after each turn, with the scope of the effect that sent the action, if it has one.
  /// - Returns: The journal.
  package static func of<Action: Sendable>(
    _ runtime: StoreRuntime<State, Action>,
    time: @escaping @Sendable () -> Duration,
    exclusively: @escaping (() -> Void) -> Void,
    afterTurn: @escaping (StoreTurn, EffectScope?) -> Void
  ) -> Journal {
    let log = TurnLog(
      keeping: .test,
      state: runtime.state,
      after: 0,
      time: time,
      read: { $0.assumingMemoryBound(to: State.self).pointee }
    )
    _ = runtime.watchEffects(log.effects)
    _ = runtime.add(TurnRecorder(TestTurns(log, afterTurn)))
    return Journal(log, exclusively: exclusively)
  }
}

/// The log of a test store, and a function that the store calls after each turn.
///
/// One object, because a store that has only one recorder tells it of a turn without copying that.
private final class TestTurns<State>: TurnFollower {
  private let log: TurnLog<State>
  private let afterTurn: (StoreTurn, EffectScope?) -> Void

  init(_ log: TurnLog<State>, _ afterTurn: @escaping (StoreTurn, EffectScope?) -> Void) {
    self.log = log
    self.afterTurn = afterTurn
  }

  func turnBegins(_ state: UnsafeRawPointer) { log.turnBegins(state) }

  func turnEnded(
    movingFrom turn: UnsafeMutablePointer<StoreTurn>,
    _ source: EffectScope?,
    _ state: UnsafeRawPointer
  ) {
    afterTurn(turn.pointee, source)
    log.turnEnded(movingFrom: turn, source, state)
  }
}
