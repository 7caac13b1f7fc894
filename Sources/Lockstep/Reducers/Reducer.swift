// SPDX-License-Identifier: MIT

/// A description of how the state of a feature changes when something happens, and of the work that follows.
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
/// A reducer is a value and may be a global constant. Reducers of small features are composed into reducers
/// of larger ones with `combine` and `pullback`.
///
/// Isolation: any thread; a store runs it on its own actor, one action at a time. It must not block.
///
/// Complexity: making and composing reducers is O(1) unless stated otherwise. A turn costs as much as the
/// functions that the action is for, plus a few nanoseconds for each pullback that it is not for.
public struct Reducer<State, Action: Sendable, Environment: Sendable>: Sendable {
  // The function that the library itself runs; other code uses ``run(_:_:_:)``.
  @usableFromInline
  package let reduce: @Sendable (inout State, Action, Environment) -> Effect<Action, Never>

  /// The actions for which the reducer does nothing, as far as that is known without running it.
  @usableFromInline let gate: CaseGate?

  /// How the reducer's children were composed with it; `nil` if none of them has effects that end with its
  /// state.
  @usableFromInline package let sites: SiteSet?

  /// The hooks that the reducer and its children run when their states appear and are removed; `nil` if there are none.
  @usableFromInline package let lifecycle: Lifecycle<State, Action, Environment>?

  /// Creates a reducer from a function.
  ///
  /// - Parameter reduce: Changes the state for an action, and returns what is to be done. It must
  ///   depend on nothing but its arguments.
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
  /// It is the same as a reducer that ignores its environment and always returns `.none`.
  ///
  /// - Parameter update: Changes the state for an action. It must depend on nothing but its arguments.
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

  /// Creates a reducer that runs another one on the same state, and does more before or after it.
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
  /// The new reducer knows the children of the other reducer, so their effects still end with their state. It
  /// must therefore run the other reducer with the very state that it was given: a reducer for another state,
  /// of whatever type, is run with ``run(_:_:_:)``, or composed with `pullback` or `forEach`.
  ///
  /// - Parameters:
  ///   - other: The other reducer.
  ///   - reduce: Changes the state for an action, and returns what is to be done. Its last argument runs the
  ///     other reducer; it may call this any number of times, or not at all.
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

  /// Changes the state for an action, and returns what is to be done.
  ///
  /// Use this method in reducers that call other reducers directly. Effects of children that `optional`,
  /// `pullback` and `forEach` have composed with this reducer then continue to run when the child's state
  /// is removed, because the position of the state is unknown, and `onMount` and `onUnmount` of the children are not
  /// called. If the state is the same, see ``init(around:_:)``.
  ///
  /// - Complexity: That of the reducers that the action is for; see `combine`.
  @inlinable
  public func run(
    _ state: inout State,
    _ action: Action,
    _ environment: Environment
  ) -> Effect<Action, Never> {
    #if DEBUG
    // The children of a state whose position is unknown are not noted.
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

  /// A reducer that changes nothing and does nothing.
  @inlinable public static var empty: Self {
    Self { _, _, _ in .none }
  }

  /// Returns a reducer that runs several reducers in order on the same state, and merges their effects.
  ///
  /// - Complexity: An action costs as much as the reducers that it is for. Reducers that were pulled back for
  ///   other cases of an enum of actions are not visited.
  @inlinable
  public static func combine(_ reducers: Self...) -> Self {
    combine(reducers)
  }

  /// Returns a reducer that runs several reducers in order on the same state, and merges their effects.
  ///
  /// - Complexity: An action costs as much as the reducers that it is for. Reducers that were pulled back for
  ///   other cases of an enum of actions are not visited.
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

  /// Returns a reducer that runs this reducer and then another one on the same state.
  ///
  /// - Complexity: An action costs as much as those of the two reducers that it is for.
  @inlinable
  public func combined(with other: Self) -> Self {
    .combine(self, other)
  }
}

extension Effect {
  /// Returns this effect merged with another, where usually at least one of them does nothing.
  @inlinable
  func merged(_ other: Self) -> Self {
    if other.node == nil { return self }
    if node == nil { return other }
    return .merge(self, other)
  }
}
