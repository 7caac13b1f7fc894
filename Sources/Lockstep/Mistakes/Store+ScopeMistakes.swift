// SPDX-License-Identifier: MIT

// The compiler considers these methods if no other one matches. The first line of its error then names the incorrect
// argument.
extension Store {
  /// Reports a key path in place of a case constructor.
  @available(
    *,
    unavailable,
    message: "'action' takes a function, 'ParentAction.child', not a key path, '\\.child'."
  )
  public func scope<ChildState>(
    state toChildState: KeyPath<State, ChildState>,
    action fromChildAction: KeyPath<CaseKeyPath, CaseKeyPath>
  ) -> Store<ChildState, Action> {
    scope(state: toChildState)
  }

  /// Reports a case path in place of a case constructor.
  @available(
    *,
    unavailable,
    message:
      "'action' takes a function, 'ParentAction.child', not a case path, '/ParentAction.child'."
  )
  public func scope<ChildState, ChildAction>(
    state toChildState: KeyPath<State, ChildState>,
    action fromChildAction: CasePath<Action, ChildAction>
  ) -> Store<ChildState, Action> {
    scope(state: toChildState)
  }

  /// Reports a case that does not exist.
  @available(*, unavailable, message: "'action' takes a function, 'ParentAction.child'.")
  public func scope<ChildState>(
    state toChildState: KeyPath<State, ChildState>,
    action fromChildAction: (Never) -> Action
  ) -> Store<ChildState, Action> {
    scope(state: toChildState)
  }

  /// Reports a key path in place of a case constructor.
  @available(
    *,
    unavailable,
    message: "'action' takes a function, 'ParentAction.child', not a key path, '\\.child'."
  )
  public func scope<ChildState>(
    ifLet toChildState: KeyPath<State, ChildState?>,
    action fromChildAction: KeyPath<CaseKeyPath, CaseKeyPath>
  ) -> Store<ChildState, Action>? {
    nil
  }

  /// Reports a key path in place of a case constructor.
  @available(
    *,
    unavailable,
    message: "'action' takes a function, 'ParentAction.row', not a key path, '\\.row'."
  )
  public func scope<Elements>(
    forEach toElements: KeyPath<State, Elements>,
    action fromElementAction: KeyPath<CaseKeyPath, CaseKeyPath>,
    _ body: (Store<State, Action>) -> Void
  ) {}

  /// Reports a key path that does not lead to a list.
  @available(*, unavailable, message: "'forEach' takes a key path to an 'IdentifiedArray'.")
  public func scope<ID, ElementAction>(
    forEach toElements: KeyPath<State, IdentifiedArray<ID, Never>>,
    action fromElementAction: (ID, ElementAction) -> Action,
    _ body: (Store<Never, ElementAction>) -> Void
  ) {}

  /// Reports a key path that does not lead to a list.
  @available(*, unavailable, message: "'of' takes a key path to an 'IdentifiedArray'.")
  public func scope<ID, ElementAction>(
    element id: ID,
    of toElements: KeyPath<State, IdentifiedArray<ID, Never>>,
    action fromElementAction: (ID, ElementAction) -> Action
  ) -> Store<Never, ElementAction>? {
    nil
  }
}
