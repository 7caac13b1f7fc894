// SPDX-License-Identifier: MIT

extension Reducer {
  /// Returns a reducer of a list that runs this reducer on the element that an action identifies.
  ///
  /// ```swift
  /// enum Checklist {
  ///   enum Action {
  ///     case row(id: Row.State.ID, action: Row.Action)
  ///   }
  ///
  ///   static let reducer = Reducer<State, Action, Environment>.combine(
  ///     Row.reducer.environment(\.row).forEach(state: \.rows, action: /Action.row),
  ///     Reducer { state, action, environment in
  ///       guard case .row(let id, .deleteButtonTapped) = action else { return .none }
  ///       state.rows.remove(id: id)
  ///       return .none
  ///     }
  ///   )
  /// }
  /// ```
  ///
  /// The reducer changes the element in place, without copying it or the list. When an element is removed, the store
  /// cancels the element's effects before it reduces the next action. An action for a missing element is reported and
  /// ignored. Combine the returned reducer before a reducer that removes elements, so that an element still receives
  /// the action that removes it.
  ///
  /// - Parameters:
  ///   - toElements: The key path to the elements.
  ///   - toElementAction: The case of the element actions, with the element's id.
  ///   - cancelsEffects: Whether to cancel the effects of an element when it is removed.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The reducer of the list.
  /// - Complexity: O(1) for each action, plus the cost of this reducer.
  @inlinable
  public func forEach<ParentState, ParentAction: Sendable, ID: Hashable & Sendable>(
    state toElements: any WritableKeyPath<ParentState, IdentifiedArray<ID, State>> & Sendable,
    action toElementAction: CasePath<ParentAction, (ID, Action)>,
    cancelsEffects: Bool = true,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<ParentState, ParentAction, Environment> {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return ComposedChild(
      self,
      at: ListPlace(toElements, location),
      // The element's id is its identity.
      nil,
      ElementActions(toElementAction, at: location),
      SameEnvironment(),
      endsWithState: cancelsEffects,
      "run for each element",
      location
    )
    .composed()
  }

  /// Returns a reducer of a list with a larger environment that runs this reducer on an action's element.
  ///
  /// ```swift
  /// Row.reducer.forEach(
  ///   state: \Checklist.State.rows,
  ///   action: /Checklist.Action.row,
  ///   environment: { (environment: Checklist.Environment) in environment.row }
  /// )
  /// ```
  ///
  /// Equivalent to ``environment(_:)`` followed by
  /// ``forEach(state:action:cancelsEffects:fileID:filePath:line:column:)->Reducer<ParentState,ParentAction,Environment>``.
  ///
  /// - Parameters:
  ///   - toElements: The key path to the elements.
  ///   - toElementAction: The case of the element actions, with the element's id.
  ///   - toElementEnvironment: Derives this reducer's environment from the larger one.
  ///   - cancelsEffects: Whether to cancel the effects of an element when it is removed.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The reducer of the list.
  @inlinable
  public func forEach<
    ParentState,
    ParentAction: Sendable,
    ParentEnvironment: Sendable,
    ID: Hashable & Sendable
  >(
    state toElements: any WritableKeyPath<ParentState, IdentifiedArray<ID, State>> & Sendable,
    action toElementAction: CasePath<ParentAction, (ID, Action)>,
    environment toElementEnvironment: @escaping @Sendable (ParentEnvironment) -> Environment,
    cancelsEffects: Bool = true,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    environment(toElementEnvironment).forEach(
      state: toElements,
      action: toElementAction,
      cancelsEffects: cancelsEffects,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Returns a reducer of a dictionary that runs this reducer on the value that an action identifies.
  ///
  /// ```swift
  /// enum Scoreboard {
  ///   enum Action {
  ///     case player(name: String, action: Player.Action)
  ///   }
  /// }
  ///
  /// Player.reducer.forEach(state: \Scoreboard.State.players, action: /Scoreboard.Action.player)
  /// ```
  ///
  /// The reducer changes the value in place, without copying it or the dictionary. An action for a missing key is
  /// reported and ignored. When a value is removed or replaced by a value with another identity, the store cancels its
  /// effects. See ``optional(id:cancelsEffects:fileID:filePath:line:column:)``.
  ///
  /// - Parameters:
  ///   - toValues: The key path to the dictionary.
  ///   - toValueAction: The case of the value actions, with the value's key.
  ///   - toChildID: Returns the identity of a value; by default, the `id` of an `Identifiable` state.
  ///   - cancelsEffects: Whether to cancel the effects of a value when it is removed.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The reducer of the dictionary.
  /// - Complexity: O(1) for each action, plus the cost of this reducer.
  @inlinable
  public func forEach<ParentState, ParentAction: Sendable, Key: Hashable & Sendable>(
    state toValues: any WritableKeyPath<ParentState, [Key: State]> & Sendable,
    action toValueAction: CasePath<ParentAction, (Key, Action)>,
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
      at: ListPlace(toValues, location),
      ChildIdentity(toChildID),
      ElementActions(toValueAction, at: location),
      SameEnvironment(),
      endsWithState: cancelsEffects,
      "run for each element",
      location
    )
    .composed()
  }

  /// Returns a reducer of an array that runs this reducer on the element at the position that an action contains.
  ///
  /// ```swift
  /// enum Board {
  ///   enum Action {
  ///     case square(Int, Square.Action)
  ///   }
  /// }
  ///
  /// Square.reducer.forEach(state: \Board.State.squares, action: /Board.Action.square)
  /// ```
  ///
  /// The reducer changes the element in place, without copying it or the array. An action for a position without an
  /// element is reported and ignored.
  ///
  /// If the elements have an identity, the store cancels the effects of an element when another element replaces it at
  /// its position, as in a stack of screens that changes only at its top. See
  /// ``optional(id:cancelsEffects:fileID:filePath:line:column:)``. Without an identity, actions from an element's
  /// effects go to the element that is at the position when the actions arrive. If elements are inserted, removed or
  /// moved anywhere but at the end, use an ``IdentifiedArray``.
  ///
  /// - Parameters:
  ///   - toElements: The key path to the elements.
  ///   - toElementAction: The case of the element actions, with the element's position.
  ///   - toChildID: Returns the identity of an element; by default, the `id` of an `Identifiable` state.
  ///   - cancelsEffects: Whether to cancel the effects of an element when it is removed.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The reducer of the array.
  /// - Complexity: O(1) for each action, plus the cost of this reducer.
  @inlinable
  public func forEach<ParentState, ParentAction: Sendable>(
    state toElements: any WritableKeyPath<ParentState, [State]> & Sendable,
    action toElementAction: CasePath<ParentAction, (Int, Action)>,
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
      at: ListPlace(toElements, location),
      ChildIdentity(toChildID),
      ElementActions(toElementAction, at: location),
      SameEnvironment(),
      endsWithState: cancelsEffects,
      "run for each element",
      location
    )
    .composed()
  }
}
