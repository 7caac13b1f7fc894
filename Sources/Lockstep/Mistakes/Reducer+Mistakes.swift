// SPDX-License-Identifier: MIT

// Methods that the compiler finds by the names of other frameworks, so that it says what to write. The root of their
// key paths is `CaseKeyPath`, which fits any state and any actions of the parent.
extension Reducer {
  /// Reports the name that another framework has for the composition with an optional state.
  @available(
    *,
    unavailable,
    message: """
      Write '.optional().pullback(state: \\.child, action: /ParentAction.child)' after the child's reducer, \
      or '.presenting(\\.child, action: /ParentAction.child, childReducer)' after the parent's.
      """
  )
  public func ifLet<ChildState, ChildAction>(
    _ toChild: KeyPath<CaseKeyPath, ChildState>,
    action toChildAction: KeyPath<CaseKeyPath, ChildAction>,
    then child: () -> Any = { () as Any }
  ) -> Self {
    self
  }

  /// Reports the name that another framework has for the composition with a case of an enum.
  @available(
    *,
    unavailable,
    message: """
      Write '.pullback(state: /ParentState.child, action: /ParentAction.child)' after the child's reducer, \
      in 'combine'.
      """
  )
  public func ifCaseLet<ChildState, ChildAction>(
    _ toChild: KeyPath<CaseKeyPath, ChildState>,
    action toChildAction: KeyPath<CaseKeyPath, ChildAction>,
    then child: () -> Any = { () as Any }
  ) -> Self {
    self
  }

  /// Reports the form that another framework has for lists and stacks.
  @available(
    *,
    unavailable,
    message: """
      Write '.forEach(stack: \\.path, action: /ParentAction.path)' after the screen's reducer, \
      or '.forEach(state: \\.rows, action: /ParentAction.row)' after the row's, in 'combine'.
      """
  )
  public func forEach<Elements, ElementAction>(
    _ toElements: KeyPath<CaseKeyPath, Elements>,
    action toElementAction: KeyPath<CaseKeyPath, ElementAction>,
    element: () -> Any = { () as Any }
  ) -> Self {
    self
  }

  /// Reports the name that another framework has for ``debug(_:output:)``.
  @available(*, unavailable, message: "Write '.debug()', or '.debugActions()'.")
  public func _printChanges() -> Self {
    self
  }
}
