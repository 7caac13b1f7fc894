// SPDX-License-Identifier: MIT

public import Lockstep

extension Store {
  /// Returns a journal that records the store from now on.
  ///
  /// ```swift
  /// let journal = store.journal()
  /// ```
  ///
  /// You can record a store with any number of journals. The journal of a scope records the turns and effects of its
  /// root, with the scope's part of the state. While that part is missing, the journal records its last value.
  ///
  /// If you create the journal during a turn, it starts with the next turn. It includes effects that are already
  /// running.
  ///
  /// Isolation: the store's actor.
  ///
  /// - Parameters:
  ///   - keeping: The rule for the turns and states to keep.
  ///   - clock: The clock for the times of turns and effects.
  /// - Returns: A journal that records until it is released.
  /// - Complexity: O(1) for each turn and each effect. Kept states share storage with the store's state, so a turn that
  ///   mutates an array in place copies it. A store without journals has no cost.
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

private func timer(of clock: some Clock<Duration>) -> @Sendable () -> Duration {
  if let clock = clock as? ContinuousClock {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
  let start = clock.now
  return { start.duration(to: clock.now) }
}

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
  /// Returns a journal that records a loop, which has not run a turn yet.
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
      // Created here because the compiler may know the state's type. Unspecialized code would look it up at run time.
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
