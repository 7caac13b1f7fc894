// SPDX-License-Identifier: MIT

// Methods with the names of other frameworks. The compiler reports each with the code to write instead. The key paths
// start at `CaseKeyPath`, which stands for any state and any actions of the parent.
extension Reducer {
  /// Reports another framework's method for optional child state.
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

  /// Reports another framework's method for child state in a case of an enum.
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

  /// Reports another framework's method for lists and stacks.
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

  /// Reports another framework's name for ``debug(_:output:)``.
  @available(*, unavailable, message: "Write '.debug()', or '.debugActions()'.")
  public func _printChanges() -> Self {
    self
  }
}
