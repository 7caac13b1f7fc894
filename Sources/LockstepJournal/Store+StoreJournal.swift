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
  ) -> StoreJournal<State> {
    let log = TurnLog(
      keeping: keeping,
      state: unobservedState,
      after: turnCount,
      time: timer(of: clock),
      read: stateReader
    )
    return StoreJournal(log, observation: JournalObservation(add(log), watchEffects(log.effects)))
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

extension StoreJournal {
  /// Returns the journal of a loop, which records as long as the loop runs.
  ///
  /// - Parameters:
  ///   - runtime: The loop, which has taken no turns.
  ///   - time: Returns the time since the beginning.
  ///   - exclusively: Calls a function while the loop does not run on another thread.
  /// - Returns: The journal.
  @inlinable
  package static func of<Action: Sendable>(
    _ runtime: StoreRuntime<State, Action>,
    time: @escaping @Sendable () -> Duration,
    exclusively: @escaping (() -> Void) -> Void
  ) -> StoreJournal {
    let log = TurnLog(
      keeping: .test,
      state: runtime.state,
      after: 0,
      time: time,
      read: { $0.assumingMemoryBound(to: State.self).pointee },
      // Made here, where the type of the states may be known: code that is not specialized would look it up.
      states: Ring()
    )
    return StoreJournal(log, of: runtime, exclusively: exclusively)
  }

  @usableFromInline
  convenience init<Action: Sendable>(
    _ log: TurnLog<State>,
    of runtime: StoreRuntime<State, Action>,
    exclusively: @escaping (() -> Void) -> Void
  ) {
    _ = runtime.watchEffects(log.effects)
    _ = runtime.add(log)
    self.init(log, exclusively: exclusively)
  }
}
