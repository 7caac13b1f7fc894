// SPDX-License-Identifier: MIT

extension Reducer {
  /// Returns this reducer, adapted to a larger environment.
  ///
  /// ```swift
  /// enum AppFeature {
  ///   static let reducer = Reducer<State, Action, Environment>.combine(
  ///     Search.reducer.environment(\.search).pullback(state: \.search, action: /Action.search),
  ///     Row.reducer
  ///       .environment { Row.Environment(date: $0.date, api: $0.api) }
  ///       .forEach(state: \.rows, action: /Action.row)
  ///   )
  ///   .presenting(\.editor, action: /Action.editor, Editor.reducer.environment(\.editor))
  /// }
  /// ```
  ///
  /// A feature declares the environment that it needs, and its parent derives it from its own environment. A child with
  /// the same environment as its parent does not need this method. In `pullback`, `presenting` and `forEach`, a child
  /// with the environment `Void` does not need it either.
  ///
  /// Isolation: the function runs where the reducer runs.
  ///
  /// - Parameter toEnvironment: Derives this reducer's environment from the larger one. It runs for each action of this
  ///   reducer, so keep it fast.
  /// - Returns: This reducer with the larger environment.
  /// - Complexity: O(1) for each action, plus the cost of the function.
  @inlinable
  public func environment<Larger: Sendable>(
    _ toEnvironment: @escaping @Sendable (Larger) -> Environment
  ) -> Reducer<State, Action, Larger> {
    Reducer<State, Action, Larger>(
      gate: gate,
      sites: sites,
      lifecycle: lifecycle?.environment(toEnvironment)
    ) { state, action, environment in
      reduce(&state, action, toEnvironment(environment))
    }
  }
}

// MARK: Children that need no environment

// Where both overloads match, the compiler prefers the methods for the same environment.
extension Reducer where Environment == Void {
  /// Returns a reducer of a parent feature that runs this reducer, which needs no environment, on a part of its state
  /// and actions.
  ///
  /// See ``Reducer/pullback(state:action:id:fileID:filePath:line:column:)->Reducer<ParentState,ParentAction,Environment>``.
  @inlinable
  @_disfavoredOverload
  public func pullback<ParentState, ParentAction: Sendable, ParentEnvironment: Sendable>(
    state toChildState: any WritableKeyPath<ParentState, State> & Sendable,
    action toChildAction: CasePath<ParentAction, Action>,
    id toChildID: (@Sendable (State) -> any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    pullback(
      state: toChildState,
      action: toChildAction,
      environment: { _ in },
      id: toChildID,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Returns a reducer of a parent feature that runs this reducer, which needs no environment, on a part of its state
  /// that may be missing.
  @_disfavoredOverload
  public func pullback<ParentState, ParentAction: Sendable, ParentEnvironment: Sendable>(
    state toChildState: some StatePath<ParentState, State> & CustomStringConvertible
      & CustomReflectable,
    action toChildAction: CasePath<ParentAction, Action>,
    id toChildID: (@Sendable (State) -> any Hashable & Sendable)? = nil,
    cancelsEffects: Bool = true,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    pullback(
      state: toChildState,
      action: toChildAction,
      environment: { _ in },
      id: toChildID,
      cancelsEffects: cancelsEffects,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Returns a reducer of a list that runs this reducer, which needs no environment, on an action's element.
  @inlinable
  @_disfavoredOverload
  public func forEach<
    ParentState,
    ParentAction: Sendable,
    ParentEnvironment: Sendable,
    ID: Hashable & Sendable
  >(
    state toElements: any WritableKeyPath<ParentState, IdentifiedArray<ID, State>> & Sendable,
    action toElementAction: CasePath<ParentAction, (ID, Action)>,
    cancelsEffects: Bool = true,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    forEach(
      state: toElements,
      action: toElementAction,
      environment: { _ in },
      cancelsEffects: cancelsEffects,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Returns a reducer of a dictionary that runs this reducer, which needs no environment, on an action's value.
  @inlinable
  @_disfavoredOverload
  public func forEach<
    ParentState,
    ParentAction: Sendable,
    ParentEnvironment: Sendable,
    Key: Hashable & Sendable
  >(
    state toValues: any WritableKeyPath<ParentState, [Key: State]> & Sendable,
    action toValueAction: CasePath<ParentAction, (Key, Action)>,
    id toChildID: (@Sendable (State) -> any Hashable & Sendable)? = nil,
    cancelsEffects: Bool = true,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    environment { (_: ParentEnvironment) in }.forEach(
      state: toValues,
      action: toValueAction,
      id: toChildID,
      cancelsEffects: cancelsEffects,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Returns a reducer of an array that runs this reducer, which needs no environment, on an action's element.
  @inlinable
  @_disfavoredOverload
  public func forEach<ParentState, ParentAction: Sendable, ParentEnvironment: Sendable>(
    state toElements: any WritableKeyPath<ParentState, [State]> & Sendable,
    action toElementAction: CasePath<ParentAction, (Int, Action)>,
    id toChildID: (@Sendable (State) -> any Hashable & Sendable)? = nil,
    cancelsEffects: Bool = true,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    environment { (_: ParentEnvironment) in }.forEach(
      state: toElements,
      action: toElementAction,
      id: toChildID,
      cancelsEffects: cancelsEffects,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}
