// SPDX-License-Identifier: MIT

public import Lockstep
public import Testing

extension TestStore {
  /// Does not compare parts of the state from now on.
  ///
  /// For what a test is not about and cannot know, such as a number that is new for each request:
  ///
  /// ```swift
  /// store.disregard(\.cursor, \.generation)
  /// store.send(.nextPageButtonTapped) { $0.isLoading = true }
  /// ```
  ///
  /// Steps neither compare these parts nor show them as differences, and what a closure sets there does not matter.
  /// This applies to the stores of parts of the state, too, which this store returns: they see these parts as they
  /// are after a step. Nothing else changes: what is next to a part has to be asserted.
  ///
  /// A part that has not changed by the end is a failure, because it could have been compared, unless changes of
  /// the state need not be asserted by then. An exploration names a part that has not changed in any order.
  ///
  /// For a value that may be missing, see ``disregard(optional:at:)``. A key path that leads
  /// through an index of an array needs that element in each state.
  ///
  /// - Parameters:
  ///   - paths: The paths to the parts; one that is there already has no effect.
  ///   - location: The place named in failures.
  /// - Complexity: each step of the test copies each of these parts. Until a part has changed, each action compares it.
  public func disregard<each Value>(
    _ paths: repeat WritableKeyPath<State, each Value>,
    at location: SourceLocation = #_sourceLocation
  ) {
    for path in repeat each paths { core.disregard(StatePart(path), at: CodeLocation(location)) }
  }

  /// Does not compare a part of the state that may be missing.
  ///
  /// ```swift
  /// store.disregard(optional: OptionalPath(\FeedState.detail).appending(path: \.cursor))
  /// ```
  ///
  /// Whether the part is there is compared. Everything else is as for a part that is always there.
  ///
  /// - Parameters:
  ///   - path: The path to the part.
  ///   - location: The place named in failures.
  public func disregard<Value>(
    optional path: OptionalPath<State, Value>,
    at location: SourceLocation = #_sourceLocation
  ) {
    core.disregard(StatePart(path), at: CodeLocation(location))
  }
}

extension Step {
  /// Does not compare parts of the state in the steps that follow, as ``TestStore/disregard(_:at:)`` does.
  ///
  /// - Parameters:
  ///   - paths: The paths to the parts.
  ///   - location: The place named in failures.
  /// - Returns: The step.
  public static func disregard<each Value>(
    _ paths: repeat WritableKeyPath<State, each Value>,
    at location: SourceLocation = #_sourceLocation
  ) -> Self {
    var parts: [StatePart<State>] = []
    for path in repeat each paths { parts.append(StatePart(path)) }
    return Self { [parts] store, _ in
      for part in parts { store.core.disregard(part, at: CodeLocation(location)) }
    }
  }

  /// Does not compare a part of the state that may be missing in the steps that follow.
  ///
  /// - Parameters:
  ///   - path: The path to the part.
  ///   - location: The place named in failures.
  /// - Returns: The step.
  public static func disregard<Value>(
    optional path: OptionalPath<State, Value>,
    at location: SourceLocation = #_sourceLocation
  ) -> Self {
    Self { store, _ in store.disregard(optional: path, at: location) }
  }
}
