// SPDX-License-Identifier: MIT

extension Store {
  /// Calls functions before and after each turn, with the turn and the state.
  ///
  /// ```swift
  /// let recording = store.record { turn, state in
  ///   print(turn.number, turn.action, "by \(turn.sender)")
  /// }
  /// ```
  ///
  /// The trailing closure gets the state that the turn has left. `beforeTurn` gets the state from before the turn:
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
  /// Recording begins with the next turn: within a turn it does not concern the one in progress. A scope
  /// records the turns of its root, with the part of the state that it shows; if that part is missing, the
  /// functions get it as it last was.
  ///
  /// Any number of recorders may follow the same store; each is called in the order in which it was added. The
  /// functions may send actions; these wait for their turns. The recording does not keep the store alive.
  ///
  /// Isolation: the store's.
  ///
  /// - Parameters:
  ///   - beforeTurn: Called before the reducer; `nil` for nothing.
  ///   - afterTurn: Called after the reducer, the start of the effects, and the observers.
  /// - Returns: An object that ends the recording when it is cancelled or released.
  /// - Complexity: O(1) for each turn, without copying the state, unless a function keeps it. A turn costs
  ///   nothing more while nothing is recorded.
  public func record(
    beforeTurn: ((_ turn: StoreTurn, _ state: State) -> Void)? = nil,
    afterTurn: @escaping (_ turn: StoreTurn, _ state: State) -> Void
  ) -> StoreObservation {
    add(TurnFunctions(view.read, beforeTurn, afterTurn))
  }

  /// Adds an object that is told of each turn of the root, with the location of the root's state.
  package func add(_ follower: any TurnFollower) -> StoreObservation {
    StoreObservation(observers, id: root.add(follower))
  }

  /// Returns the state that the store shows, from the location of the root's state.
  package var stateReader: (UnsafeRawPointer) -> State { { [view] in view.read($0) } }
}

/// The functions of a recorder.
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
