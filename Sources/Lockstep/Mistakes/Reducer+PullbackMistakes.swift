// SPDX-License-Identifier: MIT

// The compiler considers these methods if no other `pullback` matches. The first line of its error then names the
// incorrect argument. Because the methods require only a key path, the compiler still reports a misspelled property as
// such.
//
// Without an `environment` argument, only methods for children that need no environment are generic over the parent's.
// They are disfavored, because they would match a call with a misspelled `.environment { … }` and hide the name of the
// missing property.
//
// NB: If the payload of the case has the wrong type, the compiler chooses a method with a `StatePath` in place of the
// case path, because the other methods need more repairs. It then reports the failed requirement, which names both
// types, instead of the message.
extension Reducer {
  /// Reports a case that does not hold actions of this reducer.
  @available(
    *,
    unavailable,
    message: "'action' takes the case path of the actions of this reducer, '/ParentAction.child'."
  )
  public func pullback<ParentState, ParentAction: Sendable, Case: StatePath<ParentAction, Action>>(
    state toChildState: KeyPath<ParentState, State>,
    action toChildAction: Case
  ) -> Reducer<ParentState, ParentAction, Environment> {
    .empty
  }

  /// Reports a case that does not hold actions of this reducer.
  @available(
    *,
    unavailable,
    message: "'action' takes the case path of the actions of this reducer, '/ParentAction.child'."
  )
  public func pullback<ParentState, ParentAction: Sendable, Case: StatePath<ParentAction, Action>>(
    state toChildState: some StatePath<ParentState, State> & CustomStringConvertible
      & CustomReflectable,
    action toChildAction: Case
  ) -> Reducer<ParentState, ParentAction, Environment> {
    .empty
  }

  /// Reports a case that does not hold actions of this reducer.
  @available(
    *,
    unavailable,
    message: "'action' takes the case path of the actions of this reducer, '/ParentAction.child'."
  )
  public func pullback<
    ParentState,
    ParentAction: Sendable,
    ParentEnvironment: Sendable,
    Case: StatePath<ParentAction, Action>
  >(
    state toChildState: KeyPath<ParentState, State>,
    action toChildAction: Case,
    environment toChildEnvironment: @escaping @Sendable (ParentEnvironment) -> Environment
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    .empty
  }

  /// Reports a case that does not hold actions of this reducer.
  @available(
    *,
    unavailable,
    message: "'action' takes the case path of the actions of this reducer, '/ParentAction.child'."
  )
  public func pullback<
    ParentState,
    ParentAction: Sendable,
    ParentEnvironment: Sendable,
    Case: StatePath<ParentAction, Action>
  >(
    state toChildState: some StatePath<ParentState, State> & CustomStringConvertible
      & CustomReflectable,
    action toChildAction: Case,
    environment toChildEnvironment: @escaping @Sendable (ParentEnvironment) -> Environment
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    .empty
  }

  /// Reports a `ChildCase` for another reducer.
  @available(
    *,
    unavailable,
    message: "The cases of the 'ChildCase' must hold the state and the actions of this reducer."
  )
  public func pullback<ParentState, ParentAction: Sendable, ParentEnvironment, Other, OtherAction>(
    _ child: ChildCase<ParentState, ParentAction, Other, OtherAction>
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    .empty
  }

  /// Reports a `ChildCase` whose first case holds another state.
  @available(
    *,
    unavailable,
    message: "The first case of the 'ChildCase' must hold the state of this reducer."
  )
  public func pullback<ParentState, ParentAction: Sendable, ParentEnvironment, Other>(
    _ child: ChildCase<ParentState, ParentAction, Other, Action>
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    .empty
  }

  /// Reports a `ChildCase` whose second case holds other actions.
  @available(
    *,
    unavailable,
    message: "The second case of the 'ChildCase' must hold the actions of this reducer."
  )
  public func pullback<ParentState, ParentAction: Sendable, ParentEnvironment, Other>(
    _ child: ChildCase<ParentState, ParentAction, State, Other>
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    .empty
  }

