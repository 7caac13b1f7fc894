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
  /// With `nil` in place of the comparison the function is called after each turn, and what the observer does
  /// not keep is not copied: for states that are large, or change with nearly each action.
  ///
  /// The function may send actions, also when it is called with the current state; they wait for their
  /// turns until it has returned. So it is never called from within itself, and sees the states in
  /// their order. What it sends at first has been processed when this method returns, unless that is
  /// called in the middle of a turn.
  ///
  /// The observation does not keep the store alive. That of a scope goes on when the scope is
  /// released, until the store that it is a view of is.
  ///
  /// Isolation: the store's.
  ///
  /// - Parameters:
  ///   - isDuplicate: Whether two states are the same for the observer; `nil` for each turn.
  ///   - onChange: What to do with a state, and with how it came about.
  /// - Returns: What ends the observation when it is told to, or released.
  /// - Complexity: O(1) to begin; one comparison and a copy of the state in each turn of the store. Where
  ///   states are compared, the one that was seen last is kept, so that an action which changes a large array
  ///   in it copies that array.
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
        let state = view.read(root)
        guard isDuplicate(last.state, state) == false else { return }
        last.state = state
        onChange(state, change)
      }
    } else {
      observer = { [view] root, change in onChange(view.read(root), change) }
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
  /// It is called as by ``observe(removeDuplicates:_:)``.
  ///
  /// Isolation: the store's.
  ///
  /// - Parameter onChange: What to do with a state, and with how it came about.
  /// - Returns: What ends the observation when it is told to, or released.
  /// - Complexity: O(1) to begin; one comparison in each turn of the store, however many observe the same
  ///   part of the state through key paths to stored properties, and no copy but of a state that has
  ///   changed. The state that was seen last is kept, so that an action which changes a large array in it
  ///   copies that array.
  @inlinable
  public func observe(
    _ onChange: @escaping (State, StoreChange) -> Void
  ) -> StoreObservation {
    guard view.finder == nil else { return observe(removeDuplicates: ==, onChange) }
    let state = view.read(rootState)
    let last = SeenState(state)
    let comparison = PartComparison { [view] root in
      view.place(root).pointee != last.state
    } update: { [view] root in
      guard view.place(root).pointee != last.state else { return false }
      last.state = view.place(root).pointee
      return true
    } tellAlone: { [view] root, change in
      guard view.place(root).pointee != last.state else { return }
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
}

extension Store where State: Equatable & Sendable {
  /// The current state, and then each state that differs from the one before.
  ///
  /// ```swift
  /// for await state in store.states { screen.draw(state) }
  /// ```
  ///
  /// A consumer that is slower than the store misses states in between, but never the last one. The
  /// sequence ends when the store is released.
  ///
  /// Isolation: it is made in the store's, and iterated anywhere.
  ///
  /// - Complexity: O(1) to begin; one comparison in each turn of the store while somebody iterates. One
  ///   state waits at most.
  public var states: AsyncStream<State> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: State.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let ending = StreamEnding(continuation)
    let observers = observers
    var last = unobservedState
    let id = observers.add { [view] root, _ in
      let state = view.read(root)
      guard state != last else { return }
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

/// Ends a stream when nobody can send to it any more.
private final class StreamEnding<Element> {
  let continuation: AsyncStream<Element>.Continuation

  init(_ continuation: AsyncStream<Element>.Continuation) {
    self.continuation = continuation
  }

  deinit {
    continuation.finish()
  }
}

/// The state that an observer has seen last.
///
/// Isolation: that of the store, which is why access to it is not checked while the program runs.
@usableFromInline
final class SeenState<State> {
  @exclusivity(unchecked) @usableFromInline var state: State

  @inlinable
  init(_ state: State) {
    self.state = state
  }
}

/// How a change of a store's state came about, for observers.
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

/// Ends an observation when it is told to, or when nobody holds it any more.
///
/// Isolation: that of the store; it may be released on any thread. What the observation holds is let
/// go of when it is told to end, or, if it is only released, at the store's next turn.
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

  /// Ends the observation; nothing is called any more when this returns.
  ///
  /// - Complexity: O(log *n*) in the number of observers of the store, on average.
  public func cancel() {
    observers?.remove(id)
  }

  deinit {
    departures.add(id)
  }
}
