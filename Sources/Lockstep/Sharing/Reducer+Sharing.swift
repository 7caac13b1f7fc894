// SPDX-License-Identifier: MIT

extension Reducer {
  /// Returns a reducer of a larger feature that runs this one on a part of its state, and shares another part with it.
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
  /// This reducer is one of a ``Sharing`` state. What it changes in the shared part is there for all others as soon as it
  /// has run. The shared part must be a stored property without observers, and must not overlap the other one; if not,
  /// that is reported when the reducer is made, and the returned reducer does nothing. The other part may be
  /// computed, and is copied then, as in `pullback` without sharing.
  ///
  /// - Parameters:
  ///   - toLocal: The key path to the feature's local state.
  ///   - toShared: The key path to the part that it shares.
  ///   - toChildAction: The case of the actions that are for this reducer.
  ///   - toChildID: Returns the identity of the feature's local state; by default its `id` if it is `Identifiable`, and
  ///     otherwise none. A state with another identity is that of another child.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The reducer of the larger feature.
  /// - Complexity: O(1) for each action, plus the cost of this reducer. Neither part is copied. While effects of
  ///   children of this reducer run, and if it has ``onMount(_:)`` or ``onUnmount(fileID:filePath:line:column:_:)``,
  ///   each turn of the store also copies the local state and the shared one as values: O(1) for a collection, which is
  ///   shared until it changes.
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

  /// Returns a reducer of a larger feature with shared state that runs this one on a part of its state that may be
  /// missing, and shares the same value with it.
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
  /// An action that arrives while the part is missing is reported and ignored. The effects of this reducer are cancelled
  /// when the part is removed or replaced by that of another child.
  ///
  /// - Parameters:
  ///   - toLocal: The path to the feature's local state, a ``CasePath`` or an ``OptionalPath``.
  ///   - toChildAction: The case of the actions that are for this reducer.
  ///   - toChildID: Returns the identity of the feature's local state; by default its `id` if it is `Identifiable`, and
  ///     otherwise none. A state with another identity is that of another child.
  ///   - cancelsEffects: Whether to cancel the effects of this reducer when the part is removed or replaced by that
  ///     of another child.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The reducer of the larger feature.
  /// - Complexity: As of ``pullback(state:sharing:action:id:fileID:filePath:line:column:)``.
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

  /// Returns a reducer of a larger feature that runs this one on each screen of a stack, and shares a part of the
  /// larger state with all of them.
  ///
  /// ```swift
  /// BookScreen.reducer.forEach(
  ///   stack: \Library.State.path,
  ///   sharing: \.books,
  ///   action: /Library.Action.path
  /// )
  /// ```
  ///
  /// This reducer is one of a ``Sharing`` state. A screen keeps the id of the element that it shows, and not a
  /// copy, so removing an element removes it from all screens at once. Otherwise, it is like
  /// ``forEach(stack:id:action:fileID:filePath:line:column:)->Reducer<ParentState,ParentAction,Environment>``.
  ///
  /// - Parameters:
  ///   - toStack: The key path to the stack.
  ///   - toShared: The key path to the part that the screens share: a stored property without observers, which does not
  ///     overlap the stack.
  ///   - toScreenID: Returns the identity of a screen; by default the `id` of a state that is `Identifiable`, and
  ///     otherwise none.
  ///   - toAction: The case of the actions of the stack.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The reducer of the larger feature.
  /// - Complexity: O(log *n*) for each action, in the number of screens, plus the cost of this reducer. Nothing is copied.
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

  /// Returns a reducer that also runs the reducer of a presented feature, and shares a part of its state with it.
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
  /// The presented reducer is one of a ``Sharing`` state. Otherwise, it is like
  /// ``presenting(_:id:action:_:closesAfter:fileID:filePath:line:column:)-(_,_,_,Reducer<Child,ChildAction,Environment>,_,_,_,_,_)``.
  ///
  /// - Parameters:
  ///   - toChild: The key path to the optional state.
  ///   - toShared: The key path to the part that both share: a stored property without observers, which does not overlap
  ///     the optional state.
  ///   - toChildID: Returns the identity of the child; by default the `id` of a state that is `Identifiable`, and
  ///     otherwise none.
  ///   - toAction: The case of the presented feature's actions.
  ///   - child: The presented feature's reducer.
  ///   - closesAfter: Returns whether to dismiss the presented feature after one of its actions.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The reducer that also presents.
  /// - Complexity: O(1) for each action, plus the cost of the reducers that it is for. Nothing is copied, except that an
  ///   action that takes the state away compares it with the one before, unless it has an identity.
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
  /// This reducer for the local state alone.
  ///
  /// The environment points to the shared value.
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
