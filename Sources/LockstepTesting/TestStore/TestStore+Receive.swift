// SPDX-License-Identifier: MIT

public import Lockstep

extension TestStore where Action: Equatable {
  /// Asserts that an effect has sent an action, and how it has changed the state.
  ///
  /// - Parameters:
  ///   - expectedAction: The oldest action that was received and not asserted yet.
  ///   - fileID: The file that failures name.
  ///   - filePath: The path of that file.
  ///   - line: The line that failures name.
  ///   - column: The column that failures name.
  ///   - update: Changes the state before the step to the expected one after it; left out where nothing
  ///     changes. One that changes nothing is a failure, and so is an error that it throws.
  public func receive(
    _ expectedAction: Action,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ update: (inout State) throws -> Void = expectNoChange
  ) {
    receive(
      .value(expectedAction, isEqual: ==),
      at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      update
    )
  }
}

extension TestStore {
  /// Asserts that an effect has sent an action of a case, and how it has changed the state.
  ///
  /// ```swift
  /// store.receive(/AppAction.factResponse) { $0.isLoading = false }
  /// ```
  ///
  /// `path` is the case that is expected; the rest is as in the form for an action.
  public func receive<Value>(
    _ path: CasePath<Action, Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ update: (inout State) throws -> Void = expectNoChange
  ) {
    receive(
      .matching(path),
      at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      update
    )
  }

  /// Asserts that an effect has sent an action of a case with a payload, and how it has changed the
  /// state; for actions that cannot be compared.
  ///
  /// `path` and `payload` are the case and the payload that are expected; the rest is as in the
  /// form for an action.
  public func receive<Value: Equatable>(
    _ path: CasePath<Action, Value>,
    _ payload: Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ update: (inout State) throws -> Void = expectNoChange
  ) {
    receive(
      .matching(path, payload),
      at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      update
    )
  }

  /// Asserts that an effect has sent an action of a case whose payload meets a condition, and how it
  /// has changed the state.
  ///
  /// ```swift
  /// store.receive(/AppAction.timerTicked, where: { $0 > 3 })
  /// ```
  ///
  /// `path` is the case that is expected, `isExpected` tells whether a payload is; the rest is as
  /// in the form for an action.
  public func receive<Value>(
    _ path: CasePath<Action, Value>,
    where isExpected: @escaping (Value) -> Bool,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ update: (inout State) throws -> Void = expectNoChange
  ) {
    receive(
      .matching(path, where: isExpected),
      at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      update
    )
  }

  /// Asserts that an effect has sent an action that meets a condition, and how it has changed the
  /// state.
  ///
  /// `isExpected` tells whether the action is expected; the rest is as in the form for an action.
  public func receive(
    where isExpected: @escaping (Action) -> Bool,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ update: (inout State) throws -> Void = expectNoChange
  ) {
    receive(
      .condition({ "an action that meets the condition of this step" }, isExpected),
      at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      update
    )
  }

  func receive(
    _ expectation: ActionExpectation<Action>,
    after wait: TestWait? = nil,
    at location: CodeLocation,
    _ update: (inout State) throws -> Void
  ) {
    guard let transition = core.receive(expectation, after: wait, at: location) else { return }
    core.assert(consume transition, at: location, update)
  }
}
