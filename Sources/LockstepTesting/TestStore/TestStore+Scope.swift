// SPDX-License-Identifier: MIT

extension TestStore {
  /// Returns a test store that shows a part of this store's state, and sends a part of its actions.
  ///
  /// ```swift
  /// let counter = store.scope(state: \.counter, action: AppFeature.Action.counter)
  /// counter.send(.incrementButtonTapped) { $0.count = 1 }
  /// ```
  ///
  /// Its steps assert only a part of the state, and receive actions of the part or of this store. At the end of the test,
  /// this store reports actions that no step has received, and effects that still run.
  ///
  /// - Parameters:
  ///   - toChildState: A function that projects the state.
  ///   - fromChildAction: Embeds an action. To receive actions of the part by case or by condition, or
  ///     if actions of this store cannot be compared, it has to be the constructor of a case.
  /// - Returns: The test store of the part, which keeps this store alive.
  @_disfavoredOverload
  public func scope<ChildState: Equatable, ChildAction: Sendable>(
    state toChildState: @escaping (State) -> ChildState,
    action fromChildAction: @escaping @Sendable (ChildAction) -> Action
  ) -> ScopedTestStore<ChildState, ChildAction, Action, Environment> {
    let parts = IgnoredParts<ChildState>()
    return ScopedTestStore(
      core.scoped(state: toChildState, action: fromChildAction, ignoring: parts),
      parent: core.scoped(state: toChildState, ignoring: parts),
      partOf: self
    )
  }
}