  /// Reports a key path to an immutable property.
  @available(
    *,
    unavailable,
    message: "'state' refers to an immutable property: declare it with 'var'."
  )
  public func pullback<ParentState, ParentAction: Sendable>(
    state toChildState: KeyPath<ParentState, State>,
    action toChildAction: CasePath<ParentAction, Action>
  ) -> Reducer<ParentState, ParentAction, Environment> {
    .empty
  }

  /// Reports a key path to optional state.
  @available(
    *,
    unavailable,
    message: "'state' refers to optional state: write '.optional()' before '.pullback'."
  )
  public func pullback<ParentState, ParentAction: Sendable>(
    state toChildState: KeyPath<ParentState, State?>,
    action toChildAction: CasePath<ParentAction, Action>
  ) -> Reducer<ParentState, ParentAction, Environment> {
    .empty
  }

  /// Reports a key path in place of a case path.
  @available(
    *,
    unavailable,
    message: "'action' takes a case path, '/ParentAction.child', not a key path, '\\.child'."
  )
  public func pullback<ParentState, ParentAction: Sendable, CaseValue>(
    state toChildState: KeyPath<ParentState, State>,
    action toChildAction: KeyPath<CaseKeyPath, CaseValue>
  ) -> Reducer<ParentState, ParentAction, Environment> {
    .empty
  }

  /// Reports a key path in place of a case path.
  @available(
    *,
    unavailable,
    message: "'action' takes a case path, '/ParentAction.child', not a key path, '\\.child'."
  )
  public func pullback<ParentState, ParentAction: Sendable, CaseValue>(
    state toChildState: some StatePath<ParentState, State> & CustomStringConvertible
      & CustomReflectable,
    action toChildAction: KeyPath<CaseKeyPath, CaseValue>
  ) -> Reducer<ParentState, ParentAction, Environment> {
    .empty
  }

  /// Reports a key path to an immutable property.
  @available(
    *,
    unavailable,
    message: "'state' refers to an immutable property: declare it with 'var'."
  )
  public func pullback<ParentState, ParentAction: Sendable, ParentEnvironment: Sendable>(
    state toChildState: KeyPath<ParentState, State>,
    action toChildAction: CasePath<ParentAction, Action>,
    environment toChildEnvironment: @escaping @Sendable (ParentEnvironment) -> Environment
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    .empty
  }

  /// Reports a key path to optional state.
  @available(
    *,
    unavailable,
    message: "'state' refers to optional state: write '.optional()' before '.pullback'."
  )
  public func pullback<ParentState, ParentAction: Sendable, ParentEnvironment: Sendable>(
    state toChildState: KeyPath<ParentState, State?>,
    action toChildAction: CasePath<ParentAction, Action>,
    environment toChildEnvironment: @escaping @Sendable (ParentEnvironment) -> Environment
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    .empty
  }

  /// Reports a key path in place of a case path.
  @available(
    *,
    unavailable,
    message: "'action' takes a case path, '/ParentAction.child', not a key path, '\\.child'."
  )
  public func pullback<ParentState, ParentAction: Sendable, ParentEnvironment: Sendable, CaseValue>(
    state toChildState: KeyPath<ParentState, State>,
    action toChildAction: KeyPath<CaseKeyPath, CaseValue>,
    environment toChildEnvironment: @escaping @Sendable (ParentEnvironment) -> Environment
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    .empty
  }

  /// Reports a key path in place of a case path.
  @available(
    *,
    unavailable,
    message: "'action' takes a case path, '/ParentAction.child', not a key path, '\\.child'."
  )
  public func pullback<ParentState, ParentAction: Sendable, ParentEnvironment: Sendable, CaseValue>(
    state toChildState: some StatePath<ParentState, State> & CustomStringConvertible
      & CustomReflectable,
    action toChildAction: KeyPath<CaseKeyPath, CaseValue>,
    environment toChildEnvironment: @escaping @Sendable (ParentEnvironment) -> Environment
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    .empty
  }

