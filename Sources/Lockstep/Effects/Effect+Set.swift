// SPDX-License-Identifier: MIT

extension Effect where Failure == Never, Output: Equatable {
  /// Returns an effect that stores its values in the state through a binding action.
  ///
  /// ```swift
  /// case .searchButtonTapped:
  ///   return environment.search(state.query)
  ///     .set(\.results, by: /Search.Action.binding)
  /// ```
  ///
  /// Each value becomes an action such as `.binding(.set(\.results, value))`. Tests receive this action, and recordings
  /// contain it.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - toAction: The case of the binding actions.
  /// - Returns: The effect that sets the property.
  public func set<Root, Action: Sendable>(
    _ keyPath: any WritableKeyPath<Root, Output> & Sendable,
    by toAction: CasePath<Action, BindingAction<Root>>
  ) -> Effect<Action, Never> {
    map { toAction.embed(.set(keyPath, $0)) }
  }

  /// Returns an effect that stores its values in an optional property of the state through a binding action.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - toAction: The case of the binding actions.
  /// - Returns: The effect that sets the property.
  public func set<Root, Action: Sendable>(
    _ keyPath: any WritableKeyPath<Root, Output?> & Sendable,
    by toAction: CasePath<Action, BindingAction<Root>>
  ) -> Effect<Action, Never> {
    map { toAction.embed(.set(keyPath, $0)) }
  }
}
