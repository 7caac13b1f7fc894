// SPDX-License-Identifier: MIT

extension Reducer {
  /// Reports a parent whose state is not a `Sharing` although its child's is.
  @available(
    *,
    unavailable,
    message: """
      The reducer shares state with its parent: \
      write the parent as a reducer of 'Sharing<ParentState, Shared>'.
      """
  )
  public func pullback<Local, Shared, ParentState, ParentAction: Sendable>(
    state toLocal: some StatePath<ParentState, Local> & CustomStringConvertible & CustomReflectable,
    action toChildAction: CasePath<ParentAction, Action>,
    id toChildID: (@Sendable (Local) -> any Hashable & Sendable)? = nil,
    cancelsEffects: Bool = true
  ) -> Reducer<ParentState, ParentAction, Environment> where State == Sharing<Local, Shared> {
    .empty
  }

  /// Reports a missing `sharing` argument.
  @available(
    *,
    unavailable,
    message: "The reducer shares state with its parent: write 'sharing: \\.books' after 'state'."
  )
  public func pullback<Local, Shared, ParentState, ParentAction: Sendable>(
    state toLocal: any WritableKeyPath<ParentState, Local> & Sendable,
    action toChildAction: CasePath<ParentAction, Action>,
    id toChildID: (@Sendable (Local) -> any Hashable & Sendable)? = nil
  ) -> Reducer<ParentState, ParentAction, Environment> where State == Sharing<Local, Shared> {
    .empty
  }

  /// Reports a missing `sharing` argument.
  @available(
    *,
    unavailable,
    message: "The reducer shares state with its parent: write 'sharing: \\.books' after 'stack'."
  )
  public func forEach<Screen, Shared, ParentState, ParentAction: Sendable>(
    stack toStack: any WritableKeyPath<ParentState, StackState<Screen>> & Sendable,
    id toScreenID: (@Sendable (Screen) -> any Hashable & Sendable)? = nil,
    action toAction: CasePath<ParentAction, StackAction<Screen, Action>>
  ) -> Reducer<ParentState, ParentAction, Environment> where State == Sharing<Screen, Shared> {
    .empty
  }

  /// Reports a missing `sharing` argument.
  @available(
    *,
    unavailable,
    message: """
      The presented reducer shares state with its parent: \
      write 'sharing: \\.books' after the first argument.
      """
  )
  public func presenting<Child, Shared, ChildAction: Sendable>(
    _ toChild: any WritableKeyPath<State, Child?> & Sendable,
    id toChildID: (@Sendable (Child) -> any Hashable & Sendable)? = nil,
    action toAction: CasePath<Action, PresentationAction<ChildAction>>,
    _ child: Reducer<Sharing<Child, Shared>, ChildAction, Environment>,
    closesAfter: @escaping @Sendable (ChildAction) -> Bool = { _ in false }
  ) -> Self {
    self
  }

  /// Reports a missing `sharing` argument.
  @available(
    *,
    unavailable,
    message: """
      The presented reducer shares state with its parent: \
      write 'sharing: \\.books' after the first argument.
      """
  )
  @_disfavoredOverload
  public func presenting<Child, Shared, ChildAction: Sendable>(
    _ toChild: any WritableKeyPath<State, Child?> & Sendable,
    id toChildID: (@Sendable (Child) -> any Hashable & Sendable)? = nil,
    action toAction: CasePath<Action, PresentationAction<ChildAction>>,
    _ child: Reducer<Sharing<Child, Shared>, ChildAction, Void>,
    closesAfter: @escaping @Sendable (ChildAction) -> Bool = { _ in false }
  ) -> Self {
    self
  }
}

extension Sharing {
  /// Reports a shared property that is accessed as a local one.
  @available(
    *,
    unavailable,
    message: "The property belongs to the shared state: write 'state.shared.books'."
  )
  public subscript<Value>(dynamicMember keyPath: WritableKeyPath<Shared, Value>) -> Value {
    get { shared[keyPath: keyPath] }
    set {}
  }
}
