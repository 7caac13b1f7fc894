// SPDX-License-Identifier: MIT

extension TestStore {
  /// A test store that shows a part of this one's state, and sends a part of its actions.
  ///
  /// ```swift
  /// let counter = store.scope(state: \.counter, action: AppAction.counter)
  /// counter.send(.incrementButtonTapped) { $0.count = 1 }
  /// ```
  ///
  /// Its steps assert the part of the state only; received actions and effects are those of the whole
  /// store, which accounts for them at its end. It receives actions of both.
  ///
  /// - Parameters:
  ///   - toChildState: Projects the state.
  ///   - fromChildAction: Embeds an action. To receive actions of the part by case or by condition, or
  ///     where those of the whole cannot be compared, it has to be the constructor of a case.
  /// - Returns: The test store of the part, which keeps this one.
  @_disfavoredOverload
  public func scope<ChildState: Equatable, ChildAction: Sendable>(
    state toChildState: @escaping (State) -> ChildState,
    action fromChildAction: @escaping @Sendable (ChildAction) -> Action
  ) -> ScopedTestStore<ChildState, ChildAction, Action, Environment> {
    ScopedTestStore(
      core.scoped(state: toChildState, action: fromChildAction),
      whole: core.scoped(state: toChildState),
      partOf: self
    )
  }
}
