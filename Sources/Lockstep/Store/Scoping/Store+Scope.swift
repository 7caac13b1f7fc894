// SPDX-License-Identifier: MIT

extension Store {
  /// Returns a store that shows a part of this store's state and accepts a part of its actions.
  ///
  /// ```swift
  /// let counter = store.scope(state: \.counter, action: AppFeature.Action.counter)
  /// ```
  ///
  /// The new store is a view: it reads from the root store, sends actions to it, and keeps it alive. If the key paths
  /// of all scopes lead through stored properties, the state is read in place.
  ///
  /// - Parameters:
  ///   - toChildState: The key path to the part of the state.
  ///   - fromChildAction: Embeds an action of the child.
  /// - Returns: The store of the part.
  /// - Complexity: O(1).
  @inlinable
  public func scope<ChildState, ChildAction: Sendable>(
    state toChildState: KeyPath<State, ChildState>,
    action fromChildAction: @escaping (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction> {
    Store<ChildState, ChildAction>(of: self, view.appending(toChildState), fromChildAction)
  }

  /// Returns a store that shows a projection of this store's state and accepts a part of its actions.
  ///
  /// - Parameters:
  ///   - toChildState: Projects the state. Each read calls this function.
  ///   - fromChildAction: Embeds an action of the child.
  /// - Returns: The store of the projection.
  /// - Complexity: O(1). Each read copies the state and projects the copy.
  @inlinable
  public func scope<ChildState, ChildAction: Sendable>(
    state toChildState: @escaping (State) -> ChildState,
    action fromChildAction: @escaping (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction> {
    Store<ChildState, ChildAction>(of: self, view.mapping(toChildState), fromChildAction)
  }

  /// Returns a store that shows a part of this store's state and accepts the same actions.
  ///
  /// - Parameter toChildState: The key path to the part of the state.
  /// - Returns: The store of the part.
  /// - Complexity: O(1).
  @inlinable
  public func scope<ChildState>(
    state toChildState: KeyPath<State, ChildState>
  ) -> Store<ChildState, Action> {
    scope(state: toChildState, action: { $0 })
  }

  /// Returns a store that shows a projection of this store's state and accepts the same actions.
  ///
  /// - Parameter toChildState: Projects the state. Each read calls this function.
  /// - Returns: The store of the projection.
  /// - Complexity: O(1). Each read copies the state and projects the copy.
  @inlinable
  public func scope<ChildState>(
    state toChildState: @escaping (State) -> ChildState
  ) -> Store<ChildState, Action> {
    scope(state: toChildState, action: { $0 })
  }
}
