// SPDX-License-Identifier: MIT

extension StatePath {
  /// Returns this path followed by another path.
  ///
  /// - Parameter path: A ``CasePath`` or an ``OptionalPath`` that begins at the part.
  /// - Returns: The combined path.
  public func appending<Leaf>(path: some StatePath<Value, Leaf>) -> OptionalPath<Root, Leaf> {
    optionalPath.followed(by: path.optionalPath)
  }

  /// Returns this path followed by a path to a property.
  public func appending<Leaf>(
    path: any WritableKeyPath<Value, Leaf> & Sendable
  ) -> OptionalPath<Root, Leaf> {
    optionalPath.followed(by: OptionalPath<Value, Leaf>(property: path))
  }

  /// Returns this path followed by a path to the value of an optional property.
  public func appending<Leaf>(
    path: any WritableKeyPath<Value, Leaf?> & Sendable
  ) -> OptionalPath<Root, Leaf> {
    optionalPath.followed(by: OptionalPath<Value, Leaf>(path))
  }

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

// A key path type is a class, and the key paths here are also `Sendable`. An extension of the standard library's
// protocol of all key paths can require both.
extension _AppendKeyPath where Self: Sendable {
  /// Returns this key path to an enum followed by a path to the payload of a case.
  ///
  /// The property may be an optional of the enum, because the constructor of a case also serves as a constructor of the
  /// optional:
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

  /// Returns this key path followed by an optional path.
  ///
  /// - Parameter path: The path from the property.
  /// - Returns: The path from the root.
  public func appending<Root, Value, Leaf>(
    path: OptionalPath<Value, Leaf>
  ) -> OptionalPath<Root, Leaf> where Self: WritableKeyPath<Root, Value> {
    OptionalPath<Root, Value>(property: self).followed(by: path)
  }
}
