// SPDX-License-Identifier: MIT

// NB: The path has to meet three requirements, not one, for the sake of an error. Where the property of a key path is
// misspelled, the compiler reports the overload with the fewest mismatches; with fewer requirements, it would report
// that a key path is not a state path.
extension Reducer {
  /// Returns a reducer of a larger feature that runs this one on a part of its state that may be missing,
  /// such as the payload of a case, or one screen of several.
  ///
  /// For a state that is an enum, name the case:
  ///
  /// ```swift
  /// Login.reducer.pullback(state: /AppFeature.State.login, action: /AppFeature.Action.login)
  /// ```
  ///
  /// For a part that is further away, append the case to the path that leads there:
  ///
  /// ```swift
  /// PastGames.reducer.pullback(
  ///   state: (\Multiplayer.State.route).appending(path: /Multiplayer.State.Route.pastGames),
  ///   action: /Multiplayer.Action.pastGames
  /// )
  /// ```
  ///
  /// An action that arrives while the part is missing is reported and ignored. The part is changed in place
  /// if the path leads through stored properties and cases. The effects of this reducer are cancelled when
  /// the part is removed or replaced by that of another child, before the next action is taken; see
  /// ``optional(id:cancelsEffects:fileID:filePath:line:column:)``.
  ///
  /// - Parameters:
  ///   - toChildState: The path to the part of the state, a ``CasePath`` or an ``OptionalPath``.
  ///   - toChildAction: The case of the actions that are for this reducer.
  ///   - toChildID: Returns the identity of the child; by default the `id` of a state that is `Identifiable`, and
  ///     otherwise none. A state with another identity is that of another child.
  ///   - cancelsEffects: Whether to cancel the effects of this reducer when the part is removed or replaced by that
  ///     of another child.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The reducer of the larger feature.
  /// - Complexity: O(1) for each action, plus the cost of this reducer. While an effect that ends with the
  ///   part runs, each turn checks whether the part is there; an optional path takes it out as a value.
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

  /// Returns a reducer of a larger feature with another environment that runs this one on a part of its state that may be
  /// missing.
  ///
  /// ```swift
  /// Login.reducer.pullback(
  ///   state: /AppFeature.State.login,
  ///   action: /AppFeature.Action.login,
  ///   environment: { (environment: AppFeature.Environment) in environment.login }
  /// )
  /// ```
  ///
  /// The same as ``environment(_:)``, followed by
  /// ``pullback(state:action:id:cancelsEffects:fileID:filePath:line:column:)->Reducer<ParentState,ParentAction,Environment>``.
  ///
  /// - Parameters:
  ///   - toChildState: The path to the part of the state, a ``CasePath`` or an ``OptionalPath``.
  ///   - toChildAction: The case of the actions that are for this reducer.
  ///   - toChildEnvironment: Makes this reducer's environment from the larger one.
  ///   - toChildID: Returns the identity of the child; by default the `id` of a state that is `Identifiable`, and
  ///     otherwise none.
  ///   - cancelsEffects: Whether to cancel the effects of this reducer when the part is removed or replaced by that
  ///     of another child.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The reducer of the larger feature.
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
