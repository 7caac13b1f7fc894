// SPDX-License-Identifier: MIT

extension BindingAction {
  /// Rejects a key path to a read-only property.
  @available(
    *,
    unavailable,
    message: "The key path refers to an immutable property: declare it with 'var'."
  )
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: KeyPath<Root, Value>,
    _ value: Value
  ) -> Self {
    fatalError("This function is unavailable.")
  }

  /// Rejects a pattern that names no mutable property of the root.
  @available(*, unavailable, message: "The state has no mutable property with this name.")
  public static func ~= (keyPath: KeyPath<CaseKeyPath, CaseKeyPath>, action: Self) -> Bool {
    false
  }
}
