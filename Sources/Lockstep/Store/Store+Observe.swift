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
  /// The function may send actions; they wait for their turn.
  ///
  /// The observation does not keep the store alive. That of a scope goes on when the scope is
  /// released, until the store that it is a view of is.
  ///
  /// Isolation: the store's.
  ///
  /// - Parameters:
  ///   - isDuplicate: Whether two states are the same for the observer.
  ///   - onChange: What to do with a state, and with how it came about.
  /// - Returns: What ends the observation when it is told to, or released.
  @inlinable
  public func observe(
    removeDuplicates isDuplicate: @escaping (State, State) -> Bool,
    _ onChange: @escaping (State, StoreChange) -> Void
  ) -> StoreObservation {
    var last = view.read(rootState)
    let id = observers.add { [view] root, change in
      let state = view.read(root)
      guard isDuplicate(last, state) == false else { return }
      last = state
      onChange(state, change)
    }
    onChange(last, StoreChange(animation: nil))
    return StoreObservation(observers, id: id)
  }
}

extension Store where State: Equatable {
  /// Calls a function with the current state, and then after each turn that has changed it.
  ///
  /// - Parameter onChange: What to do with a state, and with how it came about.
  /// - Returns: What ends the observation when it is told to, or released.
  @inlinable
  public func observe(
    _ onChange: @escaping (State, StoreChange) -> Void
  ) -> StoreObservation {
    guard view.finder == nil else { return observe(removeDuplicates: ==, onChange) }
    let state = view.read(rootState)
    var last = state
    let comparison = PartComparison { [view] root in
      view.place(root).pointee != last
    } update: { [view] root in
      guard view.place(root).pointee != last else { return false }
      last = view.place(root).pointee
      return true
    } tellAlone: { [view] root, change in
      guard view.place(root).pointee != last else { return }
      last = view.place(root).pointee
      onChange(last, change)
    }
    let place = ObserverList.Place(offset: view.offset, type: State.self)
    let id = observers.add(at: place, of: rootState, comparison) { [view] root, change in
      onChange(view.place(root).pointee, change)
    }
    onChange(state, StoreChange(animation: nil))
    return StoreObservation(observers, id: id)
  }
}

extension Store where State: Equatable & Sendable {
  /// The current state, and then each state that differs from the one before.
  ///
  /// A consumer that is slower than the store misses states in between, but never the last one. The
  /// sequence ends when the store is released.
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

/// How a change of a store's state came about.
public struct StoreChange: Sendable {
  /// The animation of the action, if it was delivered by an animated scheduler.
  public let animation: Animation?

  @inlinable
  init(animation: Animation?) {
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

  /// Ends the observation.
  public func cancel() {
    observers?.remove(id)
  }

  deinit {
    departures.add(id)
  }
}
