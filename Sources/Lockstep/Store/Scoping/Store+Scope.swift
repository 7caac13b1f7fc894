// SPDX-License-Identifier: MIT

extension Store {
  /// Returns a store that shows a part of this store's state and takes a part of its actions.
  ///
  /// ```swift
  /// let counter = store.scope(state: \.counter, action: AppFeature.Action.counter)
  /// ```
  ///
  /// The store is a view and holds no state: it reads from the root and sends to it. It keeps the root alive.
  /// State that a key path through stored properties leads to is read in place, through any number of scopes.
  ///
  /// - Parameters:
  ///   - toChildState: The key path to the part of the state.
  ///   - fromChildAction: Embeds an action.
  /// - Returns: The store of the part.
  /// - Complexity: O(1).
  @inlinable
  public func scope<ChildState, ChildAction: Sendable>(
    state toChildState: KeyPath<State, ChildState>,
    action fromChildAction: @escaping (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction> {
    Store<ChildState, ChildAction>(of: self, view.appending(toChildState), fromChildAction)
  }

  /// Returns a store that shows a projection of this store's state and takes a part of its actions.
  ///
  /// - Parameters:
  ///   - toChildState: Projects the state; called on each read.
  ///   - fromChildAction: Embeds an action.
  /// - Returns: The store of the projection.
  /// - Complexity: O(1). Each read calls the function with a copy of the state that it projects.
  @inlinable
  public func scope<ChildState, ChildAction: Sendable>(
    state toChildState: @escaping (State) -> ChildState,
    action fromChildAction: @escaping (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction> {
    Store<ChildState, ChildAction>(of: self, view.mapping(toChildState), fromChildAction)
  }

  /// Returns a store that shows a part of this store's state and takes the same actions.
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

  /// Returns a store that shows a projection of this store's state and takes the same actions.
  ///
  /// - Parameter toChildState: Projects the state; called on each read.
  /// - Returns: The store of the projection.
  /// - Complexity: O(1). Each read calls the function with a copy of the state that it projects.
  @inlinable
  public func scope<ChildState>(
    state toChildState: @escaping (State) -> ChildState
  ) -> Store<ChildState, Action> {
    scope(state: toChildState, action: { $0 })
  }
}
