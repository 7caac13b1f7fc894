// SPDX-License-Identifier: MIT

extension StatePath {
  /// Returns the path that follows this one and then another one.
  ///
  /// - Parameter path: The path from the part, a ``CasePath`` or an ``OptionalPath``.
  /// - Returns: The whole path.
  public func appending<Leaf>(path: some StatePath<Value, Leaf>) -> OptionalPath<Root, Leaf> {
    optionalPath.followed(by: path.optionalPath)
  }

  /// Returns the path that follows this one, and then leads to a property.
  public func appending<Leaf>(
    path: any WritableKeyPath<Value, Leaf> & Sendable
  ) -> OptionalPath<Root, Leaf> {
    optionalPath.followed(by: OptionalPath<Value, Leaf>(property: path))
  }

  /// Returns the path that follows this one, and then leads to the value of an optional property.
  public func appending<Leaf>(
    path: any WritableKeyPath<Value, Leaf?> & Sendable
  ) -> OptionalPath<Root, Leaf> {
    optionalPath.followed(by: OptionalPath<Value, Leaf>(path))
  }

  /// This path as an optional path.
  private var optionalPath: OptionalPath<Root, Value> {
    if let path = self as? OptionalPath<Root, Value> { return path }
    if let casePath { return OptionalPath(casePath) }
    return OptionalPath(
      extract: { [self] root in extract(from: root) },
      set: { [self] root, value in _ = modify(&root) { $0 = value } },
      modify: { [self] root, body in _ = modify(&root, body) }
    )
  }
}

// The type of a key path is a class, and the key paths here are also `Sendable`: this can be required on the
// standard library's protocol of all key paths.
extension _AppendKeyPath where Self: Sendable {
  /// Returns the path that follows this key path to an enum, and then leads to the payload of one of its
  /// cases.
  ///
  /// The property may be an optional of the enum, because the constructor of a case also serves as a
  /// constructor of the optional:
  ///
  /// ```swift
  /// (\Multiplayer.State.route).appending(path: /Multiplayer.State.Route.pastGames)
  /// ```
  ///
  /// - Parameter path: The path from the property.
  /// - Returns: The path from the root.
  public func appending<Root, Value, Leaf>(
    path: CasePath<Value, Leaf>
  ) -> OptionalPath<Root, Leaf> where Self: WritableKeyPath<Root, Value> {
    OptionalPath<Root, Value>(property: self).followed(by: OptionalPath(path))
  }

  /// Returns the path that follows this key path, and then an optional path from the property.
  ///
  /// - Parameter path: The path from the property.
  /// - Returns: The path from the root.
  public func appending<Root, Value, Leaf>(
    path: OptionalPath<Value, Leaf>
  ) -> OptionalPath<Root, Leaf> where Self: WritableKeyPath<Root, Value> {
    OptionalPath<Root, Value>(property: self).followed(by: path)
  }
}
