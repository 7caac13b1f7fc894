// SPDX-License-Identifier: MIT

public import Lockstep
public import Testing

extension TestStore where Action: Equatable {
  /// Waits until an effect sends an action, and then asserts the action and how it changed the state.
  ///
  /// Use this method for effects that work outside the store, for example on the main actor:
  ///
  /// ```swift
  /// await store.receive(.factResponse("One"), timeout: .seconds(5)) {
  ///   $0.fact = "One"
  /// }
  /// ```
  ///
  /// The method returns as soon as it receives an action. If the time runs out, it fails and describes the effects that
  /// are still running.
  ///
  /// - Parameters:
  ///   - expectedAction: The oldest received action that has not been asserted yet.
  ///   - timeout: The maximum time to wait.
  ///   - location: The place named in failures.
  ///   - isolation: The isolation of the caller, which this method keeps.
  ///   - update: Changes the state before the step to the state expected after it. Omit it if nothing changes: a
  ///     closure that changes nothing is a failure, and so is an error that it throws.
  public func receive(
    _ expectedAction: Action,
    timeout: Duration,
    at location: SourceLocation = #_sourceLocation,
    isolation: isolated (any Actor)? = #isolation,
    _ update: (inout State) throws -> Void = expectNoChange
  ) async {
    await receive(
      .value(expectedAction, isEqual: ==),
      timeout: timeout,
      at: CodeLocation(location),
      isolation: isolation,
      update
    )
  }
}

extension TestStore {
  /// Waits until an effect sends an action of a case, and then asserts how the action changed the state.
  ///
  /// `path` is the expected case. Otherwise, this method is the same as the overload with an action.
  public func receive<Value>(
    _ path: CasePath<Action, Value>,
    timeout: Duration,
    at location: SourceLocation = #_sourceLocation,
    isolation: isolated (any Actor)? = #isolation,
    _ update: (inout State) throws -> Void = expectNoChange
  ) async {
    await receive(
      .matching(path),
      timeout: timeout,
      at: CodeLocation(location),
      isolation: isolation,
      update
    )
  }

  /// Waits until an effect sends an action of a case with a payload, and then asserts how the action changed the state.
  ///
  /// `path` and `payload` are the expected case and payload. Otherwise, this method is the same as the overload with an
  /// action.
  public func receive<Value: Equatable>(
    _ path: CasePath<Action, Value>,
    _ payload: Value,
    timeout: Duration,
    at location: SourceLocation = #_sourceLocation,
    isolation: isolated (any Actor)? = #isolation,
    _ update: (inout State) throws -> Void = expectNoChange
  ) async {
    await receive(
      .matching(path, payload),
      timeout: timeout,
      at: CodeLocation(location),
      isolation: isolation,
      update
    )
  }

  /// Waits until an effect sends an action whose payload meets a condition, and then asserts how the action changed the
  /// state.
  ///
  /// `path` is the expected case, or `/AppFeature.Action.self` for any, and `isExpected` returns whether the payload is
  /// expected. Otherwise, this method is the same as the overload with an action.
  public func receive<Value>(
    _ path: CasePath<Action, Value>,
    where isExpected: @escaping (Value) -> Bool,
    timeout: Duration,
    at location: SourceLocation = #_sourceLocation,
    isolation: isolated (any Actor)? = #isolation,
    _ update: (inout State) throws -> Void = expectNoChange
  ) async {
    await receive(
      .matching(path, where: isExpected),
      timeout: timeout,
      at: CodeLocation(location),
      isolation: isolation,
      update
    )
  }

  /// Waits until a fire-and-forget effect finishes, and then asserts it.
  ///
  /// - Parameters:
  ///   - name: The name of the effect, to assert the oldest effect with that name.
  ///   - timeout: The maximum time to wait.
  ///   - location: The place named in failures.
  ///   - isolation: The isolation of the caller, which this method keeps.
  public func fireAndForget(
    _ name: String? = nil,
    timeout: Duration,
    at location: SourceLocation = #_sourceLocation,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    let location = CodeLocation(location)
    let ledger = core.ledger
    let wait = await ledger.wait(atMost: timeout, at: location, isolation: isolation) {
      ledger.hasFireAndForget(name)
    }
    ledger.fireAndForget(name, after: wait, at: location)
  }

  /// Waits until no effects or leftover tasks are running, and then asserts that nothing remains.
  ///
  /// If the time runs out, the method fails and describes the remaining work. It does not wait for tasks that may run
  /// beyond the end of the test. See ``Exhaustivity/runningEffects``.
  ///
  /// - Parameters:
  ///   - timeout: The maximum time to wait.
  ///   - location: The place named in failures.
  ///   - isolation: The isolation of the caller, which this method keeps.
  public func finish(
    timeout: Duration,
    at location: SourceLocation = #_sourceLocation,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    let location = CodeLocation(location)
    let ledger = core.ledger
    let wait = await ledger.wait(atMost: timeout, at: location, isolation: isolation) {
      ledger.hasRunningEffects == false && ledger.hasEscapedTasks == false
    }
    ledger.finish(after: wait, at: location)
  }

  func receive(
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
