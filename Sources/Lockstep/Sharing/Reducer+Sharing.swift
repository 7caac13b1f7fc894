// SPDX-License-Identifier: MIT

extension Reducer {
  /// Returns a parent reducer that runs this one on a part of the parent state and shares another part with it.
  ///
  /// ```swift
  /// enum Library {
  ///   struct State: Equatable {
  ///     var list = BookList.State()
  ///     var books: Books = []
  ///     var path: StackState<BookScreen.State> = []
  ///   }
  ///
  ///   static let reducer: Reducer<State, Action, Environment> =
  ///     BookList.reducer
  ///     .environment(\.list)
  ///     .pullback(state: \.list, sharing: \.books, action: /Action.list)
  /// }
  /// ```
  ///
  /// This reducer's state is a ``Sharing`` value. As soon as this reducer has run, all other reducers see its changes
  /// to the shared part. The shared part must be a stored property without observers, and must not overlap the local
  /// part. If it violates these rules, this method reports the mistake and returns a reducer that does nothing. The
  /// local part may be computed. It is then copied, as in `pullback` without sharing.
  ///
  /// - Parameters:
  ///   - toLocal: The key path to the feature's local state.
  ///   - toShared: The key path to the shared part.
  ///   - toChildAction: The case of the actions for this reducer.
  ///   - toChildID: Returns the identity of the feature's local state; by default its `id` if it is `Identifiable`, and
  ///     otherwise none. State with another identity belongs to another child.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The parent reducer.
  /// - Complexity: O(1) for each action, plus the cost of this reducer. An action copies neither part. Each turn of the
  ///   store copies both parts if this reducer has ``onMount(_:)`` or ``onUnmount(fileID:filePath:line:column:_:)``,
  ///   and while effects of its children run. This is O(1) for collections.
  @inlinable
  public func pullback<Local, Shared, ParentState, ParentAction: Sendable>(
    state toLocal: any WritableKeyPath<ParentState, Local> & Sendable,
    sharing toShared: any WritableKeyPath<ParentState, Shared> & Sendable,
    action toChildAction: CasePath<ParentAction, Action>,
    id toChildID: (@Sendable (Local) -> any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<ParentState, ParentAction, Environment> where State == Sharing<Local, Shared> {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let source = SharingEnvironment<ParentState, Local, Shared, Environment>(
      sharing: toShared,
      besides: toLocal,
      in: "pullback(state:sharing:)",
      location
    )
    guard let source else { return .empty }
    let place = StatePlace(toLocal)
    let identity = ChildIdentity(toChildID)
    return ComposedChild(
      sharing(),
      at: place,
      identity,
      OnlyActions(toChildAction, at: location),
      source,
      endsWithState: identity != nil,
      isWhole: place.isWhole && identity == nil,
      "pulled back",
      location
    )
    .composed()
  }

  /// Returns a parent reducer with shared state that runs this one on a part of its local state that may be missing.
  ///
  /// ```swift
  /// enum BookScreen {
  ///   static let reducer = Reducer<Sharing<State, Books>, Action, Void>.combine(
  ///     Detail.reducer.pullback(state: /State.detail, action: /Action.detail),
  ///     Reader.reducer.pullback(state: /State.reader, action: /Action.reader)
  ///   )
  /// }
  /// ```
  ///
  /// Both reducers share the same value. An action that arrives while the part is missing is reported and ignored. When
  /// the part is removed or replaced by another child's state, the store cancels this reducer's effects.
  ///
  /// - Parameters:
  ///   - toLocal: The path to the feature's local state, a ``CasePath`` or an ``OptionalPath``.
  ///   - toChildAction: The case of the actions for this reducer.
  ///   - toChildID: Returns the identity of the feature's local state; by default its `id` if it is `Identifiable`, and
  ///     otherwise none. State with another identity belongs to another child.
  ///   - cancelsEffects: Whether to cancel this reducer's effects when the part is removed or replaced by another
  ///     child's state.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The parent reducer.
  /// - Complexity: The same as ``pullback(state:sharing:action:id:fileID:filePath:line:column:)``.
  @inlinable
  public func pullback<Local, Shared, ParentLocal, ParentAction: Sendable>(
    state toLocal: some StatePath<ParentLocal, Local> & CustomStringConvertible
      & CustomReflectable,
    action toChildAction: CasePath<ParentAction, Action>,
    id toChildID: (@Sendable (Local) -> any Hashable & Sendable)? = nil,
    cancelsEffects: Bool = true,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<Sharing<ParentLocal, Shared>, ParentAction, Environment>
  where State == Sharing<Local, Shared> {
    typealias Parent = Sharing<ParentLocal, Shared>
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let source = SharingEnvironment<Parent, Local, Shared, Environment>(
      sharing: \.shared,
      besides: \.local,
      in: "pullback(state:)",
      location
    )
    guard let source else { return .empty }
    return ComposedChild(
      sharing(),
      at: PathPlace(toLocal, in: Parent.self, at: location),
      ChildIdentity(toChildID),
      OnlyActions(toChildAction, at: location),
      source,
      endsWithState: cancelsEffects,
      "pulled back",
      location
    )
    .composed()
  }

  /// Returns a parent reducer that runs this one on each screen of a stack and shares a part of the parent state.
  ///
  /// ```swift
  /// BookScreen.reducer.forEach(
  ///   stack: \Library.State.path,
  ///   sharing: \.books,
  ///   action: /Library.Action.path
  /// )
  /// ```
  ///
  /// This reducer's state is a ``Sharing`` value. Each screen stores the id of the element that it shows instead of a
  /// copy, so removing an element removes it from all screens at once. Otherwise, this method works like
  /// ``forEach(stack:id:action:fileID:filePath:line:column:)->Reducer<ParentState,ParentAction,Environment>``.
  ///
  /// - Parameters:
  ///   - toStack: The key path to the stack.
  ///   - toShared: The key path to the part that the screens share: a stored property without observers that does not
  ///     overlap the stack.
  ///   - toScreenID: Returns the identity of a screen; by default its `id` if it is `Identifiable`, and otherwise none.
  ///   - toAction: The case of the stack's actions.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The parent reducer.
  /// - Complexity: O(log *n*) for each action, in the number of screens, plus the cost of this reducer. Nothing is
  ///   copied.
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
  ) -> Reducer<ParentState, ParentAction, Environment>
  where State == Sharing<Screen, Shared> {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let source = SharingEnvironment<ParentState, Screen, Shared, Environment>(
      sharing: toShared,
      besides: toStack,
      in: "forEach(stack:sharing:)",
      location
    )
    guard let source else { return .empty }
    return StackComposition(
      sharing(),
      toStack,
      ChildIdentity(toScreenID),
      toAction,
      source,
      location
    )
    .composed()
  }

  /// Returns a reducer that also runs the reducer of a presented feature and shares a part of its state with it.
  ///
  /// ```swift
  /// BookList.reducer.presenting(
  ///   \.local.editor,
  ///   sharing: \.shared,
  ///   action: /BookList.Action.editor,
  ///   Editor.reducer.environment(\.editor)
  /// )
  /// ```
  ///
  /// The presented reducer's state is a ``Sharing`` value. Otherwise, this method works like
  /// ``presenting(_:id:action:_:closesAfter:fileID:filePath:line:column:)-(_,_,_,Reducer<Child,ChildAction,Environment>,_,_,_,_,_)``.
  ///
  /// - Parameters:
  ///   - toChild: The key path to the optional state.
  ///   - toShared: The key path to the shared part: a stored property without observers that does not overlap the
  ///     optional state.
  ///   - toChildID: Returns the identity of the child; by default its `id` if it is `Identifiable`, and otherwise none.
  ///   - toAction: The case of the presented feature's actions.
  ///   - child: The presented feature's reducer.
  ///   - closesAfter: Returns whether to dismiss the presented feature after one of its actions.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The reducer that also presents the feature.
  /// - Complexity: O(1) for each action, plus the cost of both reducers. Nothing is copied, except that an action that
  ///   clears a state without an identity compares it with the previous state.
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
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let source = SharingEnvironment<State, Child, Shared, Environment>(
      sharing: toShared,
      besides: toChild,
      in: "presenting(_:sharing:)",
      location
    )
    guard let source else { return self }
    return presenting(
      Presentation(
        child.sharing(),
        toChild,
        ChildIdentity(toChildID),
        toAction,
        source,
        closesAfter,
        location
      )
    )
  }
}

extension Reducer {
  /// Adapts this reducer to the local state, with an environment that points to the shared value.
  @inlinable
  func sharing<Local, Shared>() -> Reducer<Local, Action, SharedContext<Shared, Environment>>
  where State == Sharing<Local, Shared> {
    Reducer<Local, Action, SharedContext<Shared, Environment>>(
      gate: gate,
      sites: sites,
      lifecycle: lifecycle?.sharing()
    ) { local, action, context in
      context.pair(with: &local) { reduce(&$0, action, context.environment) }
    }
  }
}
