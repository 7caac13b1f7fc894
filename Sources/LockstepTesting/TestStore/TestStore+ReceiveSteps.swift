// SPDX-License-Identifier: MIT

public import Lockstep

extension TestStore.Step where Action: Equatable {
  /// Asserts that an effect has sent an action, and how the action has changed the state.
  ///
  /// - Parameters:
  ///   - expectedAction: The oldest received action that has not been asserted yet.
  ///   - fileID: The file named in failures.
  ///   - filePath: The path of that file.
  ///   - line: The line named in failures.
  ///   - column: The column named in failures.
  ///   - update: Changes the state before the step to the state expected after it. Omit it if nothing
  ///     changes: a closure that changes nothing is a failure, and so is an error that it throws.
  /// - Returns: The step.
  public static func receive(
    _ expectedAction: Action,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ update: @escaping (inout State) throws -> Void = expectNoChange
  ) -> Self {
    receiving(
      .value(expectedAction, isEqual: ==),
      at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      update
    )
  }
}

extension TestStore.Step {
  /// Asserts that an effect has sent an action of a case, and how the action has changed the state.
  ///
  /// `path` is the expected case. Everything else is as in the overload that takes an action.
  public static func receive<Value>(
    _ path: CasePath<Action, Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ update: @escaping (inout State) throws -> Void = expectNoChange
  ) -> Self {
    receiving(
      .matching(path),
      at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      update
    )
  }

  /// Asserts that an effect has sent an action of a case with a payload, and how the action has changed
  /// the state.
  ///
  /// `path` and `payload` are the expected case and payload. Everything else is as in the overload that
  /// takes an action.
  public static func receive<Value: Equatable>(
    _ path: CasePath<Action, Value>,
    _ payload: Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ update: @escaping (inout State) throws -> Void = expectNoChange
  ) -> Self {
    receiving(
      .matching(path, payload),
      at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      update
    )
  }

  /// Asserts that an effect has sent an action of a case whose payload meets a condition, and how the
  /// action has changed the state.
  ///
  /// `path` is the expected case, and `isExpected` returns whether a payload is expected. Everything
  /// else is as in the overload that takes an action.
  public static func receive<Value>(
    _ path: CasePath<Action, Value>,
    where isExpected: @escaping (Value) -> Bool,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ update: @escaping (inout State) throws -> Void = expectNoChange
  ) -> Self {
    receiving(
      .matching(path, where: isExpected),
      at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      update
    )
  }

  /// Asserts that an effect has sent an action that meets a condition, and how the action has changed
  /// the state.
  ///
  /// `isExpected` returns whether the action is expected. Everything else is as in the overload that
  /// takes an action.
  public static func receive(
    where isExpected: @escaping (Action) -> Bool,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ update: @escaping (inout State) throws -> Void = expectNoChange
  ) -> Self {
    receiving(
      .condition({ "an action that meets the condition of this step" }, isExpected),
      at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      update
    )
  }

  private static func receiving(
    _ expectation: ActionExpectation<Action>,
    at location: CodeLocation,
    _ update: @escaping (inout State) throws -> Void
  ) -> Self {
    Self { store, _ in store.receive(expectation, at: location, update) }
  }
}
