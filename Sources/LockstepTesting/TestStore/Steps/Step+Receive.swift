// SPDX-License-Identifier: MIT

public import Lockstep
public import Testing

extension Step where Action: Equatable {
  /// Asserts that an effect has sent an action, and how the action has changed the state.
  ///
  /// - Parameters:
  ///   - expectedAction: The oldest received action that has not been asserted yet.
  ///   - location: The place named in failures.
  ///   - update: Changes the state before the step to the state expected after it. Omit it if nothing changes: in a
  ///     `TestStore`, a closure that changes nothing is a failure. An error that it throws is a failure, too.
  /// - Returns: The step.
  public static func receive(
    _ expectedAction: Action,
    at location: SourceLocation = #_sourceLocation,
    _ update: @escaping (inout State) throws -> Void = expectNoChange
  ) -> Self {
    Self { store, _ in store.receive(expectedAction, at: location, update) }
  }
}

extension Step {
  /// Asserts that an effect has sent an action of a case, and how the action has changed the state.
  ///
  /// `path` is the expected case. For the other parameters, see the overload that takes an action.
  public static func receive<Value>(
    _ path: CasePath<Action, Value>,
    at location: SourceLocation = #_sourceLocation,
    _ update: @escaping (inout State) throws -> Void = expectNoChange
  ) -> Self {
    Self { store, _ in store.receive(path, at: location, update) }
  }

  /// Asserts that an effect has sent an action of a case with a payload, and how the action has changed the state.
  ///
  /// `path` and `payload` are the expected case and payload. For the rest, see the overload that takes an action.
  public static func receive<Value: Equatable>(
    _ path: CasePath<Action, Value>,
    _ payload: Value,
    at location: SourceLocation = #_sourceLocation,
    _ update: @escaping (inout State) throws -> Void = expectNoChange
  ) -> Self {
    Self { store, _ in store.receive(path, payload, at: location, update) }
  }

  /// Asserts that an effect has sent an action of a case whose payload meets a condition, and how the action has
  /// changed the state.
  ///
  /// `path` is the expected case, or `/AppFeature.Action.self` for any. `isExpected` returns whether its payload meets
  /// the condition. For the other parameters, see the overload that takes an action.
  public static func receive<Value>(
    _ path: CasePath<Action, Value>,
    where isExpected: @escaping (Value) -> Bool,
    at location: SourceLocation = #_sourceLocation,
    _ update: @escaping (inout State) throws -> Void = expectNoChange
  ) -> Self {
    Self { store, _ in store.receive(path, where: isExpected, at: location, update) }
  }
}
