// SPDX-License-Identifier: MIT

extension BindingAction {
  /// Reports a key path to a property that cannot be changed.
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

  /// Reports a pattern that names no property of the root that can be changed.
  @available(*, unavailable, message: "The state has no mutable property with this name.")
  public static func ~= (keyPath: KeyPath<CaseKeyPath, CaseKeyPath>, action: Self) -> Bool {
    false
  }
}
