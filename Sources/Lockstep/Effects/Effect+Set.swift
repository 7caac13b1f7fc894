// SPDX-License-Identifier: MIT

extension Effect where Failure == Never, Output: Equatable {
  /// Returns an effect that stores its values in the state by a binding, without an action of its own for that.
  ///
  /// ```swift
  /// case .searchButtonTapped:
  ///   return environment.search(state.query)
  ///     .set(\.results, by: /Search.Action.binding)
  /// ```
  ///
  /// Each value becomes an action such as `.binding(.set(\.results, value))`, which tests receive and recordings contain.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - toAction: The case of the actions that set a property.
  /// - Returns: The effect that sets the property.
  public func set<Root, Action: Sendable>(
    _ keyPath: any WritableKeyPath<Root, Output> & Sendable,
    by toAction: CasePath<Action, BindingAction<Root>>
  ) -> Effect<Action, Never> {
    map { toAction.embed(.set(keyPath, $0)) }
  }

  /// Returns an effect that stores its values in an optional property of the state by a binding.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - toAction: The case of the actions that set a property.
  /// - Returns: The effect that sets the property.
  public func set<Root, Action: Sendable>(
    _ keyPath: any WritableKeyPath<Root, Output?> & Sendable,
    by toAction: CasePath<Action, BindingAction<Root>>
  ) -> Effect<Action, Never> {
    map { toAction.embed(.set(keyPath, $0)) }
  }
}
