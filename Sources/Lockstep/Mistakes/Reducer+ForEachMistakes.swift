// SPDX-License-Identifier: MIT

// The compiler considers these methods only if no other `forEach` matches. The first line of its error then names the
// incorrect argument.
//
// Without an `environment` argument, only methods for children that need no environment are generic over the parent's.
// They are disfavored, because they would match a call with a misspelled `.environment { … }` and hide the name of the
// missing property.
extension Reducer {
  /// Reports a case that does not carry the actions of this reducer.
  @available(
    *,
    unavailable,
    message: """
      'action' takes a case with the id, key or offset of an element and an action of this reducer: \
      'case row(Row.ID, RowAction)'.
      """
  )
  public func forEach<ParentState, ParentAction: Sendable, Elements, Payload>(
    state toElements: KeyPath<ParentState, Elements>,
    action toElementAction: CasePath<ParentAction, Payload>,
    cancelsEffects: Bool = true
  ) -> Reducer<ParentState, ParentAction, Environment> {
    .empty
  }

  /// Reports a case that does not carry the actions of this reducer.
  @available(
    *,
    unavailable,
    message: """
      'action' takes a case with the id, key or offset of an element and an action of this reducer: \
      'case row(Row.ID, RowAction)'.
      """
  )
  @_disfavoredOverload
  public func forEach<
    ParentState,
    ParentAction: Sendable,
    ParentEnvironment: Sendable,
    Elements,
    Payload
  >(
    state toElements: KeyPath<ParentState, Elements>,
    action toElementAction: CasePath<ParentAction, Payload>,
    environment toElementEnvironment: @escaping @Sendable (ParentEnvironment) -> Environment,
    cancelsEffects: Bool = true
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    .empty
  }

  /// Reports a list whose ids differ in type from the ids in the actions of its elements.
  @available(
    *,
    unavailable,
    message: "The id in the case of the action must have the type of the ids in the list."
  )
  public func forEach<ParentState, ParentAction: Sendable, ID: Hashable, ActionID>(
    state toElements: any WritableKeyPath<ParentState, IdentifiedArray<ID, State>> & Sendable,
    action toElementAction: CasePath<ParentAction, (ActionID, Action)>,
    cancelsEffects: Bool = true
  ) -> Reducer<ParentState, ParentAction, Environment> {
    .empty
  }

  /// Reports a dictionary whose keys differ in type from the keys in the actions of its values.
  @available(
    *,
    unavailable,
    message: "The key in the case of the action must have the type of the keys in the dictionary."
  )
  public func forEach<ParentState, ParentAction: Sendable, Key: Hashable, ActionKey>(
    state toValues: any WritableKeyPath<ParentState, [Key: State]> & Sendable,
    action toValueAction: CasePath<ParentAction, (ActionKey, Action)>,
    cancelsEffects: Bool = true
  ) -> Reducer<ParentState, ParentAction, Environment> {
    .empty
  }

  /// Reports actions of array elements that do not contain an offset.
  @available(
    *,
    unavailable,
    message: "The case of the action must hold the offset of an element in the array, an 'Int'."
  )
  public func forEach<ParentState, ParentAction: Sendable, ActionOffset>(
    state toElements: any WritableKeyPath<ParentState, [State]> & Sendable,
    action toElementAction: CasePath<ParentAction, (ActionOffset, Action)>,
    cancelsEffects: Bool = true
  ) -> Reducer<ParentState, ParentAction, Environment> {
    .empty
  }

  /// Reports a key path that does not lead to mutable elements.
  @available(
    *,
    unavailable,
    message:
      "'state' takes a key path to an 'IdentifiedArray', a dictionary or an array of this reducer's state that is declared with 'var'."
  )
  public func forEach<ParentState, ParentAction: Sendable, Elements, ActionID>(
    state toElements: KeyPath<ParentState, Elements>,
    action toElementAction: CasePath<ParentAction, (ActionID, Action)>,
    cancelsEffects: Bool = true
  ) -> Reducer<ParentState, ParentAction, Environment> {
    .empty
  }

  /// Reports a key path in place of a case path.
  @available(
    *,
    unavailable,
    message: "'action' takes a case path, '/ParentAction.row', not a key path, '\\.row'."
  )
  public func forEach<ParentState, ParentAction: Sendable, Elements, CaseValue>(
    state toElements: KeyPath<ParentState, Elements>,
    action toElementAction: KeyPath<CaseKeyPath, CaseValue>,
    cancelsEffects: Bool = true
  ) -> Reducer<ParentState, ParentAction, Environment> {
    .empty
  }

  /// Reports a list whose ids differ in type from the ids in the actions of its elements.
  @available(
    *,
    unavailable,
    message: "The id in the case of the action must have the type of the ids in the list."
  )
  public func forEach<
    ParentState,
    ParentAction: Sendable,
    ParentEnvironment: Sendable,
    ID: Hashable,
    ActionID
  >(
    state toElements: any WritableKeyPath<ParentState, IdentifiedArray<ID, State>> & Sendable,
    action toElementAction: CasePath<ParentAction, (ActionID, Action)>,
    environment toElementEnvironment: @escaping @Sendable (ParentEnvironment) -> Environment,
    cancelsEffects: Bool = true
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    .empty
  }

