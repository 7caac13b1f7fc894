// SPDX-License-Identifier: MIT

// The three requirements on the path improve an error message. If the property of a key path is misspelled, the
// compiler reports the overload with the fewest mismatches. With fewer requirements, it would report that a key path is
// not a state path.
extension Reducer {
  /// Returns a reducer of a parent feature that runs this reducer on a part of its state that may be missing, such as
  /// the payload of a case.
  ///
  /// If the state is an enum, pass the case:
  ///
  /// ```swift
  /// Login.reducer.pullback(state: /AppFeature.State.login, action: /AppFeature.Action.login)
  /// ```
  ///
  /// If the part is nested more deeply, append the case to the path that leads to it:
  ///
  /// ```swift
  /// PastGames.reducer.pullback(
  ///   state: (\Multiplayer.State.route).appending(path: /Multiplayer.State.Route.pastGames),
  ///   action: /Multiplayer.Action.pastGames
  /// )
  /// ```
  ///
  /// An action that arrives while the part is missing is reported and ignored. If the path consists of stored
  /// properties and cases, the reducer changes the part in place. When the part is removed or another child replaces
  /// it, the store cancels the effects of this reducer before it reduces the next action. See
  /// ``optional(id:cancelsEffects:fileID:filePath:line:column:)``.
  ///
  /// - Parameters:
  ///   - toChildState: The path to the part of the state, a ``CasePath`` or an ``OptionalPath``.
  ///   - toChildAction: The case of this reducer's actions.
  ///   - toChildID: Returns the identity of the child; by default, the `id` of an `Identifiable` state.
  ///   - cancelsEffects: Whether to cancel the effects of this reducer when the part is removed or replaced.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The reducer of the parent feature.
  /// - Complexity: O(1) for each action, plus the cost of this reducer. While an effect runs that ends with the part,
  ///   each turn checks whether the part exists. An optional path extracts the part as a value.
  @inlinable
  public func pullback<ParentState, ParentAction: Sendable>(
    state toChildState: some StatePath<ParentState, State> & CustomStringConvertible
      & CustomReflectable,
    action toChildAction: CasePath<ParentAction, Action>,
    id toChildID: (@Sendable (State) -> any Hashable & Sendable)? = nil,
    cancelsEffects: Bool = true,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<ParentState, ParentAction, Environment> {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return ComposedChild(
      self,
      at: PathPlace(toChildState, in: ParentState.self, at: location),
      ChildIdentity(toChildID),
      OnlyActions(toChildAction, at: location),
      SameEnvironment(),
      endsWithState: cancelsEffects,
      "pulled back",
      location
    )
    .composed()
  }

  /// Returns a reducer of a parent feature with a larger environment that runs this reducer on a part of its state that
  /// may be missing.
  ///
  /// ```swift
  /// Login.reducer.pullback(
  ///   state: /AppFeature.State.login,
  ///   action: /AppFeature.Action.login,
  ///   environment: { (environment: AppFeature.Environment) in environment.login }
  /// )
  /// ```
  ///
  /// Equivalent to ``environment(_:)`` followed by
  /// ``pullback(state:action:id:cancelsEffects:fileID:filePath:line:column:)->Reducer<ParentState,ParentAction,Environment>``.
  ///
  /// - Parameters:
  ///   - toChildState: The path to the part of the state, a ``CasePath`` or an ``OptionalPath``.
  ///   - toChildAction: The case of this reducer's actions.
  ///   - toChildEnvironment: Derives this reducer's environment from the larger one.
  ///   - toChildID: Returns the identity of the child; by default, the `id` of an `Identifiable` state.
  ///   - cancelsEffects: Whether to cancel the effects of this reducer when the part is removed or replaced.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The reducer of the parent feature.
  @inlinable
  public func pullback<ParentState, ParentAction: Sendable, ParentEnvironment: Sendable>(
    state toChildState: some StatePath<ParentState, State> & CustomStringConvertible
      & CustomReflectable,
    action toChildAction: CasePath<ParentAction, Action>,
    environment toChildEnvironment: @escaping @Sendable (ParentEnvironment) -> Environment,
    id toChildID: (@Sendable (State) -> any Hashable & Sendable)? = nil,
    cancelsEffects: Bool = true,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    environment(toChildEnvironment).pullback(
      state: toChildState,
      action: toChildAction,
      id: toChildID,
      cancelsEffects: cancelsEffects,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}