  /// Reports a key path in place of a closure.
  @available(
    *,
    unavailable,
    message: "'environment' takes a closure, '{ $0.child }', not a key path."
  )
  public func pullback<ParentState, ParentAction: Sendable, ParentEnvironment: Sendable>(
    state toChildState: KeyPath<ParentState, State>,
    action toChildAction: CasePath<ParentAction, Action>,
    environment toChildEnvironment: KeyPath<ParentEnvironment, Environment>
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    .empty
  }

  /// Reports a key path in place of a closure.
  @available(
    *,
    unavailable,
    message: "'environment' takes a closure, '{ $0.child }', not a key path."
  )
  public func pullback<ParentState, ParentAction: Sendable, ParentEnvironment: Sendable>(
    state toChildState: some StatePath<ParentState, State> & CustomStringConvertible
      & CustomReflectable,
    action toChildAction: CasePath<ParentAction, Action>,
    environment toChildEnvironment: KeyPath<ParentEnvironment, Environment>
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    .empty
  }
}

// MARK: Children that need no environment

extension Reducer where Environment == Void {
  /// Reports a case that does not hold actions of this reducer.
  @available(
    *,
    unavailable,
    message: "'action' takes the case path of the actions of this reducer, '/ParentAction.child'."
  )
  @_disfavoredOverload
  public func pullback<
    ParentState,
    ParentAction: Sendable,
    ParentEnvironment: Sendable,
    Case: StatePath<ParentAction, Action>
  >(
    state toChildState: KeyPath<ParentState, State>,
    action toChildAction: Case
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    .empty
  }

  /// Reports a case that does not hold actions of this reducer.
  @available(
    *,
    unavailable,
    message: "'action' takes the case path of the actions of this reducer, '/ParentAction.child'."
  )
  @_disfavoredOverload
  public func pullback<
    ParentState,
    ParentAction: Sendable,
    ParentEnvironment: Sendable,
    Case: StatePath<ParentAction, Action>
  >(
    state toChildState: some StatePath<ParentState, State> & CustomStringConvertible
      & CustomReflectable,
    action toChildAction: Case
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    .empty
  }

  /// Reports a key path to an immutable property.
  @available(
    *,
    unavailable,
    message: "'state' refers to an immutable property: declare it with 'var'."
  )
  @_disfavoredOverload
  public func pullback<ParentState, ParentAction: Sendable, ParentEnvironment: Sendable>(
    state toChildState: KeyPath<ParentState, State>,
    action toChildAction: CasePath<ParentAction, Action>
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    .empty
  }

  /// Reports a key path to optional state.
  @available(
    *,
    unavailable,
    message: "'state' refers to optional state: write '.optional()' before '.pullback'."
  )
  @_disfavoredOverload
  public func pullback<ParentState, ParentAction: Sendable, ParentEnvironment: Sendable>(
    state toChildState: KeyPath<ParentState, State?>,
    action toChildAction: CasePath<ParentAction, Action>
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    .empty
  }

  /// Reports a key path in place of a case path.
  @available(
    *,
    unavailable,
    message: "'action' takes a case path, '/ParentAction.child', not a key path, '\\.child'."
  )
  @_disfavoredOverload
  public func pullback<ParentState, ParentAction: Sendable, ParentEnvironment: Sendable, CaseValue>(
    state toChildState: KeyPath<ParentState, State>,
    action toChildAction: KeyPath<CaseKeyPath, CaseValue>
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    .empty
  }

  /// Reports a key path in place of a case path.
  @available(
    *,
    unavailable,
    message: "'action' takes a case path, '/ParentAction.child', not a key path, '\\.child'."
  )
  @_disfavoredOverload
  public func pullback<ParentState, ParentAction: Sendable, ParentEnvironment: Sendable, CaseValue>(
    state toChildState: some StatePath<ParentState, State> & CustomStringConvertible
      & CustomReflectable,
    action toChildAction: KeyPath<CaseKeyPath, CaseValue>
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    .empty
  }
}