  /// Reports a key path that does not lead to mutable elements.
  @available(
    *,
    unavailable,
    message:
      "'state' takes a key path to an 'IdentifiedArray', a dictionary or an array of this reducer's state that is declared with 'var'."
  )
  @_disfavoredOverload
  public func forEach<
    ParentState,
    ParentAction: Sendable,
    ParentEnvironment: Sendable,
    Elements,
    ActionID
  >(
    state toElements: KeyPath<ParentState, Elements>,
    action toElementAction: CasePath<ParentAction, (ActionID, Action)>,
    environment toElementEnvironment: @escaping @Sendable (ParentEnvironment) -> Environment,
    cancelsEffects: Bool = true
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    .empty
  }

  /// Reports a key path in place of a case path.
  @available(
    *,
    unavailable,
    message: "'action' takes a case path, '/ParentAction.row', not a key path, '\\.row'."
  )
  public func forEach<
    ParentState,
    ParentAction: Sendable,
    ParentEnvironment: Sendable,
    Elements,
    CaseValue
  >(
    state toElements: KeyPath<ParentState, Elements>,
    action toElementAction: KeyPath<CaseKeyPath, CaseValue>,
    environment toElementEnvironment: @escaping @Sendable (ParentEnvironment) -> Environment,
    cancelsEffects: Bool = true
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    .empty
  }

  /// Reports a key path in place of a closure.
  @available(
    *,
    unavailable,
    message: "'environment' takes a closure, '{ $0.row }', not a key path."
  )
  public func forEach<
    ParentState,
    ParentAction: Sendable,
    ParentEnvironment: Sendable,
    ID: Hashable & Sendable,
    ActionID
  >(
    state toElements: KeyPath<ParentState, IdentifiedArray<ID, State>>,
    action toElementAction: CasePath<ParentAction, (ActionID, Action)>,
    environment toElementEnvironment: KeyPath<ParentEnvironment, Environment>,
    cancelsEffects: Bool = true
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    .empty
  }
}

// MARK: Children that need no environment

extension Reducer where Environment == Void {
  /// Reports a case that does not carry the actions of this reducer.
  @available(
    *,
    unavailable,
    message: """
      'action' takes a case with the id, key or offset of an element and an action of this reducer: \
      'case row(Row.ID, RowAction)'.
      """
  )
  @_disfavoredOverload
  public func forEach<
    ParentState,
    ParentAction: Sendable,
    ParentEnvironment: Sendable,
    Elements,
    Payload
  >(
    state toElements: KeyPath<ParentState, Elements>,
    action toElementAction: CasePath<ParentAction, Payload>,
    cancelsEffects: Bool = true
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    .empty
  }

  /// Reports a list whose ids differ in type from the ids in the actions of its elements.
  @available(
    *,
    unavailable,
    message: "The id in the case of the action must have the type of the ids in the list."
  )
  @_disfavoredOverload
  public func forEach<
    ParentState,
    ParentAction: Sendable,
    ParentEnvironment: Sendable,
    ID: Hashable,
    ActionID
  >(
    state toElements: any WritableKeyPath<ParentState, IdentifiedArray<ID, State>> & Sendable,
    action toElementAction: CasePath<ParentAction, (ActionID, Action)>,
    cancelsEffects: Bool = true
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    .empty
  }

  /// Reports a dictionary whose keys differ in type from the keys in the actions of its values.
  @available(
    *,
    unavailable,
    message: "The key in the case of the action must have the type of the keys in the dictionary."
  )
  @_disfavoredOverload
  public func forEach<
    ParentState,
    ParentAction: Sendable,
    ParentEnvironment: Sendable,
    Key: Hashable,
    ActionKey
  >(
    state toValues: any WritableKeyPath<ParentState, [Key: State]> & Sendable,
    action toValueAction: CasePath<ParentAction, (ActionKey, Action)>,
    cancelsEffects: Bool = true
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    .empty
  }

  /// Reports actions of array elements that do not contain an offset.
  @available(
    *,
    unavailable,
    message: "The case of the action must hold the offset of an element in the array, an 'Int'."
  )
  @_disfavoredOverload
  public func forEach<
    ParentState,
    ParentAction: Sendable,
    ParentEnvironment: Sendable,
    ActionOffset
  >(
    state toElements: any WritableKeyPath<ParentState, [State]> & Sendable,
    action toElementAction: CasePath<ParentAction, (ActionOffset, Action)>,
    cancelsEffects: Bool = true
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    .empty
  }

  /// Reports a key path that does not lead to mutable elements.
  @available(
    *,
    unavailable,
    message:
      "'state' takes a key path to an 'IdentifiedArray', a dictionary or an array of this reducer's state that is declared with 'var'."
  )
  @_disfavoredOverload
  public func forEach<
    ParentState,
    ParentAction: Sendable,
    ParentEnvironment: Sendable,
    Elements,
    ActionID
  >(
    state toElements: KeyPath<ParentState, Elements>,
    action toElementAction: CasePath<ParentAction, (ActionID, Action)>,
    cancelsEffects: Bool = true
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    .empty
  }

  /// Reports a key path in place of a case path.
  @available(
    *,
    unavailable,
    message: "'action' takes a case path, '/ParentAction.row', not a key path, '\\.row'."
  )
  @_disfavoredOverload
  public func forEach<
    ParentState,
    ParentAction: Sendable,
    ParentEnvironment: Sendable,
    Elements,
    CaseValue
  >(
    state toElements: KeyPath<ParentState, Elements>,
    action toElementAction: KeyPath<CaseKeyPath, CaseValue>,
    cancelsEffects: Bool = true
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    .empty
  }
}
