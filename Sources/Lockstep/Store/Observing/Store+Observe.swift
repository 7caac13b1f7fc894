// SPDX-License-Identifier: MIT

extension Store {
  /// Calls a function with the current state, and then after each turn that has changed it.
  ///
  /// ```swift
  /// let observation = store.observe(removeDuplicates: ==) { state, change in
  ///   screen.draw(state, animation: change.animation)
  /// }
  /// ```
  ///
  /// If the comparison is `nil`, the function is called after each turn, and nothing is copied that the
  /// observer does not keep: use this for states that are large, or that change with nearly every action.
  ///
  /// The function may send actions, including when it is called with the current state; they wait for their
  /// turns until it has returned. It is therefore never called from within itself, and sees the states in
  /// order. Actions that it sends in the first call have been processed when this method returns, unless this
  /// method is called in the middle of a turn.
  ///
  /// The observation does not keep the store alive. The observation of a scope continues after the scope has
  /// been released, until the store that the scope is a view of is released. While a part that the store shows is
  /// missing, the function is not called.
  ///
  /// Isolation: the store's.
  ///
  /// - Parameters:
  ///   - isDuplicate: Whether two states are the same for the observer; `nil` to be called after each turn.
  ///   - onChange: Called with a state, and with how it came about.
  /// - Returns: An object that ends the observation when it is cancelled or released.
  /// - Complexity: O(1) to start; one comparison and a copy of the state in each turn of the store. If states
  ///   are compared, the last state seen is kept, so an action that changes a large array in it copies that
  ///   array.
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
  /// Calls a function with the current state, and then after each turn that has changed it.
  ///
  /// ```swift
  /// let observation = store.scope(state: \.count).observe { count, _ in
  ///   label.text = "\(count)"
  /// }
  /// ```
  ///
  /// The function is called as it is by ``observe(removeDuplicates:_:)``.
  ///
  /// Isolation: the store's.
  ///
  /// - Parameter onChange: Called with a state, and with how it came about.
  /// - Returns: An object that ends the observation when it is cancelled or released.
  /// - Complexity: O(1) to start; one comparison in each turn of the store, regardless of how many observers
  ///   observe the same part of the state through key paths to stored properties, and no copy except of a
  ///   state that has changed. The last state seen is kept, so an action that changes a large array in it
  ///   copies that array.
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

  /// Observes a part that has no fixed place.
  ///
  /// If the store remembers the part, one comparison serves that and all of its observers.
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
  /// The current state, and then each state that differs from the one before.
  ///
  /// ```swift
  /// for await state in store.states { screen.draw(state) }
  /// ```
  ///
  /// A consumer that is slower than the store misses intermediate states, but never the last one. The
  /// sequence ends when the store is released.
  ///
  /// Isolation: the sequence is made in the store's isolation, and may be iterated anywhere.
  ///
  /// - Complexity: O(1) to start; one comparison in each turn of the store while the sequence is iterated. At
  ///   most one state is buffered.
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

/// An object that ends a stream when nothing can send to it any more.
private final class StreamEnding<Element> {
  let continuation: AsyncStream<Element>.Continuation

  init(_ continuation: AsyncStream<Element>.Continuation) {
    self.continuation = continuation
  }

  deinit {
    continuation.finish()
  }
}

/// Information for observers about how a change of a store's state came about.
///
/// Isolation: any thread.
public struct StoreChange: Sendable {
  /// The animation of the action, if it was delivered by an animated scheduler.
  public let animation: StoreAnimation?

  @inlinable
  init(animation: StoreAnimation?) {
    self.animation = animation
  }
}

/// An object that ends an observation when it is cancelled or released.
///
/// Isolation: that of the store; it may be released on any thread. Whatever the observation holds is released
/// when it is cancelled or, if this object is only released, at the store's next turn.
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

  /// Ends the observation; nothing more is called once this method has returned.
  ///
  /// - Complexity: O(log *n*) in the number of observers of the store, on average.
  public func cancel() {
    observers?.remove(id)
  }

  deinit {
    departures.add(id)
  }
}
