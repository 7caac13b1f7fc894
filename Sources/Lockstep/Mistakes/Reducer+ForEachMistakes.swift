// SPDX-License-Identifier: MIT

// Methods that the compiler finds when no other `forEach` fits, so that the first line of its error names the argument
// that is wrong. It considers them only then.
//
// Of those without `environment`, only the methods of children that need none leave the parent's open, and they are
// disfavored: they would fit a call with a misspelled `.environment { … }`, and hide the name of the missing property.
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

  /// Reports that the ids of a list and those in the actions of its elements differ in type.
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

  /// Reports that the keys of a dictionary and those in the actions of its values differ in type.
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

  /// Reports that the actions of the elements of an array do not hold an offset.
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

  /// Reports a key path to something other than elements that can be changed.
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

  /// Reports that the ids of a list and those in the actions of its elements differ in type.
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

  /// Reports a key path to something other than elements that can be changed.
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

  /// Reports a key path that cannot be passed as a function.
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

  /// Reports that the ids of a list and those in the actions of its elements differ in type.
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

  /// Reports that the keys of a dictionary and those in the actions of its values differ in type.
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

  /// Reports that the actions of the elements of an array do not hold an offset.
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

  /// Reports a key path to something other than elements that can be changed.
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
