// SPDX-License-Identifier: MIT

extension OptionalPath {
  /// Returns the path that follows this one to an enum, and then leads to the payload of one of its cases.
  public func appending<Leaf>(path: CasePath<Value, Leaf>) -> OptionalPath<Root, Leaf> {
    appending(path: OptionalPath<Value, Leaf>(path))
  }

  /// Returns the path that follows this one, and then leads to a property.
  public func appending<Leaf>(
    path: any WritableKeyPath<Value, Leaf> & Sendable
  ) -> OptionalPath<Root, Leaf> {
    appending(path: OptionalPath<Value, Leaf>(property: path))
  }

  /// Returns the path that follows this one, and then leads to the value of an optional property.
  public func appending<Leaf>(
    path: any WritableKeyPath<Value, Leaf?> & Sendable
  ) -> OptionalPath<Root, Leaf> {
    appending(path: OptionalPath<Value, Leaf>(path))
  }
}

extension CasePath {
  /// Returns the path that follows this one, and then an optional path from the payload.
  public func appending<Leaf>(path: OptionalPath<Value, Leaf>) -> OptionalPath<Root, Leaf> {
    OptionalPath<Root, Value>(self).appending(path: path)
  }

  /// Returns the path that follows this one, and then leads to a property of the payload.
  public func appending<Leaf>(
    path: any WritableKeyPath<Value, Leaf> & Sendable
  ) -> OptionalPath<Root, Leaf> {
    OptionalPath<Root, Value>(self).appending(path: path)
  }

  /// Returns the path that follows this one, and then leads to the value of an optional property of the
  /// payload.
  public func appending<Leaf>(
    path: any WritableKeyPath<Value, Leaf?> & Sendable
  ) -> OptionalPath<Root, Leaf> {
    OptionalPath<Root, Value>(self).appending(path: path)
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
  /// (\MultiplayerState.route).appending(path: /MultiplayerState.Route.pastGames)
  /// ```
  ///
  /// - Parameter path: The path from the property.
  /// - Returns: The path from the root.
  public func appending<Root, Value, Leaf>(
    path: CasePath<Value, Leaf>
  ) -> OptionalPath<Root, Leaf> where Self: WritableKeyPath<Root, Value> {
    OptionalPath<Root, Value>(property: self).appending(path: path)
  }

  /// Returns the path that follows this key path, and then an optional path from the property.
  ///
  /// - Parameter path: The path from the property.
  /// - Returns: The path from the root.
  public func appending<Root, Value, Leaf>(
    path: OptionalPath<Value, Leaf>
  ) -> OptionalPath<Root, Leaf> where Self: WritableKeyPath<Root, Value> {
    OptionalPath<Root, Value>(property: self).appending(path: path)
  }
}
