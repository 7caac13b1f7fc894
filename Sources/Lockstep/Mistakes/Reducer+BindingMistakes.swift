// SPDX-License-Identifier: MIT

// The compiler considers these declarations if no other one matches. The first line of its error then names the
// incorrect property or argument.
extension Reducer {
  /// Reports a case whose payload is not a `BindingAction` of the state.
  @available(
    *,
    unavailable,
    message: """
      'action' takes a case with a 'BindingAction' of this reducer's state: 'case binding(BindingAction<AppState>)'.
      """
  )
  public func binding<Payload>(action toBindingAction: CasePath<Action, Payload>) -> Self {
    self
  }

  /// Reports a case whose payload is not a `BindingAction` of the selected part of the state.
  @available(
    *,
    unavailable,
    message: """
      'action' takes a case with a 'BindingAction' of the type of 'state': 'case binding(BindingAction<Settings>)'.
      """
  )
  public func binding<Part, Payload>(
    state toPart: any WritableKeyPath<State, Part> & Sendable,
    action toBindingAction: CasePath<Action, Payload>
  ) -> Self {
    self
  }

  /// Reports a key path in place of a case path.
  @available(
    *,
    unavailable,
    message: "'action' takes a case path, '/AppAction.binding', not a key path, '\\.binding'."
  )
  public func binding<CaseValue>(action toBindingAction: KeyPath<CaseKeyPath, CaseValue>) -> Self {
    self
  }

  /// Reports a key path in place of a case path.
  @available(
    *,
    unavailable,
    message: "'action' takes a case path, '/AppAction.binding', not a key path, '\\.binding'."
  )
  public func binding<Part, CaseValue>(
    state toPart: KeyPath<State, Part>,
    action toBindingAction: KeyPath<CaseKeyPath, CaseValue>
  ) -> Self {
    self
  }

  /// Reports a key path to an immutable property.
  @available(
    *,
    unavailable,
    message: "'state' refers to an immutable property: declare it with 'var'."
  )
  public func binding<Part>(
    state toPart: KeyPath<State, Part>,
    action toBindingAction: CasePath<Action, BindingAction<Part>>
  ) -> Self {
    self
  }

  /// Reports a key path in place of a closure.
  @available(
    *,
    unavailable,
    message: "'of' takes a closure, '{ $0.name }', not a key path."
  )
  public func onChange<Value: Equatable>(
    of toValue: KeyPath<State, Value>,
    perform: @escaping @Sendable (Value, inout State, Action, Environment) -> Effect<Action, Never>
  ) -> Self {
    self
  }

  /// Reports a key path in place of a closure.
  @available(
    *,
    unavailable,
    message: "'of' takes a closure, '{ $0.name }', not a key path."
  )
  public func onChange<Value: Equatable>(
    of toValue: KeyPath<State, Value>,
    perform:
      @escaping @Sendable (
        Value, Value, inout State, Action, Environment
      ) -> Effect<Action, Never>
  ) -> Self {
    self
  }
}
