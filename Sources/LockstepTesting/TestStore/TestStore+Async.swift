// SPDX-License-Identifier: MIT

public import Lockstep

extension TestStore where Action: Equatable {
  /// Waits until an effect has sent an action, and asserts it and how it has changed the state.
  ///
  /// For effects that do something outside of the store, on the main actor for instance:
  ///
  /// ```swift
  /// await store.receive(.factResponse("One"), timeout: .seconds(5)) {
  ///   $0.fact = "One"
  /// }
  /// ```
  ///
  /// It goes on as soon as there is an action. When the time is over it fails, and names what it
  /// has waited for.
  ///
  /// - Parameters:
  ///   - expectedAction: The oldest action that was received and not asserted yet.
  ///   - timeout: How long to wait at most.
  ///   - fileID: The file that failures name.
  ///   - filePath: The path of that file.
  ///   - line: The line that failures name.
  ///   - column: The column that failures name.
  ///   - isolation: The isolation of the caller, which it keeps.
  ///   - update: Changes the state before the step to the expected one after it; left out where nothing
  ///     changes. One that changes nothing is a failure, and so is an error that it throws.
  public func receive(
    _ expectedAction: Action,
    timeout: Duration,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation,
    _ update: (inout State) throws -> Void = expectNoChange
  ) async {
    await receive(
      .value(expectedAction, isEqual: ==),
      timeout: timeout,
      at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      isolation: isolation,
      update
    )
  }
}

extension TestStore {
  /// Waits until an effect has sent an action of a case, and asserts how it has changed the state.
  ///
  /// `path` is the case that is expected; the rest is as in the form for an action.
  public func receive<Value>(
    _ path: CasePath<Action, Value>,
    timeout: Duration,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation,
    _ update: (inout State) throws -> Void = expectNoChange
  ) async {
    await receive(
      .matching(path),
      timeout: timeout,
      at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      isolation: isolation,
      update
    )
  }

  /// Waits until an effect has sent an action of a case with a payload, and asserts how it has changed
  /// the state.
  ///
  /// `path` and `payload` are the case and the payload that are expected; the rest is as in the
  /// form for an action.
  public func receive<Value: Equatable>(
    _ path: CasePath<Action, Value>,
    _ payload: Value,
    timeout: Duration,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation,
    _ update: (inout State) throws -> Void = expectNoChange
  ) async {
    await receive(
      .matching(path, payload),
      timeout: timeout,
      at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      isolation: isolation,
      update
    )
  }

  /// Waits until an effect has sent an action of a case whose payload meets a condition, and asserts
  /// how it has changed the state.
  ///
  /// `path` is the case that is expected, `isExpected` tells whether a payload is; the rest is as
  /// in the form for an action.
  public func receive<Value>(
    _ path: CasePath<Action, Value>,
    where isExpected: @escaping (Value) -> Bool,
    timeout: Duration,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation,
    _ update: (inout State) throws -> Void = expectNoChange
  ) async {
    await receive(
      .matching(path, where: isExpected),
      timeout: timeout,
      at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      isolation: isolation,
      update
    )
  }

  /// Waits until an effect has sent an action that meets a condition, and asserts how it has changed
  /// the state.
  ///
  /// `isExpected` tells whether the action is expected; the rest is as in the form for an action.
  public func receive(
    where isExpected: @escaping (Action) -> Bool,
    timeout: Duration,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation,
    _ update: (inout State) throws -> Void = expectNoChange
  ) async {
    await receive(
      .condition({ "an action that meets the condition of this step" }, isExpected),
      timeout: timeout,
      at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      isolation: isolation,
      update
    )
  }

  /// Waits until a fire-and-forget effect has been run, and asserts it.
  ///
  /// - Parameters:
  ///   - name: The name of the effect, to assert the oldest of that name.
  ///   - timeout: How long to wait at most.
  ///   - fileID: The file that failures name.
  ///   - filePath: The path of that file.
  ///   - line: The line that failures name.
  ///   - column: The column that failures name.
  ///   - isolation: The isolation of the caller, which it keeps.
  public func fireAndForget(
    _ name: String? = nil,
    timeout: Duration,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let ledger = core.ledger
    let wait = await ledger.wait(atMost: timeout, at: location, isolation: isolation) {
      ledger.hasFireAndForget(name)
    }
    ledger.fireAndForget(name, after: wait, at: location)
  }

  /// Waits until no effect is running and no task is left that one has started and left behind, and
  /// asserts that nothing is left.
  ///
  /// When the time is over it fails, and names what it has waited for. Tasks that need not have ended,
  /// see ``Exhaustivity/runningEffects``, it does not wait for.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait at most.
  ///   - fileID: The file that failures name.
  ///   - filePath: The path of that file.
  ///   - line: The line that failures name.
  ///   - column: The column that failures name.
  ///   - isolation: The isolation of the caller, which it keeps.
  public func finish(
    timeout: Duration,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let ledger = core.ledger
    let wait = await ledger.wait(atMost: timeout, at: location, isolation: isolation) {
      ledger.hasRunningEffects == false && ledger.hasEscapedTasks == false
    }
    ledger.finish(after: wait, at: location)
  }

  private func receive(
    _ expectation: ActionExpectation<Action>,
    timeout: Duration,
    at location: CodeLocation,
    isolation: isolated (any Actor)?,
    _ update: (inout State) throws -> Void
  ) async {
    let core = core
    let wait = await core.ledger.wait(atMost: timeout, at: location, isolation: isolation) {
      core.hasReceived(expectation)
    }
    receive(expectation, after: wait, at: location, update)
  }
}
