// SPDX-License-Identifier: MIT

/// How the state of a feature changes when something happens, and what is to be done then.
///
/// ```swift
/// let counterReducer = Reducer<CounterState, CounterAction, CounterEnvironment> {
///   state, action, environment in
///   switch action {
///   case .incrementButtonTapped:
///     state.count += 1
///     return .none
///   case .factButtonTapped:
///     return environment.fact(state.count).map(CounterAction.factResponse)
///   case .factResponse(let fact):
///     state.fact = fact
///     return .none
///   }
/// }
/// ```
///
/// A reducer is a value and may be a global constant. Reducers of small features are put together
/// to those of larger ones with ``combine(_:)`` and ``pullback(state:action:environment:)``.
public struct Reducer<State, Action: Sendable, Environment: Sendable>: Sendable {
  private let reduce: @Sendable (inout State, Action, Environment) -> Effect<Action, Never>

  /// Creates a reducer from a function.
  ///
  /// - Parameter reduce: Changes the state for an action, and returns what is to be done. It must
  ///   depend on nothing but its arguments.
  public init(
    _ reduce: @escaping @Sendable (inout State, Action, Environment) -> Effect<Action, Never>
  ) {
    self.reduce = reduce
  }

  /// Changes the state for an action, and returns what is to be done.
  public func run(
    _ state: inout State,
    _ action: Action,
    _ environment: Environment
  ) -> Effect<Action, Never> {
    reduce(&state, action, environment)
  }

  /// A reducer that changes nothing and does nothing.
  public static var empty: Self {
    Self { _, _, _ in .none }
  }

  /// A reducer that runs several reducers in order on the same state, and merges their effects.
  public static func combine(_ reducers: Self...) -> Self {
    combine(reducers)
  }

  /// A reducer that runs several reducers in order on the same state, and merges their effects.
  public static func combine(_ reducers: [Self]) -> Self {
    Self { state, action, environment in
      var effect = Effect<Action, Never>.none
      for reducer in reducers {
        let next = reducer.reduce(&state, action, environment)
        if next.node != nil {
          effect = effect.node == nil ? next : .merge(effect, next)
        }
      }
      return effect
    }
  }

  /// A reducer that runs this reducer and then another one on the same state.
  public func combined(with other: Self) -> Self {
    .combine(self, other)
  }
}
