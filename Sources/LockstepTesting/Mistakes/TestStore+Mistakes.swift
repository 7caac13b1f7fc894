// SPDX-License-Identifier: MIT

public import Lockstep
public import Testing

// Unavailable overloads that the compiler selects when no other overload matches, so that the first line of its error
// names the wrong argument.
extension TestStore {
  /// Reports a store whose reducer is in a closure.
  @available(
    *,
    unavailable,
    message: """
      Write 'TestStore(initialState: AppState(), reducer: appReducer, environment: AppEnvironment())'.
      """
  )
  public convenience init(
    initialState: State,
    reducer: () -> Reducer<State, Action, Environment>,
    withDependencies: (inout Environment) -> Void = { _ in }
  ) {
    fatalError("This function is unavailable.")
  }

  /// Reports another framework's assertion of the whole state.
  @available(*, unavailable, message: "Write '#expect(store.state.count == 1)'.")
  public func assert(_ update: (inout State) throws -> Void) {}

  /// Reports a key path that cannot be written, such as one with a question mark.
  @available(
    *,
    unavailable,
    message: """
      A path cannot be written: for '\\.detail?.cursor', write \
      'optional: OptionalPath(\\State.detail).appending(path: \\.cursor)'.
      """
  )
  @_disfavoredOverload
  public func ignore<each Value>(
    _ paths: repeat KeyPath<State, each Value>,
    at location: SourceLocation = #_sourceLocation
  ) {}

  /// Reports an action that cannot be compared.
  @available(
    *,
    unavailable,
    message:
      "The action is not 'Equatable': conform it, or receive its case, 'store.receive(/AppAction.loaded)'."
  )
  public func receive(
    _ expectedAction: Action,
    _ update: (inout State) throws -> Void = expectNoChange
  ) {}

  /// Reports an action that cannot be compared.
  @available(
    *,
    unavailable,
    message:
      "The action is not 'Equatable': conform it, or receive its case, 'store.receive(/AppAction.loaded)'."
  )
  public func receive(
    _ expectedAction: Action,
    timeout: Duration,
    _ update: (inout State) throws -> Void = expectNoChange
  ) async {}

  /// Reports a key path in place of a case path.
  @available(
    *,
    unavailable,
    message: "'receive' takes a case path, '/AppAction.child', not a key path, '\\.child'."
  )
  public func receive(
    _ path: KeyPath<CaseKeyPath, CaseKeyPath>,
    _ update: (inout State) throws -> Void = expectNoChange
  ) {}

  /// Reports a key path in place of a case path.
  @available(
    *,
    unavailable,
    message: "'receive' takes a case path, '/AppAction.child', not a key path, '\\.child'."
  )
  public func receive(
    _ path: KeyPath<CaseKeyPath, CaseKeyPath>,
    _ payload: Any,
    _ update: (inout State) throws -> Void = expectNoChange
  ) {}

  /// Reports a key path in place of a case path.
  @available(
    *,
    unavailable,
    message: "'receive' takes a case path, '/AppAction.child', not a key path, '\\.child'."
  )
  public func receive(
    _ path: KeyPath<CaseKeyPath, CaseKeyPath>,
    timeout: Duration,
    _ update: (inout State) throws -> Void = expectNoChange
  ) async {}

  /// Reports a key path in place of a case path.
  @available(
    *,
    unavailable,
    message: "'receive' takes a case path, '/AppAction.child', not a key path, '\\.child'."
  )
  public func receive(
    _ path: KeyPath<CaseKeyPath, CaseKeyPath>,
    _ payload: Any,
    timeout: Duration,
    _ update: (inout State) throws -> Void = expectNoChange
  ) async {}

  /// Reports a case that does not exist.
  @available(
    *,
    unavailable,
    message: "'receive' takes a case path, '/AppAction.child'."
  )
  public func receive(
    _ path: CasePath<Action, Never>,
    _ update: (inout State) throws -> Void = expectNoChange
  ) {}

  /// Reports a case that does not exist.
  @available(
    *,
    unavailable,
    message: "'receive' takes a case path, '/AppAction.child'."
  )
  public func receive(
    _ path: CasePath<Action, Never>,
    timeout: Duration,
    _ update: (inout State) throws -> Void = expectNoChange
  ) async {}

  /// Reports a key path in place of the constructor of a case.
  @available(
    *,
    unavailable,
    message: "'action' takes a function, 'ParentAction.child', not a key path, '\\.child'."
  )
  public func scope<ChildState: Equatable>(
    state toChildState: KeyPath<State, ChildState>,
    action fromChildAction: KeyPath<CaseKeyPath, CaseKeyPath>
  ) -> TestStore<ChildState, Action, Environment> {
    scope { $0[keyPath: toChildState] }
  }

  /// Reports a case path in place of the constructor of the case.
  @available(
    *,
    unavailable,
    message:
      "'action' takes a function, 'ParentAction.child', not a case path, '/ParentAction.child'."
  )
  public func scope<ChildState: Equatable, ChildAction>(
    state toChildState: KeyPath<State, ChildState>,
    action fromChildAction: CasePath<Action, ChildAction>
  ) -> TestStore<ChildState, Action, Environment> {
    scope { $0[keyPath: toChildState] }
  }
}

extension Step {
  /// Reports an action that cannot be compared.
  @available(
    *,
    unavailable,
    message:
      "The action is not 'Equatable': conform it, or receive its case, '.receive(/AppAction.loaded)'."
  )
  public static func receive(
    _ expectedAction: Action,
    _ update: (inout State) throws -> Void = expectNoChange
  ) -> Self {
    Self { _, _ in }
  }

  /// Reports a key path in place of a case path.
  @available(
    *,
    unavailable,
    message: "'receive' takes a case path, '/AppAction.child', not a key path, '\\.child'."
  )
  public static func receive(
    _ path: KeyPath<CaseKeyPath, CaseKeyPath>,
    _ update: (inout State) throws -> Void = expectNoChange
  ) -> Self {
    Self { _, _ in }
  }

  /// Reports a key path in place of a case path.
  @available(
    *,
    unavailable,
    message: "'receive' takes a case path, '/AppAction.child', not a key path, '\\.child'."
  )
  public static func receive(
    _ path: KeyPath<CaseKeyPath, CaseKeyPath>,
    _ payload: Any,
    _ update: (inout State) throws -> Void = expectNoChange
  ) -> Self {
    Self { _, _ in }
  }
}

extension Exhaustivity {
  /// Reports another framework's name for ``all``.
  @available(*, unavailable, renamed: "all")
  public static var on: Self { .all }
}

extension TestScope {
  /// Reports the closures of a step in the wrong order.
  @available(
    *,
    unavailable,
    message: "Write the closure for the child first: 'send(action) { … } parent: { … }'."
  )
  public func send(
    _ action: Action,
    parent: (inout ParentState) throws -> Void,
    _ update: (inout State) throws -> Void
  ) {}

  /// Reports the closures of a step in the wrong order.
  @available(
    *,
    unavailable,
    message: "Write the closure for the child first: 'receive(action) { … } parent: { … }'."
  )
  public func receive(
    _ expectedAction: Action,
    parent: (inout ParentState) throws -> Void,
    _ update: (inout State) throws -> Void
  ) {}
}
