// SPDX-License-Identifier: MIT

extension Reducer {
  /// Returns a reducer of a larger feature that runs this one on a part of its state and its actions.
  ///
  /// ```swift
  /// enum AppFeature {
  ///   static let reducer = Reducer<State, Action, Environment>.combine(
  ///     Counter.reducer.environment(\.counter).pullback(state: \.counter, action: /Action.counter),
  ///     Reducer { state, action, environment in
  ///       if action == .resetButtonTapped { state.counter = Counter.State() }
  ///       return .none
  ///     }
  ///   )
  /// }
  /// ```
  ///
  /// Actions of other cases bypass this reducer. The part of the state is changed in place if the key path
  /// leads through stored properties.
  ///
  /// The effects of this reducer end when another child takes the place of the one that started them: a state with
  /// another identity. Without an identity, the state is always that of the same child.
  ///
  /// - Parameters:
  ///   - toChildState: The key path to the part of the state.
  ///   - toChildAction: The case of the actions that are for this reducer.
  ///   - toChildID: Returns the identity of the child; by default the `id` of a state that is `Identifiable`, and
  ///     otherwise none. A state with another identity is that of another child.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The reducer of the larger feature.
  /// - Complexity: O(1) for each action, plus the cost of this reducer.
  @inlinable
  public func pullback<ParentState, ParentAction: Sendable>(
    state toChildState: any WritableKeyPath<ParentState, State> & Sendable,
    action toChildAction: CasePath<ParentAction, Action>,
    id toChildID: (@Sendable (State) -> any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<ParentState, ParentAction, Environment> {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let place = StatePlace(toChildState)
    // A reducer of the same state, for some of its actions, is not a child.
    let identity = toChildID == nil && place.isWhole ? nil : ChildIdentity(toChildID)
    return ComposedChild(
      self,
      at: place,
      identity,
      OnlyActions(toChildAction, at: location),
      SameEnvironment(),
      endsWithState: identity != nil,
      isWhole: place.isWhole && identity == nil,
      "pulled back",
      location
    )
    .composed()
  }

  /// Returns a reducer of a larger feature with another environment that runs this one on a part of its state and its
  /// actions.
  ///
  /// ```swift
  /// Counter.reducer.pullback(
  ///   state: \AppFeature.State.counter,
  ///   action: /AppFeature.Action.counter,
  ///   environment: { (environment: AppFeature.Environment) in
  ///     Counter.Environment(fact: environment.fact)
  ///   }
  /// )
  /// ```
  ///
  /// The same as ``environment(_:)``, followed by
  /// ``pullback(state:action:id:fileID:filePath:line:column:)->Reducer<ParentState,ParentAction,Environment>``.
  ///
  /// - Parameters:
  ///   - toChildState: The key path to the part of the state.
  ///   - toChildAction: The case of the actions that are for this reducer.
  ///   - toChildEnvironment: Makes this reducer's environment from the larger one.
  ///   - toChildID: Returns the identity of the child; by default the `id` of a state that is `Identifiable`, and
  ///     otherwise none.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The reducer of the larger feature.
  @inlinable
  public func pullback<ParentState, ParentAction: Sendable, ParentEnvironment: Sendable>(
    state toChildState: any WritableKeyPath<ParentState, State> & Sendable,
    action toChildAction: CasePath<ParentAction, Action>,
    environment toChildEnvironment: @escaping @Sendable (ParentEnvironment) -> Environment,
    id toChildID: (@Sendable (State) -> any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    environment(toChildEnvironment).pullback(
      state: toChildState,
      action: toChildAction,
      id: toChildID,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Returns a reducer of an optional state that runs this one while there is a state.
  ///
  /// ```swift
  /// Banner.reducer
  ///   .optional()
  ///   .pullback(state: \.banner, action: /AppFeature.Action.banner)
  /// ```
  ///
  /// An action that arrives while the state is `nil` is reported and ignored. Combine the returned reducer
  /// before the one that sets the state to `nil`, so that it still sees its state in that very action.
  ///
  /// The effects of this reducer are cancelled when the state becomes `nil`, before the next action
  /// is taken. They are also cancelled when another child takes the place of the one that started them:
  ///
  /// ```swift
  /// case .nextButtonTapped:
  ///   // An effect of the detail with the id 1 is waiting for an answer.
  ///   state.detail = Detail.State(id: 2)
  /// ```
  ///
  /// Two states are those of the same child if they have the same identity. If the state is `Identifiable`, that is
  /// its `id`; for other states, it can be named:
  ///
  /// ```swift
  /// Editor.reducer
  ///   .optional(id: \.note.id)
  ///   .environment(\.editor)
  ///   .pullback(state: \.editor, action: /AppFeature.Action.editor)
  /// ```
  ///
  /// Without an identity, states cannot be told apart: in the example, the detail with the id 2 would receive the
  /// answer to the one with the id 1.
  ///
  /// - Parameters:
  ///   - toID: Returns the identity of the child; by default the `id` of a state that is `Identifiable`, and otherwise
  ///     none.
  ///   - cancelsEffects: Whether to cancel the effects of this reducer when the state becomes `nil`, or that of another
  ///     child.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The reducer of the optional state.
  /// - Complexity: O(1) for each action, plus the cost of this reducer.
  @inlinable
  public func optional(
    id toID: (@Sendable (State) -> any Hashable & Sendable)? = nil,
    cancelsEffects: Bool = true,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<State?, Action, Environment> {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return ComposedChild(
      self,
      at: OptionalPlace(\State?.self),
      ChildIdentity(toID),
      SameActions(gate),
      SameEnvironment(),
      endsWithState: cancelsEffects,
      "made optional",
      location
    )
    .composed()
  }
}
