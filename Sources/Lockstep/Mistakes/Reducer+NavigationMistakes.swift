// SPDX-License-Identifier: MIT

// The compiler considers these methods if no other `presenting` or `forEach(stack:)` matches. Its error then names the
// payload that the case needs. If the payload is unrelated to the child's actions, the compiler chooses a method with a
// `StatePath` in place of the case path, and reports the failed requirement, which names both types.
extension Reducer {
  /// Reports a case with plain actions of the presented reducer.
  @available(
    *,
    unavailable,
    message:
      "Declare the case with a 'PresentationAction': 'case sheet(PresentationAction<SheetAction>)'."
  )
  public func presenting<Child, ChildAction: Sendable, ChildEnvironment: Sendable>(
    _ toChild: any WritableKeyPath<State, Child?> & Sendable,
    id toChildID: (@Sendable (Child) -> any Hashable & Sendable)? = nil,
    action toAction: CasePath<Action, ChildAction>,
    _ child: Reducer<Child, ChildAction, ChildEnvironment>,
    closesAfter: @escaping @Sendable (ChildAction) -> Bool = { _ in false }
  ) -> Self {
    self
  }

  /// Reports a key path in place of a case path.
  @available(
    *,
    unavailable,
    message: "'action' takes a case path, '/Action.sheet', not a key path, '\\.sheet'."
  )
  public func presenting<Child, ChildAction: Sendable, ChildEnvironment: Sendable, CaseValue>(
    _ toChild: any WritableKeyPath<State, Child?> & Sendable,
    id toChildID: (@Sendable (Child) -> any Hashable & Sendable)? = nil,
    action toAction: KeyPath<CaseKeyPath, CaseValue>,
    _ child: Reducer<Child, ChildAction, ChildEnvironment>,
    closesAfter: @escaping @Sendable (ChildAction) -> Bool = { _ in false }
  ) -> Self {
    self
  }

  /// Reports a case whose payload is not a `PresentationAction` of the presented actions.
  @available(
    *,
    unavailable,
    message: "'action' takes the case path of the presented actions, '/Action.sheet'."
  )
  public func presenting<Child, ChildAction: Sendable>(
    _ toChild: any WritableKeyPath<State, Child?> & Sendable,
    id toChildID: (@Sendable (Child) -> any Hashable & Sendable)? = nil,
    action toAction: some StatePath<Action, PresentationAction<ChildAction>>,
    _ child: Reducer<Child, ChildAction, Environment>,
    closesAfter: @escaping @Sendable (ChildAction) -> Bool = { _ in false }
  ) -> Self {
    self
  }

  /// Reports a case whose payload is not a `PresentationAction` of the presented actions.
  @available(
    *,
    unavailable,
    message: "'action' takes the case path of the presented actions, '/Action.sheet'."
  )
  @_disfavoredOverload
  public func presenting<Child, ChildAction: Sendable>(
    _ toChild: any WritableKeyPath<State, Child?> & Sendable,
    id toChildID: (@Sendable (Child) -> any Hashable & Sendable)? = nil,
    action toAction: some StatePath<Action, PresentationAction<ChildAction>>,
    _ child: Reducer<Child, ChildAction, Void>,
    closesAfter: @escaping @Sendable (ChildAction) -> Bool = { _ in false }
  ) -> Self {
    self
  }

  /// Reports a case with plain actions of this reducer.
  @available(
    *,
    unavailable,
    message:
      "Declare the case with a 'StackAction': 'case path(StackAction<ScreenState, ScreenAction>)'."
  )
  public func forEach<ParentState, ParentAction: Sendable>(
    stack toStack: any WritableKeyPath<ParentState, StackState<State>> & Sendable,
    id toScreenID: (@Sendable (State) -> any Hashable & Sendable)? = nil,
    action toAction: CasePath<ParentAction, Action>
  ) -> Reducer<ParentState, ParentAction, Environment> where State: Sendable {
    .empty
  }

  /// Reports a key path in place of a case path.
  @available(
    *,
    unavailable,
    message: "'action' takes a case path, '/Action.path', not a key path, '\\.path'."
  )
  public func forEach<ParentState, ParentAction: Sendable, CaseValue>(
    stack toStack: any WritableKeyPath<ParentState, StackState<State>> & Sendable,
    id toScreenID: (@Sendable (State) -> any Hashable & Sendable)? = nil,
    action toAction: KeyPath<CaseKeyPath, CaseValue>
  ) -> Reducer<ParentState, ParentAction, Environment> where State: Sendable {
    .empty
  }

  /// Reports a case whose payload is not a `StackAction` of this reducer's actions.
  @available(
    *,
    unavailable,
    message: "'action' takes the case path of the actions of the screens, '/Action.path'."
  )
  public func forEach<ParentState, ParentAction: Sendable>(
    stack toStack: any WritableKeyPath<ParentState, StackState<State>> & Sendable,
    id toScreenID: (@Sendable (State) -> any Hashable & Sendable)? = nil,
    action toAction: some StatePath<ParentAction, StackAction<State, Action>>
  ) -> Reducer<ParentState, ParentAction, Environment> where State: Sendable {
    .empty
  }
}

// MARK: Screens that need no environment

extension Reducer where Environment == Void {
  /// Reports a case with plain actions of this reducer.
  @available(
    *,
    unavailable,
    message:
      "Declare the case with a 'StackAction': 'case path(StackAction<ScreenState, ScreenAction>)'."
  )
  @_disfavoredOverload
  public func forEach<ParentState, ParentAction: Sendable, ParentEnvironment: Sendable>(
    stack toStack: any WritableKeyPath<ParentState, StackState<State>> & Sendable,
    id toScreenID: (@Sendable (State) -> any Hashable & Sendable)? = nil,
    action toAction: CasePath<ParentAction, Action>
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> where State: Sendable {
    .empty
  }

  /// Reports a key path in place of a case path.
  @available(
    *,
    unavailable,
    message: "'action' takes a case path, '/Action.path', not a key path, '\\.path'."
  )
  @_disfavoredOverload
  public func forEach<ParentState, ParentAction: Sendable, ParentEnvironment: Sendable, CaseValue>(
    stack toStack: any WritableKeyPath<ParentState, StackState<State>> & Sendable,
    id toScreenID: (@Sendable (State) -> any Hashable & Sendable)? = nil,
    action toAction: KeyPath<CaseKeyPath, CaseValue>
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> where State: Sendable {
    .empty
  }

  /// Reports a case whose payload is not a `StackAction` of this reducer's actions.
  @available(
    *,
    unavailable,
    message: "'action' takes the case path of the actions of the screens, '/Action.path'."
  )
  @_disfavoredOverload
  public func forEach<ParentState, ParentAction: Sendable, ParentEnvironment: Sendable>(
    stack toStack: any WritableKeyPath<ParentState, StackState<State>> & Sendable,
    id toScreenID: (@Sendable (State) -> any Hashable & Sendable)? = nil,
    action toAction: some StatePath<ParentAction, StackAction<State, Action>>
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> where State: Sendable {
    .empty
  }
}
