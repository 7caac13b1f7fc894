// SPDX-License-Identifier: MIT

extension Store {
  /// Calls a function after each turn, with the turn and the state that it has left.
  ///
  /// ```swift
  /// let recording = store.record { turn, state in
  ///   print(turn.number, turn.action, "by \(turn.sender)")
  /// }
  /// ```
  ///
  /// Any number of recorders may follow the same store; each is called in the order in which it was added.
  ///
  /// - Parameter afterTurn: Called after the turn's observers, where the store is used.
  /// - Returns: An object that ends the recording when it is cancelled or released.
  /// - Complexity: As of ``record(beforeTurn:afterTurn:)``.
  public func record(
    _ afterTurn: @escaping (_ turn: StoreTurn, _ state: State) -> Void
  ) -> StoreObservation {
    addRecorder(before: nil, after: afterTurn)
  }

  /// Calls functions before and after each turn, with the turn and the state.
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
  /// The functions may send actions; these wait for their turns. The recording does not keep the store alive.
  ///
  /// Isolation: the store's.
  ///
  /// - Parameters:
  ///   - beforeTurn: Called before the reducer.
  ///   - afterTurn: Called after the reducer, the start of the effects, and the observers.
  /// - Returns: An object that ends the recording when it is cancelled or released.
  /// - Complexity: O(1) for each turn, without copying the state, unless a function keeps it. A turn costs
  ///   nothing more while nothing is recorded.
  public func record(
    beforeTurn: @escaping (_ turn: StoreTurn, _ state: State) -> Void,
    afterTurn: @escaping (_ turn: StoreTurn, _ state: State) -> Void
  ) -> StoreObservation {
    addRecorder(before: beforeTurn, after: afterTurn)
  }

  /// Adds an object that is told of each turn of the root, with the location of the root's state.
  package func add(_ follower: any TurnFollower) -> StoreObservation {
    StoreObservation(observers, id: root.add(TurnRecorder(follower)))
  }

  /// Returns the state that the store shows, from the location of the root's state.
  package var stateReader: (UnsafeRawPointer) -> State { { [view] in view.read($0) } }

  private func addRecorder(
    before: ((StoreTurn, State) -> Void)?,
    after: @escaping (StoreTurn, State) -> Void
  ) -> StoreObservation {
    let recorder = TurnRecorder(
      before: before.map { [view] before in { before($0, view.read($1)) } },
      after: { [view] turn, _, state in after(turn, view.read(state)) }
    )
    return StoreObservation(observers, id: root.add(recorder))
  }
}
