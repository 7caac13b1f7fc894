// SPDX-License-Identifier: MIT

/// A description of how actions change the state of a feature, and of the effects that follow.
///
/// ```swift
/// enum Counter {
///   static let reducer = Reducer<State, Action, Environment> { state, action, environment in
///     switch action {
///     case .incrementButtonTapped:
///       state.count += 1
///     case .factButtonTapped:
///       return environment.fact(state.count).map(Action.factResponse)
///     case .factResponse(let fact):
///       state.fact = fact
///     }
///     return .none
///   }
/// }
/// ```
///
/// A reducer is a value and may be a global constant. To build the reducer of a large feature, compose reducers of
/// smaller features with `combine` and `pullback`.
///
/// Isolation: any thread. A store runs its reducer on the store's actor, one action at a time. A reducer must not
/// block.
///
/// Complexity: making and composing reducers is O(1) unless stated otherwise. A turn costs as much as the reducers that
/// handle the action, plus a few nanoseconds for each pullback that does not.
public struct Reducer<State, Action: Sendable, Environment: Sendable>: Sendable {
  // Only the library calls this function. Other code calls ``run(_:_:_:)``.
  @usableFromInline
  package let reduce: @Sendable (inout State, Action, Environment) -> Effect<Action, Never>

  /// The cases of the actions that the reducer may handle; `nil` if they are unknown.
  @usableFromInline let gate: CaseGate?

  /// The children composed with the reducer; `nil` if no child has effects that end with its state.
  @usableFromInline package let sites: SiteSet?

  /// The hooks of the reducer and its children; `nil` if there are none.
  @usableFromInline package let lifecycle: Lifecycle<State, Action, Environment>?

  /// Creates a reducer from a function.
  ///
  /// - Parameter reduce: Changes the state for an action and returns an effect. It must depend only on its arguments.
  @inlinable
  public init(
    _ reduce: @escaping @Sendable (inout State, Action, Environment) -> Effect<Action, Never>
  ) {
    self.init(gate: nil, sites: nil, lifecycle: nil, reduce)
  }

  /// Returns a reducer that changes the state and has no effects.
  ///
  /// ```swift
  /// enum Stepper {
  ///   struct State: Equatable { var count = 0 }
  ///   enum Action: Equatable { case incrementTapped, decrementTapped }
  ///
  ///   static let reducer = Reducer<State, Action, Void>.withoutEffects { state, action in
  ///     switch action {
  ///     case .incrementTapped: state.count += 1
  ///     case .decrementTapped: state.count -= 1
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// - Parameter update: Changes the state for an action. It must depend only on its arguments.
  /// - Returns: The reducer.
  @inlinable
  public static func withoutEffects(
    _ update: @escaping @Sendable (inout State, Action) -> Void
  ) -> Self {
    Self { state, action, _ in
      update(&state, action)
      return .none
    }
  }

  /// Creates a reducer that runs another reducer on the same state and can do more before or after it.
  ///
  /// ```swift
  /// extension Reducer {
  ///   func counting(_ tally: Tally) -> Self {
  ///     Self(around: self) { state, action, environment, run in
  ///       tally.increment()
  ///       return run(&state, action, environment)
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// The new reducer preserves the children of the other reducer, so their effects still end with their state. It must
  /// therefore run the other reducer on the state that it receives. To run a reducer on another state, use
  /// ``run(_:_:_:)``, or compose the reducer with `pullback` or `forEach`.
  ///
  /// - Parameters:
  ///   - other: The other reducer.
  ///   - reduce: Changes the state for an action and returns an effect. Its last argument runs the other reducer. The
  ///     function may call it any number of times, or not at all.
  @inlinable
  public init(
    around other: Self,
    _ reduce:
      @escaping @Sendable (
        inout State,
        Action,
        Environment,
        _ run: (inout State, Action, Environment) -> Effect<Action, Never>
      ) -> Effect<Action, Never>
  ) {
    self.init(gate: nil, sites: other.sites, lifecycle: other.lifecycle) {
      state,
      action,
      environment in
      reduce(&state, action, environment, other.reduce)
    }
  }

  @inlinable
  init(
    gate: CaseGate?,
    sites: SiteSet?,
    lifecycle: Lifecycle<State, Action, Environment>?,
    _ reduce: @escaping @Sendable (inout State, Action, Environment) -> Effect<Action, Never>
  ) {
    self.gate = gate
    self.sites = sites
    self.lifecycle = lifecycle
    self.reduce = reduce
  }

  /// Changes the state for an action, and returns an effect.
  ///
  /// Use this method in reducers that call other reducers directly. Because it does not know the position of the state,
  /// effects of children that `optional`, `pullback` and `forEach` composed with this reducer continue after the
  /// child's state is removed, and the children's `onMount` and `onUnmount` hooks do not run. To run another reducer on
  /// the same state, use ``init(around:_:)``.
  ///
  /// - Complexity: The cost of the reducers that handle the action. See `combine`.
  @inlinable
  public func run(
    _ state: inout State,
    _ action: Action,
    _ environment: Environment
  ) -> Effect<Action, Never> {
    #if DEBUG
    // Notes no children, because the position of the state is unknown.
    let areNoted = ChildRun.areNoted
    ChildRun.areNoted = false
    defer { ChildRun.areNoted = areNoted }
    #endif
    let effect =
      lifecycle == nil
      ? reduce(&state, action, environment)
      : Lives.apart { SenderPlace.apart { reduce(&state, action, environment) } }
    return sites == nil || effect.node == nil ? effect : effect.sealed()
  }

  /// A reducer that changes no state and returns no effects.
  @inlinable public static var empty: Self {
    Self { _, _, _ in .none }
  }

  /// Returns a reducer that runs several reducers in sequence on the same state, and merges their effects.
  ///
  /// - Complexity: The cost of the reducers that handle the action. Reducers for other cases are skipped.
  @inlinable
  public static func combine(_ reducers: Self...) -> Self {
    combine(reducers)
  }

  /// Returns a reducer that runs several reducers in sequence on the same state, and merges their effects.
  ///
  /// - Complexity: The cost of the reducers that handle the action. Reducers for other cases are skipped.
  @inlinable
  public static func combine(_ reducers: [Self]) -> Self {
    let sites = SiteSet.union(reducers.map(\.sites))
    let lifecycle = Lifecycle.union(reducers.map(\.lifecycle))
    guard let table = DispatchTable(reducers.map(\.gate)) else {
      return Self(gate: nil, sites: sites, lifecycle: lifecycle) { state, action, environment in
        var effect = Effect<Action, Never>.none
        for reducer in reducers {
          effect = effect.merged(reducer.reduce(&state, action, environment))
        }
        return effect
      }
    }
    return Self(gate: table.commonGate, sites: sites, lifecycle: lifecycle) {
      state,
      action,
      environment in
      let tag = withUnsafePointer(to: action) { table.reader.tag(of: $0) }
      var effect = Effect<Action, Never>.none
      for index in table.row(tag).members {
        effect = effect.merged(reducers[index].reduce(&state, action, environment))
      }
      return effect
    }
  }

  /// Returns a reducer that runs this reducer and then another reducer on the same state.
  ///
  /// - Complexity: The cost of the reducers that handle the action.
  @inlinable
  public func combined(with other: Self) -> Self {
    .combine(self, other)
  }
}

extension Effect {
  @inlinable
  func merged(_ other: Self) -> Self {
    if other.node == nil { return self }
    if node == nil { return other }
    return .merge(self, other)
  }
}
