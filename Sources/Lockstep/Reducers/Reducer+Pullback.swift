// SPDX-License-Identifier: MIT

extension Reducer {
  /// Returns a reducer of a parent feature that runs this reducer on a part of its state and actions.
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
  /// The reducer ignores actions of other cases. If the key path consists of stored properties, the reducer changes the
  /// part in place.
  ///
  /// When another child replaces the part, that is, when its identity changes, the store cancels the effects of the
  /// previous child. Without an identity, the part always belongs to the same child.
  ///
  /// - Parameters:
  ///   - toChildState: The key path to the part of the state.
  ///   - toChildAction: The case of this reducer's actions.
  ///   - toChildID: Returns the identity of the child; by default, the `id` of an `Identifiable` state.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The reducer of the parent feature.
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
    // A reducer for some actions of the same state is not a child.
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

  /// Returns a reducer of a parent feature with a larger environment that runs this reducer on a part of its state and
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
  /// Equivalent to ``environment(_:)`` followed by
  /// ``pullback(state:action:id:fileID:filePath:line:column:)->Reducer<ParentState,ParentAction,Environment>``.
  ///
  /// - Parameters:
  ///   - toChildState: The key path to the part of the state.
  ///   - toChildAction: The case of this reducer's actions.
  ///   - toChildEnvironment: Derives this reducer's environment from the larger one.
  ///   - toChildID: Returns the identity of the child; by default, the `id` of an `Identifiable` state.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The reducer of the parent feature.
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

  /// Returns a reducer of an optional state that runs this reducer while the state is not `nil`.
  ///
  /// ```swift
  /// Banner.reducer
  ///   .optional()
  ///   .pullback(state: \.banner, action: /AppFeature.Action.banner)
  /// ```
  ///
  /// An action that arrives while the state is `nil` is reported and ignored. Combine the returned reducer before the
  /// reducer that sets the state to `nil`, so that this reducer still handles that action.
  ///
  /// When the state becomes `nil`, the store cancels the effects of this reducer before it reduces the next action. The
  /// store also cancels them when another child replaces the child that started them:
  ///
  /// ```swift
  /// case .nextButtonTapped:
  ///   // An effect of the detail with the id 1 is waiting for an answer.
  ///   state.detail = Detail.State(id: 2)
  /// ```
  ///
  /// Two states belong to the same child if they have the same identity. The identity of an `Identifiable` state is its
  /// `id`. For other states, pass the identity:
  ///
  /// ```swift
  /// Editor.reducer
  ///   .optional(id: \.note.id)
  ///   .environment(\.editor)
  ///   .pullback(state: \.editor, action: /AppFeature.Action.editor)
  /// ```
  ///
  /// Without an identity, the store cannot distinguish the two children. In the example, the detail with the id 2 would
  /// receive the answer for the detail with the id 1.
  ///
  /// - Parameters:
  ///   - toID: Returns the identity of the child; by default, the `id` of an `Identifiable` state.
  ///   - cancelsEffects: Whether to cancel the effects of this reducer when its state becomes `nil` or another child
  ///     replaces it.
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
