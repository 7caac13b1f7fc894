// SPDX-License-Identifier: MIT

// Former names with their replacements, which version 0.1.0 removes.
extension Reducer {
  /// Reports the former name of `onMount`.
  @available(*, unavailable, renamed: "onMount(_:)")
  public func begin(
    _ perform: @escaping @Sendable (State, Environment) -> Effect<Action, Never>
  ) -> Self {
    self
  }

  /// Reports the former name of `onUnmount`.
  @available(*, unavailable, renamed: "onUnmount(fileID:filePath:line:column:_:)")
  public func ending(
    _ perform: @escaping @Sendable (State, Environment) -> Effect<Action, Never>
  ) -> Self {
    self
  }
}

extension Sharing {
  /// Reports the former name of `local`.
  @available(*, unavailable, renamed: "local")
  public var own: Local { local }
}
