// SPDX-License-Identifier: MIT

extension Store {
  /// Calls functions with the turn and the state, before and after each turn.
  ///
  /// ```swift
  /// let recording = store.record { turn, state in
  ///   print(turn.number, turn.action, "by \(turn.sender)")
  /// }
  /// ```
  ///
  /// The trailing closure receives the state after the turn. `beforeTurn` receives the state before the turn:
  ///
  /// ```swift
  /// var old = store.state
  /// let recording = store.record(
  ///   beforeTurn: { turn, state in old = state },
  ///   afterTurn: { turn, state in
  ///     print(turn.action, diff(old, state) ?? "changed nothing")
  ///   }
  /// )
  /// ```
  ///
  /// Recording begins with the next turn, even if you call this method during a turn. A scope records the turns of its
  /// root store, with the part of the state that the scope shows. If that part is missing, the functions receive its
  /// last value.
  ///
  /// A store calls its recorders in the order in which they were added. The functions may send actions, which wait for
  /// their own turns. The recording does not keep the store alive.
  ///
  /// Isolation: the store's actor.
  ///
  /// - Parameters:
  ///   - beforeTurn: Called before the reducer runs; `nil` to do nothing.
  ///   - afterTurn: Called after the reducer has run, effects have started, and observers have been notified.
  /// - Returns: A token that keeps the recording active until the token is cancelled or released.
  /// - Complexity: O(1) for each turn, without a copy of the state unless a function keeps it. Without recorders, turns
  ///   cost nothing extra.
  public func record(
    beforeTurn: ((_ turn: StoreTurn, _ state: State) -> Void)? = nil,
    afterTurn: @escaping (_ turn: StoreTurn, _ state: State) -> Void
  ) -> StoreObservation {
    add(TurnFunctions(view.read, beforeTurn, afterTurn))
  }

  /// Adds an object that is notified of each turn of the root store, with the location of the root's state.
  package func add(_ follower: any TurnFollower) -> StoreObservation {
    StoreObservation(observers, id: root.add(follower))
  }

  package var stateReader: (UnsafeRawPointer) -> State { { [view] in view.read($0) } }
}

private final class TurnFunctions<State>: TurnFollower {
  typealias Function = (StoreTurn, State) -> Void

  private let read: (UnsafeRawPointer) -> State
  private let before: Function?
  private let after: Function

  init(
    _ read: @escaping (UnsafeRawPointer) -> State,
    _ before: Function?,
    _ after: @escaping Function
  ) {
    (self.read, self.before, self.after) = (read, before, after)
  }

  var wantsChildRuns: Bool { false }

  func turnBegins(_ turn: UnsafePointer<StoreTurn>, _ state: UnsafeRawPointer) {
    before?(turn.pointee, read(state))
  }

  func turnEnded(
    movingFrom turn: UnsafeMutablePointer<StoreTurn>,
    _ source: EffectScope?,
    _ state: UnsafeRawPointer
  ) {
    turn.pointee.childRuns = []
    after(turn.move(), read(state))
  }
}
