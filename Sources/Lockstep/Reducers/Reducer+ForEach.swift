// SPDX-License-Identifier: MIT

extension Reducer {
  /// Returns a reducer of a list that runs this one on the element that an action is for.
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
  /// The element is changed in place: neither it nor the list is copied. Its effects are cancelled when it is
  /// removed, before the next action is taken. An action for an element that is not there is reported and
  /// ignored. Combine the returned reducer before the one that removes elements, so that an element still
  /// sees the action that removes it.
  ///
  /// - Parameters:
  ///   - toElements: The key path to the elements.
  ///   - toElementAction: The case of the actions of elements, with the id of the element.
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
      // The id is that of the element.
      nil,
      ElementActions(toElementAction, at: location),
      SameEnvironment(),
      endsWithState: cancelsEffects,
      "run for each element",
      location
    )
    .composed()
  }

  /// Returns a reducer of a list with another environment that runs this one on the element that an action is for.
  ///
  /// ```swift
  /// Row.reducer.forEach(
  ///   state: \Checklist.State.rows,
  ///   action: /Checklist.Action.row,
  ///   environment: { (environment: Checklist.Environment) in environment.row }
  /// )
  /// ```
  ///
  /// The same as ``environment(_:)``, followed by
  /// ``forEach(state:action:cancelsEffects:fileID:filePath:line:column:)->Reducer<ParentState,ParentAction,Environment>``.
  ///
  /// - Parameters:
  ///   - toElements: The key path to the elements.
  ///   - toElementAction: The case of the actions of elements, with the id of the element.
  ///   - toElementEnvironment: Makes this reducer's environment from the larger one.
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

  /// Returns a reducer of a dictionary that runs this one on the value that an action is for.
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
  /// The value is changed in place: neither it nor the dictionary is copied. An action for a key that is not
  /// there is reported and ignored. The effects of a value are cancelled when it is removed or replaced by another child;
  /// see ``optional(id:cancelsEffects:fileID:filePath:line:column:)``.
  ///
  /// - Parameters:
  ///   - toValues: The key path to the dictionary.
  ///   - toValueAction: The case of the actions of values, with the key of the value.
  ///   - toChildID: Returns the identity of a value; by default the `id` of a state that is `Identifiable`, and
  ///     otherwise none. A state with another identity is that of another child, even under
  ///     the same key.
  ///   - cancelsEffects: Whether to cancel the effects of an element when it is removed.
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

  /// Returns a reducer of an array that runs this one on the element that an action is for, by its position.
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
  /// The element is changed in place: neither it nor the array is copied. An action for a position without an
  /// element is reported and ignored.
  ///
  /// If the elements have an identity, the effects of an element are cancelled when another one takes its position, as in
  /// a stack of screens of which only the top moves; see
  /// ``optional(id:cancelsEffects:fileID:filePath:line:column:)``. Without one, actions sent by an effect of an element
  /// go to whichever element is at that position by then. If elements are inserted, removed or moved elsewhere than at
  /// the end, use an ``IdentifiedArray``.
  ///
  /// - Parameters:
  ///   - toElements: The key path to the elements.
  ///   - toElementAction: The case of the actions of elements, with the position of the element.
  ///   - toChildID: Returns the identity of an element; by default the `id` of a state that is `Identifiable`, and
  ///     otherwise none. A state with another identity is that of another child, even at
  ///     the same position.
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
