// SPDX-License-Identifier: MIT

public import Lockstep
public import Testing

extension TestStore {
  /// Ignores parts of the state in all following steps.
  ///
  /// Use it for values that the test is not about and cannot know, such as a number that is new for each request:
  ///
  /// ```swift
  /// store.ignore(\.cursor, \.generation)
  /// store.send(.nextPageButtonTapped) { $0.isLoading = true }
  /// ```
  ///
  /// Steps neither compare these parts nor show them as differences. Values that a closure assigns to them have no
  /// effect. Scoped test stores of this store ignore the parts, too. All other parts of the state have to be asserted.
  ///
  /// If a part has not changed by the end of the test, the test fails, because the part could have been compared. It
  /// does not fail if the exhaustivity at the end leaves out changes of the state. An exploration fails if a part has
  /// not changed in any order.
  ///
  /// For a value that may be missing, see ``ignore(optional:at:)``. A key path through an index of an array requires
  /// that element in each state.
  ///
  /// - Parameters:
  ///   - paths: The paths to the parts. Repeating a path has no effect.
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
  /// Steps still compare whether the part is present. Otherwise it works like ``ignore(_:at:)``.
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
  ///   - paths: The paths to the parts.
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
