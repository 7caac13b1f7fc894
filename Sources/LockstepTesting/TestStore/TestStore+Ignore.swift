// SPDX-License-Identifier: MIT

public import Lockstep
public import Testing

extension TestStore {
  /// Ignores parts of the state in all following steps.
  ///
  /// Use it for values that the test cannot predict and is not about, such as a number that is new for each request:
  ///
  /// ```swift
  /// store.ignore(\.cursor, \.generation)
  /// store.send(.nextPageButtonTapped) { $0.isLoading = true }
  /// ```
  ///
  /// Steps neither compare these parts nor show their differences. Values that a closure assigns to them have no
  /// effect. Scoped test stores of this store ignore the parts, too.
  ///
  /// If a part never changes, the test fails at its end, unless its ``exhaustivity`` then excludes state changes. An
  /// exploration fails if a part does not change in any order.
  ///
  /// For a value that may be missing, see ``ignore(optional:at:)``. A path through an array index requires that
  /// element.
  ///
  /// - Parameters:
  ///   - paths: The key paths of the parts. Repeating a path has no effect.
  ///   - location: The place named in failures.
  /// - Complexity: Each step copies each of these parts. Until a part has changed, each action compares it.
  public func ignore<each Value>(
    _ paths: repeat WritableKeyPath<State, each Value>,
    at location: SourceLocation = #_sourceLocation
  ) {
    for path in repeat each paths { core.ignore(StatePart(path), at: CodeLocation(location)) }
  }

  /// Ignores a part of the state that may be missing.
  ///
  /// ```swift
  /// store.ignore(optional: OptionalPath(\Feed.State.detail).appending(path: \.cursor))
  /// ```
  ///
  /// Steps still compare whether the part is present. Otherwise, the method behaves like ``ignore(_:at:)``.
  ///
  /// - Parameters:
  ///   - path: The path to the part.
  ///   - location: The place named in failures.
  public func ignore<Value>(
    optional path: OptionalPath<State, Value>,
    at location: SourceLocation = #_sourceLocation
  ) {
    core.ignore(StatePart(path), at: CodeLocation(location))
  }
}

extension Step {
  /// Ignores parts of the state in all following steps, like ``TestStore/ignore(_:at:)``.
  ///
  /// - Parameters:
  ///   - paths: The key paths of the parts.
  ///   - location: The place named in failures.
  /// - Returns: The step.
  public static func ignore<each Value>(
    _ paths: repeat WritableKeyPath<State, each Value>,
    at location: SourceLocation = #_sourceLocation
  ) -> Self {
    var parts: [StatePart<State>] = []
    for path in repeat each paths { parts.append(StatePart(path)) }
    return Self { [parts] store, _ in
      for part in parts { store.core.ignore(part, at: CodeLocation(location)) }
    }
  }

  /// Ignores a part of the state that may be missing in all following steps.
  ///
  /// - Parameters:
  ///   - path: The path to the part.
  ///   - location: The place named in failures.
  /// - Returns: The step.
  public static func ignore<Value>(
    optional path: OptionalPath<State, Value>,
    at location: SourceLocation = #_sourceLocation
  ) -> Self {
    Self { store, _ in store.ignore(optional: path, at: location) }
  }
}
