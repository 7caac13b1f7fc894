// SPDX-License-Identifier: MIT

// Methods that the compiler considers when no other `pullback` fits, so that the first line of its error names the
// argument that is wrong. A misspelled property is reported as such, because a key path is all that these ask for.
//
// Of those without `environment`, only the methods of children that need none leave the parent's open, and they are
// disfavored: they would fit a call with a misspelled `.environment { … }`, and hide the name of the missing property.
extension Reducer {
  /// Reports a key path to a property that cannot be changed.
  @available(
    *,
    unavailable,
    message: "'state' leads to a property that cannot be changed: declare it with 'var'."
  )
  public func pullback<ParentState, ParentAction: Sendable>(
    state toChildState: KeyPath<ParentState, State>,
    action toChildAction: CasePath<ParentAction, Action>
  ) -> Reducer<ParentState, ParentAction, Environment> {
    .empty
  }

  /// Reports a key path to an optional state.
  @available(
    *,
    unavailable,
    message: "'state' leads to an optional: write '.optional()' before '.pullback'."
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
  public func pullback<ParentState, ParentAction: Sendable>(
    state toChildState: KeyPath<ParentState, State>,
    action toChildAction: KeyPath<CaseKeyPath, CaseKeyPath>
  ) -> Reducer<ParentState, ParentAction, Environment> {
    .empty
  }

  /// Reports a key path in place of a case path.
  @available(
    *,
    unavailable,
    message: "'action' takes a case path, '/ParentAction.child', not a key path, '\\.child'."
  )
  public func pullback<ParentState, ParentAction: Sendable>(
    state toChildState: some StatePath<ParentState, State> & CustomStringConvertible
      & CustomReflectable,
    action toChildAction: KeyPath<CaseKeyPath, CaseKeyPath>
  ) -> Reducer<ParentState, ParentAction, Environment> {
    .empty
  }

  /// Reports a key path to a property that cannot be changed.
  @available(
    *,
    unavailable,
    message: "'state' leads to a property that cannot be changed: declare it with 'var'."
  )
  public func pullback<ParentState, ParentAction: Sendable, ParentEnvironment: Sendable>(
    state toChildState: KeyPath<ParentState, State>,
    action toChildAction: CasePath<ParentAction, Action>,
    environment toChildEnvironment: @escaping @Sendable (ParentEnvironment) -> Environment
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    .empty
  }

  /// Reports a key path to an optional state.
  @available(
    *,
    unavailable,
    message: "'state' leads to an optional: write '.optional()' before '.pullback'."
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
  public func pullback<ParentState, ParentAction: Sendable, ParentEnvironment: Sendable>(
    state toChildState: KeyPath<ParentState, State>,
    action toChildAction: KeyPath<CaseKeyPath, CaseKeyPath>,
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
  public func pullback<ParentState, ParentAction: Sendable, ParentEnvironment: Sendable>(
    state toChildState: some StatePath<ParentState, State> & CustomStringConvertible
      & CustomReflectable,
    action toChildAction: KeyPath<CaseKeyPath, CaseKeyPath>,
    environment toChildEnvironment: @escaping @Sendable (ParentEnvironment) -> Environment
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    .empty
  }

  /// Reports a key path that cannot be passed as a function.
  @available(
    *,
    unavailable,
    message: "'environment' is not a key path here: write a closure, '{ $0.child }'."
  )
  public func pullback<ParentState, ParentAction: Sendable, ParentEnvironment: Sendable>(
    state toChildState: KeyPath<ParentState, State>,
    action toChildAction: CasePath<ParentAction, Action>,
    environment toChildEnvironment: KeyPath<ParentEnvironment, Environment>
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    .empty
  }

  /// Reports a key path that cannot be passed as a function.
  @available(
    *,
    unavailable,
    message: "'environment' is not a key path here: write a closure, '{ $0.child }'."
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
  /// Reports a key path to a property that cannot be changed.
  @available(
    *,
    unavailable,
    message: "'state' leads to a property that cannot be changed: declare it with 'var'."
  )
  @_disfavoredOverload
  public func pullback<ParentState, ParentAction: Sendable, ParentEnvironment: Sendable>(
    state toChildState: KeyPath<ParentState, State>,
    action toChildAction: CasePath<ParentAction, Action>
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    .empty
  }

  /// Reports a key path to an optional state.
  @available(
    *,
    unavailable,
    message: "'state' leads to an optional: write '.optional()' before '.pullback'."
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
  public func pullback<ParentState, ParentAction: Sendable, ParentEnvironment: Sendable>(
    state toChildState: KeyPath<ParentState, State>,
    action toChildAction: KeyPath<CaseKeyPath, CaseKeyPath>
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
  public func pullback<ParentState, ParentAction: Sendable, ParentEnvironment: Sendable>(
    state toChildState: some StatePath<ParentState, State> & CustomStringConvertible
      & CustomReflectable,
    action toChildAction: KeyPath<CaseKeyPath, CaseKeyPath>
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    .empty
  }
}
