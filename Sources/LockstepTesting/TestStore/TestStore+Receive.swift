// SPDX-License-Identifier: MIT

public import Lockstep
public import Testing

extension TestStore where Action: Equatable {
  /// Asserts that an effect has sent an action, and how the action has changed the state.
  ///
  /// - Parameters:
  ///   - expectedAction: The oldest received action that has not been asserted yet.
  ///   - location: The place named in failures.
  ///   - update: Changes the state before the step to the state expected after it. Omit it if the state does not
  ///     change: a closure that changes nothing or throws an error is a failure.
  public func receive(
    _ expectedAction: Action,
    at location: SourceLocation = #_sourceLocation,
    _ update: (inout State) throws -> Void = expectNoChange
  ) {
    receive(.value(expectedAction, isEqual: ==), at: CodeLocation(location), update)
  }
}

extension TestStore {
  /// Asserts that an effect has sent an action of a case, and how the action has changed the state.
  ///
  /// ```swift
  /// store.receive(/AppFeature.Action.factResponse) { $0.isLoading = false }
  /// ```
  ///
  /// `path` is the expected case. For the other parameters, see the overload that takes an action.
  public func receive<Value>(
    _ path: CasePath<Action, Value>,
    at location: SourceLocation = #_sourceLocation,
    _ update: (inout State) throws -> Void = expectNoChange
  ) {
    receive(.matching(path), at: CodeLocation(location), update)
  }

  /// Asserts that an effect has sent an action of a case with a payload, and how the action has changed the state.
  ///
  /// Use this method for actions that are not `Equatable`. `path` and `payload` are the expected case and payload. For
  /// the other parameters, see the overload that takes an action.
  public func receive<Value: Equatable>(
    _ path: CasePath<Action, Value>,
    _ payload: Value,
    at location: SourceLocation = #_sourceLocation,
    _ update: (inout State) throws -> Void = expectNoChange
  ) {
    receive(.matching(path, payload), at: CodeLocation(location), update)
  }

  /// Asserts that an effect has sent an action of a case whose payload meets a condition, and how the action has
  /// changed the state.
  ///
  /// ```swift
  /// store.receive(/AppFeature.Action.timerTicked, where: { $0 > 3 })
  /// ```
  ///
  /// `path` is the expected case, or `/AppFeature.Action.self` for any. `isExpected` returns whether its payload meets
  /// the condition. For the other parameters, see the overload that takes an action.
  public func receive<Value>(
    _ path: CasePath<Action, Value>,
    where isExpected: @escaping (Value) -> Bool,
    at location: SourceLocation = #_sourceLocation,
    _ update: (inout State) throws -> Void = expectNoChange
  ) {
    receive(.matching(path, where: isExpected), at: CodeLocation(location), update)
  }

  func receive(
    _ expectation: ActionExpectation<Action>,
    after wait: TestWait? = nil,
    at location: CodeLocation,
    _ update: (inout State) throws -> Void
  ) {
    // A single variable holds the state before the step. A second one would make `update` copy the state.
    guard let transition = core.receive(expectation, after: wait, at: location, core.changes) else {
      return
    }
    core.assert(consume transition, at: location, update)
  }
}
