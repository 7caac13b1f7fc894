// SPDX-License-Identifier: MIT

extension Store {
  /// Calls a function with the current state, and again after each turn that changes it.
  ///
  /// ```swift
  /// let observation = store.observe(removeDuplicates: ==) { state, change in
  ///   screen.draw(state, animation: change.animation)
  /// }
  /// ```
  ///
  /// If the comparison is `nil`, the store calls the function after every turn and keeps no state for a comparison. Use
  /// this for large states, and for states that nearly every action changes.
  ///
  /// The function may send actions, even during the first call. The actions wait until the function has returned. It is
  /// therefore never reentered, and sees the states in order. Actions that it sends during the first call have been
  /// processed when this method returns, unless you call this method during a turn.
  ///
  /// The observation does not keep the store alive. If you observe a scope, the observation continues after the scope
  /// is released, until the scope's root store is released. While the observed part of the state is missing, the
  /// function is not called.
  ///
  /// Isolation: the store's actor.
  ///
  /// - Parameters:
  ///   - isDuplicate: Returns whether two states are the same for the observer; `nil` to call `onChange` after each
  ///     turn.
  ///   - onChange: Called with the state and a description of the change.
  /// - Returns: A token that keeps the observation active until the token is cancelled or released.
  /// - Complexity: O(1) to start. Each turn costs one comparison and a copy of the state. If states are compared, the
  ///   last one is kept, so an action that changes a large array in the state copies the array.
  @inlinable
  public func observe(
    removeDuplicates isDuplicate: ((State, State) -> Bool)?,
    _ onChange: @escaping (State, StoreChange) -> Void
  ) -> StoreObservation {
    let first = view.read(rootState)
    let observer: (UnsafeRawPointer, StoreChange) -> Void
    if let isDuplicate {
      let last = SeenState(first)
      observer = { [view] root, change in
        guard
          let state = view.current(root),
          ObservedComparison.areAlike(last.state, state, isDuplicate) == false
        else { return }
        last.state = state
        onChange(state, change)
      }
    } else {
      observer = { [view] root, change in
        if let state = view.current(root) { onChange(state, change) }
      }
    }
    let id = observers.add(observer)
    root.beforeTurns { onChange(first, StoreChange(animation: nil)) }
    return StoreObservation(observers, id: id)
  }
}

extension Store where State: Equatable {
  /// Calls a function with the current state, and again after each turn that changes it.
  ///
  /// ```swift
  /// let observation = store.scope(state: \.count).observe { count, _ in
  ///   label.text = "\(count)"
  /// }
  /// ```
  ///
  /// See ``observe(removeDuplicates:_:)`` for when the function is called.
  ///
  /// Isolation: the store's actor.
  ///
  /// - Parameter onChange: Called with the state and a description of the change.
  /// - Returns: A token that keeps the observation active until the token is cancelled or released.
  /// - Complexity: O(1) to start. Each turn costs one comparison, shared by all observers of the same part if their key
  ///   paths lead to stored properties. Only a changed state is copied. The last state is kept, so an action that
  ///   changes a large array in it copies the array.
  @inlinable
  public func observe(
    _ onChange: @escaping (State, StoreChange) -> Void
  ) -> StoreObservation {
    guard view.finder == nil else { return observeFound(onChange) }
    let state = view.read(rootState)
    let last = SeenState(state)
    let comparison = PartComparison { [view] root in
      last.isDifferent(view.place(root))
    } update: { [view] root in
      guard last.isDifferent(view.place(root)) else { return false }
      last.state = view.place(root).pointee
      return true
    } tellAlone: { [view] root, change in
      guard last.isDifferent(view.place(root)) else { return }
      last.state = view.place(root).pointee
      onChange(last.state, change)
    }
    let place = ObserverList.Place(offset: view.offset, type: State.self)
    let id = observers.add(at: place, of: rootState, comparison) { [view] root, change in
      onChange(view.place(root).pointee, change)
    }
    root.beforeTurns { onChange(state, StoreChange(animation: nil)) }
    return StoreObservation(observers, id: id)
  }

  /// Observes a part that has no fixed place, with one comparison for all observers if the store remembers the part.
  @inlinable
  func observeFound(_ onChange: @escaping (State, StoreChange) -> Void) -> StoreObservation {
    guard let finder = view.finder, let last = finder.last,
      last.update(finder.find(rootState), isNoted: false) != .different
    else { return observe(removeDuplicates: ==, onChange) }
    let find = finder.find
    let comparison = PartComparison { root in
      last.update(find(root), isNoted: false) == .different
    } update: { root in
      last.update(find(root), isNoted: true) == .different
    } tellAlone: { root, change in
      guard last.update(find(root), isNoted: true) == .different else { return }
      onChange(last.state, change)
    }
    let place = ObserverList.Place(finder)
    let state = finder.read(rootState)
    let id = observers.add(at: place, of: rootState, remembering: finder, comparison) { _, change in
      onChange(last.state, change)
    }
    root.beforeTurns { onChange(state, StoreChange(animation: nil)) }
    return StoreObservation(observers, id: id)
  }
}

extension Store where State: Equatable & Sendable {
  /// The current state, followed by each state that differs from the previous one.
  ///
  /// ```swift
  /// for await state in store.states { screen.draw(state) }
  /// ```
  ///
  /// A consumer that is slower than the store misses intermediate states, but always receives the latest one. The
  /// sequence finishes when the store is released.
  ///
  /// Isolation: the store's actor. The sequence may be iterated anywhere.
  ///
  /// - Complexity: O(1) to start, and one comparison in each turn during iteration. At most one state is buffered.
  public var states: AsyncStream<State> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: State.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let ending = StreamEnding(continuation)
    let observers = observers
    var last = unobservedState
    let id = observers.add { [view] root, _ in
      guard
        let state = view.current(root),
        ObservedComparison.areAlike(state, last) == false
      else { return }
      last = state
      ending.continuation.yield(state)
    }
    continuation.onTermination = { [departures = observers.departures] _ in
      departures.add(id)
    }
    continuation.yield(last)
    return stream
  }
}

private final class StreamEnding<Element> {
  let continuation: AsyncStream<Element>.Continuation

  init(_ continuation: AsyncStream<Element>.Continuation) {
    self.continuation = continuation
  }

  deinit {
    continuation.finish()
  }
}

/// A description of how a store's state changed, for observers.
///
/// Isolation: any thread.
public struct StoreChange: Sendable {
  /// The animation of the action, if an animated scheduler delivered it.
  public let animation: StoreAnimation?

  @inlinable
  init(animation: StoreAnimation?) {
    self.animation = animation
  }
}

/// A token that keeps an observation or a recording active until the token is cancelled or released.
///
/// Isolation: the store's actor. The token may be released on any thread. Cancelling it releases the observer
/// immediately. If the token is only released, the store releases the observer at its next turn.
public final class StoreObservation {
  private weak var observers: ObserverList?
  private let departures: Departures
  private let id: Int

  @usableFromInline
  init(_ observers: ObserverList, id: Int) {
    self.observers = observers
    departures = observers.departures
    self.id = id
  }

  /// Cancels the observation, so that its functions are not called again.
  ///
  /// - Complexity: O(log *n*) in the number of observers of the store, on average.
  public func cancel() {
    observers?.remove(id)
  }

  deinit {
    departures.add(id)
  }
}
