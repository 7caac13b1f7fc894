// SPDX-License-Identifier: MIT

extension BindingAction {
  /// Reports a key path to a property that cannot be changed.
  @available(
    *,
    unavailable,
    message: "The key path leads to a property that cannot be changed: declare it with 'var'."
  )
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: KeyPath<Root, Value>,
    _ value: Value
  ) -> Self {
    fatalError("This function is unavailable.")
  }

  /// Reports a pattern that names no property of the root that can be changed.
  @available(*, unavailable, message: "The state has no property of this name that can be changed.")
  public static func ~= (keyPath: KeyPath<CaseKeyPath, CaseKeyPath>, action: Self) -> Bool {
    false
  }
}
