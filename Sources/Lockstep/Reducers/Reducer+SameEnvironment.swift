// SPDX-License-Identifier: MIT

// NB: A default value of the `environment:` parameters cannot say that both types are the same, so these are methods.

extension Reducer {
  /// Returns a reducer of a larger feature with the same environment that runs this one on a part of its state and its
  /// actions.
  ///
  /// ```swift
  /// counterReducer.pullback(state: \AppState.counter, action: /AppAction.counter)
  /// ```
  ///
  /// See ``pullback(state:action:environment:id:fileID:filePath:line:column:)``.
  ///
  /// - Parameters:
  ///   - toChildState: The key path to the part of the state.
  ///   - toChildAction: The case of the actions that are for this reducer.
  ///   - toChildID: Returns the identity of the child; by default the `id` of a state that is `Identifiable`, and
  ///     otherwise none.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The reducer of the larger feature.
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
    pullback(
      state: toChildState,
      action: toChildAction,
      environment: { $0 },
      id: toChildID,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Returns a reducer of a larger feature with the same environment that runs this one on a part of its state that may be
  /// missing.
  ///
  /// ```swift
  /// loginReducer.pullback(state: /AppState.login, action: /AppAction.login)
  /// ```
  ///
  /// It is the same as the method with `environment:`, which describes it.
  ///
  /// - Parameters:
  ///   - toChildState: The path to the part of the state, a ``CasePath`` or an ``OptionalPath``.
  ///   - toChildAction: The case of the actions that are for this reducer.
  ///   - toChildID: Returns the identity of the child; by default the `id` of a state that is `Identifiable`, and
  ///     otherwise none.
  ///   - cancelsEffects: Whether to cancel the effects of this reducer when the part goes away, or becomes that of another
  ///     child.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The reducer of the larger feature.
  public func pullback<ParentState, ParentAction: Sendable>(
    state toChildState: some StatePath<ParentState, State> & CustomStringConvertible
      & CustomDebugOutputConvertible,
    action toChildAction: CasePath<ParentAction, Action>,
    id toChildID: (@Sendable (State) -> any Hashable & Sendable)? = nil,
    cancelsEffects: Bool = true,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<ParentState, ParentAction, Environment> {
    pullback(
      state: toChildState,
      action: toChildAction,
      environment: { $0 },
      id: toChildID,
      cancelsEffects: cancelsEffects,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Returns a reducer of a list with the same environment that runs this one on the element that an action is for.
  ///
  /// ```swift
  /// rowReducer.forEach(state: \ListState.rows, action: /ListAction.row)
  /// ```
  ///
  /// See ``forEach(state:action:environment:cancelsEffects:fileID:filePath:line:column:)``.
  ///
  /// - Parameters:
  ///   - toElements: The key path to the elements.
  ///   - toElementAction: The case of the actions of elements, with the id of the element.
  ///   - cancelsEffects: Whether to cancel the effects of an element when it goes away.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The reducer of the list.
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
    forEach(
      state: toElements,
      action: toElementAction,
      environment: { $0 },
      cancelsEffects: cancelsEffects,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Returns a reducer of a dictionary with the same environment that runs this one on the value that an action is for.
  ///
  /// ```swift
  /// playerReducer.forEach(state: \ScoreboardState.players, action: /ScoreboardAction.player)
  /// ```
  ///
  /// It is the same as the method with `environment:`, which describes it.
  ///
  /// - Parameters:
  ///   - toValues: The key path to the dictionary.
  ///   - toValueAction: The case of the actions of values, with the key of the value.
  ///   - toChildID: Returns the identity of a value; by default the `id` of a state that is `Identifiable`, and
  ///     otherwise none.
  ///   - cancelsEffects: Whether to cancel the effects of a value when it goes away.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The reducer of the dictionary.
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
    forEach(
      state: toValues,
      action: toValueAction,
      environment: { $0 },
      id: toChildID,
      cancelsEffects: cancelsEffects,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Returns a reducer of an array with the same environment that runs this one on the element that an action is for, by
  /// its position.
  ///
  /// ```swift
  /// squareReducer.forEach(state: \BoardState.squares, action: /BoardAction.square)
  /// ```
  ///
  /// It is the same as the method with `environment:`, which describes it.
  ///
  /// - Parameters:
  ///   - toElements: The key path to the elements.
  ///   - toElementAction: The case of the actions of elements, with the position of the element.
  ///   - toChildID: Returns the identity of an element; by default the `id` of a state that is `Identifiable`, and
  ///     otherwise none.
  ///   - cancelsEffects: Whether to cancel the effects of an element when it goes away.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The reducer of the array.
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
    forEach(
      state: toElements,
      action: toElementAction,
      environment: { $0 },
      id: toChildID,
      cancelsEffects: cancelsEffects,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Returns a reducer of a larger feature with the same environment that runs this one on each screen of a stack.
  ///
  /// ```swift
  /// screenReducer.forEach(stack: \AppState.path, action: /AppAction.path)
  /// ```
  ///
  /// See ``forEach(stack:id:action:environment:fileID:filePath:line:column:)``.
  ///
  /// - Parameters:
  ///   - toStack: The key path to the stack.
  ///   - toScreenID: Returns the identity of a screen; by default the `id` of a state that is `Identifiable`, and
  ///     otherwise none.
  ///   - toAction: The case of the actions of the stack.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The reducer of the larger feature.
  @inlinable
  public func forEach<ParentState, ParentAction: Sendable>(
    stack toStack: any WritableKeyPath<ParentState, StackState<State>> & Sendable,
    id toScreenID: (@Sendable (State) -> any Hashable & Sendable)? = nil,
    action toAction: CasePath<ParentAction, StackAction<State, Action>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<ParentState, ParentAction, Environment> where State: Sendable {
    forEach(
      stack: toStack,
      id: toScreenID,
      action: toAction,
      environment: { $0 },
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Returns a reducer that also runs the reducer of a presented feature, with the same environment.
  ///
  /// ```swift
  /// bookReducer.presenting(\.editor, action: /BookAction.editor, editorReducer)
  /// ```
  ///
  /// See ``presenting(_:id:action:_:environment:closesAfter:fileID:filePath:line:column:)``.
  ///
  /// - Parameters:
  ///   - toChild: The key path to the optional state.
  ///   - toChildID: Returns the identity of the child; by default the `id` of a state that is `Identifiable`, and
  ///     otherwise none.
  ///   - toAction: The case of the presented feature's actions.
  ///   - child: The presented feature's reducer.
  ///   - closesAfter: Returns whether the presented feature goes away after one of its actions.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The reducer that also presents.
  @inlinable
  public func presenting<Child: Equatable & SendableMetatype, ChildAction: Sendable>(
    _ toChild: any WritableKeyPath<State, Child?> & Sendable,
    id toChildID: (@Sendable (Child) -> any Hashable & Sendable)? = nil,
    action toAction: CasePath<Action, PresentationAction<ChildAction>>,
    _ child: Reducer<Child, ChildAction, Environment>,
    closesAfter: @escaping @Sendable (ChildAction) -> Bool = { _ in false },
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    presenting(
      toChild,
      id: toChildID,
      action: toAction,
      child,
      environment: { $0 },
      closesAfter: closesAfter,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}

// MARK: With shared state

extension Reducer {
  /// Returns a reducer of a larger feature with the same environment that runs this one on a part of its state, and lends
  /// it another part.
  ///
  /// ```swift
  /// listReducer.pullback(state: \LibraryState.list, sharing: \.books, action: /LibraryAction.list)
  /// ```
  ///
  /// See ``pullback(state:sharing:action:environment:id:fileID:filePath:line:column:)``.
  ///
  /// - Parameters:
  ///   - toOwn: The key path to the feature's own part of the state.
  ///   - toShared: The key path to the part that it shares.
  ///   - toChildAction: The case of the actions that are for this reducer.
  ///   - toChildID: Returns the identity of the feature's own state; by default its `id` if it is `Identifiable`, and
  ///     otherwise none.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The reducer of the larger feature.
  @inlinable
  public func pullback<Own, Shared, ParentState, ParentAction: Sendable>(
    state toOwn: any WritableKeyPath<ParentState, Own> & Sendable,
    sharing toShared: any WritableKeyPath<ParentState, Shared> & Sendable,
    action toChildAction: CasePath<ParentAction, Action>,
    id toChildID: (@Sendable (Own) -> any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<ParentState, ParentAction, Environment> where State == Sharing<Own, Shared> {
    pullback(
      state: toOwn,
      sharing: toShared,
      action: toChildAction,
      environment: { $0 },
      id: toChildID,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Returns a reducer of a larger feature with shared state and the same environment that runs this one on a part of its
  /// state that may be missing.
  ///
  /// ```swift
  /// detailReducer.pullback(state: (/ScreenState.detail).sharing(), action: /ScreenAction.detail)
  /// ```
  ///
  /// - Parameters:
  ///   - toOwn: The path to the feature's own part of the state.
  ///   - toChildAction: The case of the actions that are for this reducer.
  ///   - toChildID: Returns the identity of the feature's own state; by default its `id` if it is `Identifiable`, and
  ///     otherwise none.
  ///   - cancelsEffects: Whether to cancel the effects of this reducer when the part goes away, or becomes that of another
  ///     child.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The reducer of the larger feature.
  public func pullback<Own, Shared, ParentOwn, ParentAction: Sendable>(
    state toOwn: SharingPath<ParentOwn, Own, Shared>,
    action toChildAction: CasePath<ParentAction, Action>,
    id toChildID: (@Sendable (Own) -> any Hashable & Sendable)? = nil,
    cancelsEffects: Bool = true,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<Sharing<ParentOwn, Shared>, ParentAction, Environment>
  where State == Sharing<Own, Shared> {
    pullback(
      state: toOwn,
      action: toChildAction,
      environment: { $0 },
      id: toChildID,
      cancelsEffects: cancelsEffects,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Returns a reducer of a larger feature with the same environment that runs this one on each screen of a stack, and
  /// lends it a part of the larger state.
  ///
  /// ```swift
  /// screenReducer.forEach(
  ///   stack: \LibraryState.path,
  ///   sharing: \.books,
  ///   action: /LibraryAction.path
  /// )
  /// ```
  ///
  /// See ``forEach(stack:sharing:id:action:environment:fileID:filePath:line:column:)``.
  ///
  /// - Parameters:
  ///   - toStack: The key path to the stack.
  ///   - toShared: The key path to the part that the screens share.
  ///   - toScreenID: Returns the identity of a screen; by default the `id` of a state that is `Identifiable`, and
  ///     otherwise none.
  ///   - toAction: The case of the actions of the stack.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The reducer of the larger feature.
  @inlinable
  public func forEach<Screen: Sendable, Shared, ParentState, ParentAction: Sendable>(
    stack toStack: any WritableKeyPath<ParentState, StackState<Screen>> & Sendable,
    sharing toShared: any WritableKeyPath<ParentState, Shared> & Sendable,
    id toScreenID: (@Sendable (Screen) -> any Hashable & Sendable)? = nil,
    action toAction: CasePath<ParentAction, StackAction<Screen, Action>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<ParentState, ParentAction, Environment> where State == Sharing<Screen, Shared> {
    forEach(
      stack: toStack,
      sharing: toShared,
      id: toScreenID,
      action: toAction,
      environment: { $0 },
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Returns a reducer that also runs the reducer of a presented feature, with the same environment, and lends it a
  /// part of its state.
  ///
  /// ```swift
  /// listReducer.presenting(
  ///   \.own.editor,
  ///   sharing: \.shared,
  ///   action: /ListAction.editor,
  ///   editorReducer
  /// )
  /// ```
  ///
  /// See ``presenting(_:sharing:id:action:_:environment:closesAfter:fileID:filePath:line:column:)``.
  ///
  /// - Parameters:
  ///   - toChild: The key path to the optional state.
  ///   - toShared: The key path to the part that both share.
  ///   - toChildID: Returns the identity of the child; by default the `id` of a state that is `Identifiable`, and
  ///     otherwise none.
  ///   - toAction: The case of the presented feature's actions.
  ///   - child: The presented feature's reducer.
  ///   - closesAfter: Returns whether the presented feature goes away after one of its actions.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The reducer that also presents.
  @inlinable
  public func presenting<Child: Equatable & SendableMetatype, Shared, ChildAction: Sendable>(
    _ toChild: any WritableKeyPath<State, Child?> & Sendable,
    sharing toShared: any WritableKeyPath<State, Shared> & Sendable,
    id toChildID: (@Sendable (Child) -> any Hashable & Sendable)? = nil,
    action toAction: CasePath<Action, PresentationAction<ChildAction>>,
    _ child: Reducer<Sharing<Child, Shared>, ChildAction, Environment>,
    closesAfter: @escaping @Sendable (ChildAction) -> Bool = { _ in false },
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    presenting(
      toChild,
      sharing: toShared,
      id: toChildID,
      action: toAction,
      child,
      environment: { $0 },
      closesAfter: closesAfter,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}
