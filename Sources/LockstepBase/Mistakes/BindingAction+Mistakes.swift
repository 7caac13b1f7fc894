// SPDX-License-Identifier: MIT

extension BindingAction {
  /// Rejects a key path to a read-only property.
  @available(
    *,
    unavailable,
    message: "The key path leads to a property that cannot be changed: declare it with 'var'."
  )
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: KeyPath<Root, Value>,
    _ value: Value
  ) -> Self {
    fatalError("The compiler refuses calls of this function.")
  }

  /// Rejects a pattern that names no mutable property of the root.
  @available(*, unavailable, message: "The state has no property of this name that can be changed.")
  public static func ~= (keyPath: KeyPath<CaseKeyPath, CaseKeyPath>, action: Self) -> Bool {
    false
  }
}
