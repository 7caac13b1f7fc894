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
  @usableFromInline
  let reduce: @Sendable (inout State, Action, Environment) -> Effect<Action, Never>

  /// The case of the only actions that it does anything for, if it is known to be such a reducer.
  @usableFromInline let gate: CaseTag?

  /// Creates a reducer from a function.
  ///
  /// - Parameter reduce: Changes the state for an action, and returns what is to be done. It must
  ///   depend on nothing but its arguments.
  @inlinable
  public init(
    _ reduce: @escaping @Sendable (inout State, Action, Environment) -> Effect<Action, Never>
  ) {
    self.init(gate: nil, reduce)
  }

  @inlinable
  init(
    gate: CaseTag?,
    _ reduce: @escaping @Sendable (inout State, Action, Environment) -> Effect<Action, Never>
  ) {
    self.gate = gate
    self.reduce = reduce
  }

  /// Changes the state for an action, and returns what is to be done.
  ///
  /// - Complexity: That of the reducers that the action is for; see ``combine(_:)``.
  @inlinable
  public func run(
    _ state: inout State,
    _ action: Action,
    _ environment: Environment
  ) -> Effect<Action, Never> {
    reduce(&state, action, environment)
  }

  /// A reducer that changes nothing and does nothing.
  @inlinable public static var empty: Self {
    Self { _, _, _ in .none }
  }

  /// A reducer that runs several reducers in order on the same state, and merges their effects.
  @inlinable
  public static func combine(_ reducers: Self...) -> Self {
    combine(reducers)
  }

  /// A reducer that runs several reducers in order on the same state, and merges their effects.
  ///
  /// - Complexity: An action costs what the reducers cost that it is for. Those that were pulled back
  ///   for other cases of an enum of actions are not visited.
  @inlinable
  public static func combine(_ reducers: [Self]) -> Self {
    guard let table = DispatchTable(reducers.map(\.gate)) else {
      return Self { state, action, environment in
        var effect = Effect<Action, Never>.none
        for reducer in reducers {
          effect = effect.merged(reducer.reduce(&state, action, environment))
        }
        return effect
      }
    }
    return Self(gate: table.commonGate) { state, action, environment in
      let tag = withUnsafePointer(to: action) { table.gate.tag(of: $0) }
      var effect = Effect<Action, Never>.none
      for index in table.members(tag) {
        effect = effect.merged(reducers[index].reduce(&state, action, environment))
      }
      return effect
    }
  }

  /// A reducer that runs this reducer and then another one on the same state.
  @inlinable
  public func combined(with other: Self) -> Self {
    .combine(self, other)
  }
}

/// Which of several reducers an action is for, by the tag of its case.
@usableFromInline
struct DispatchTable: Sendable {
  /// Reads the tags.
  @usableFromInline let gate: CaseTag
  /// The indices of the reducers for each tag.
  @usableFromInline let rows: [[Int]]
  /// The indices of those that are for all actions.
  @usableFromInline let others: [Int]
  /// The gate that all have in common.
  @usableFromInline let commonGate: CaseTag?

  /// Returns `nil` if no reducer has a gate.
  @usableFromInline
  init?(_ gates: [CaseTag?]) {
    guard let gate = gates.lazy.compactMap({ $0 }).first else { return nil }
    self.gate = gate
    let lastTag = gates.lazy.compactMap { $0?.tag }.max() ?? 0
    rows = (0...lastTag).map { tag in
      gates.indices.filter { gates[$0].map { $0.tag == tag } ?? true }
    }
    others = gates.indices.filter { gates[$0] == nil }
    commonGate = gates.allSatisfy { $0?.tag == gate.tag } ? gate : nil
  }

  @inlinable
  func members(_ tag: UInt32) -> [Int] {
    tag < rows.count ? rows[Int(tag)] : others
  }
}

extension Effect {
  /// This effect merged with another, where mostly at least one of them does nothing.
  @inlinable
  func merged(_ other: Self) -> Self {
    if other.node == nil { return self }
    if node == nil { return other }
    return .merge(self, other)
  }
}
