// SPDX-License-Identifier: MIT

// Methods that the compiler finds when no other `forEach` fits, so that it says what is wrong. It considers
// them only then.
extension Reducer {
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

  /// Reports that the keys of a dictionary and those in the actions of its values differ in type.
  @available(
    *,
    unavailable,
    message: "The key in the case of the action must have the type of the keys in the dictionary."
  )
  public func forEach<
    ParentState,
    ParentAction: Sendable,
    ParentEnvironment: Sendable,
    Key: Hashable,
    ActionKey
  >(
    state toValues: any WritableKeyPath<ParentState, [Key: State]> & Sendable,
    action toValueAction: CasePath<ParentAction, (ActionKey, Action)>,
    environment toValueEnvironment: @escaping @Sendable (ParentEnvironment) -> Environment,
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
  public func forEach<
    ParentState,
    ParentAction: Sendable,
    ParentEnvironment: Sendable,
    ActionOffset
  >(
    state toElements: any WritableKeyPath<ParentState, [State]> & Sendable,
    action toElementAction: CasePath<ParentAction, (ActionOffset, Action)>,
    environment toElementEnvironment: @escaping @Sendable (ParentEnvironment) -> Environment,
    cancelsEffects: Bool = true
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    .empty
  }
}
