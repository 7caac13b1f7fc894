// SPDX-License-Identifier: MIT

// Old names, each with the name that has replaced it. Version 0.1.0 removes them.
extension Reducer {
  /// Reports the old name.
  @available(*, unavailable, renamed: "onMount(_:)")
  public func begin(
    _ perform: @escaping @Sendable (State, Environment) -> Effect<Action, Never>
  ) -> Self {
    self
  }

  /// Reports the old name.
  @available(*, unavailable, renamed: "onUnmount(fileID:filePath:line:column:_:)")
  public func ending(
    _ perform: @escaping @Sendable (State, Environment) -> Effect<Action, Never>
  ) -> Self {
    self
  }
}

extension Sharing {
  /// Reports the old name.
  @available(*, unavailable, renamed: "local")
  public var own: Local { local }
}
