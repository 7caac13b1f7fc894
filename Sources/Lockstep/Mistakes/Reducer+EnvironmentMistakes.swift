// SPDX-License-Identifier: MIT

// Environments passed to a composition instead of to `environment(_:)`.
//
// There is no such method for a child whose environment differs from its parent's. It would also match a call with a
// misspelled `environment { … }` and hide the name of the missing property.
extension Reducer {
  /// Reports an environment passed as an argument of `presenting`.
  @available(*, unavailable, message: "Write '.environment { … }' after the presented reducer.")
  public func presenting<
    Child: Equatable & SendableMetatype,
    ChildAction: Sendable,
    Value: Sendable
  >(
    _ toChild: any WritableKeyPath<State, Child?> & Sendable,
    id toChildID: (@Sendable (Child) -> any Hashable & Sendable)? = nil,
    action toAction: CasePath<Action, PresentationAction<ChildAction>>,
    _ child: Reducer<Child, ChildAction, Value>,
    environment toChildEnvironment: @escaping @Sendable (Environment) -> Value,
    closesAfter: @escaping @Sendable (ChildAction) -> Bool = { _ in false }
  ) -> Self {
    self
  }

  /// Reports an environment passed as an argument of `forEach`.
  @available(*, unavailable, message: "Write '.environment { … }' before '.forEach'.")
  public func forEach<ParentState, ParentAction: Sendable, ParentEnvironment: Sendable>(
    stack toStack: any WritableKeyPath<ParentState, StackState<State>> & Sendable,
    id toChildID: (@Sendable (State) -> any Hashable & Sendable)? = nil,
    action toAction: CasePath<ParentAction, StackAction<State, Action>>,
    environment toChildEnvironment: @escaping @Sendable (ParentEnvironment) -> Environment
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> where State: Sendable {
    .empty
  }

  /// Reports an environment passed as an argument of `forEach`.
  @available(*, unavailable, message: "Write '.environment { … }' before '.forEach'.")
  public func forEach<
    ParentState,
    ParentAction: Sendable,
    ParentEnvironment: Sendable,
    Key: Hashable & Sendable
  >(
    state toValues: any WritableKeyPath<ParentState, [Key: State]> & Sendable,
    action toValueAction: CasePath<ParentAction, (Key, Action)>,
    environment toChildEnvironment: @escaping @Sendable (ParentEnvironment) -> Environment,
    id toChildID: (@Sendable (State) -> any Hashable & Sendable)? = nil,
    cancelsEffects: Bool = true
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    .empty
  }

  /// Reports an environment passed as an argument of `forEach`.
  @available(*, unavailable, message: "Write '.environment { … }' before '.forEach'.")
  public func forEach<ParentState, ParentAction: Sendable, ParentEnvironment: Sendable>(
    state toElements: any WritableKeyPath<ParentState, [State]> & Sendable,
    action toElementAction: CasePath<ParentAction, (Int, Action)>,
    environment toChildEnvironment: @escaping @Sendable (ParentEnvironment) -> Environment,
    id toChildID: (@Sendable (State) -> any Hashable & Sendable)? = nil,
    cancelsEffects: Bool = true
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    .empty
  }

  /// Reports a key path in place of a closure.
  @available(
    *,
    unavailable,
    message: "'environment' takes a closure, '{ $0.child }', not a key path."
  )
  public func environment<Larger: Sendable>(
    _ toEnvironment: KeyPath<Larger, Environment>
  ) -> Reducer<State, Action, Larger> {
    .empty
  }
}
