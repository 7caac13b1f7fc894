// SPDX-License-Identifier: MIT

extension TestStore {
  /// Returns a test store for a part of this store's state and actions.
  ///
  /// ```swift
  /// let counter = store.scope(state: \.counter, action: AppFeature.Action.counter)
  /// counter.send(.incrementButtonTapped) { $0.count = 1 }
  /// ```
  ///
  /// Steps of the returned store assert only a part of the state. They receive actions of the part or of this store. At
  /// the end of the test, this store reports actions that no step has received, and effects that are still running.
  ///
  /// - Parameters:
  ///   - toChildState: A function that projects the state.
  ///   - fromChildAction: Embeds an action of the part. If the test receives actions of the part by case or by
  ///     condition, or if actions of this store are not `Equatable`, pass the constructor of a case.
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
