// SPDX-License-Identifier: MIT

public import Lockstep

/// Runs a feature in a test, and holds it to account for each step.
///
/// ```swift
/// let store = TestStore(
///   initialState: CounterState(),
///   reducer: counterReducer,
///   environment: CounterEnvironment(fact: { Effect(value: "\($0) is a good number.") })
/// )
/// store.send(.incrementButtonTapped) {
///   $0.count = 1
/// }
/// store.send(.factButtonTapped)
/// store.receive(.factResponse("1 is a good number.")) {
///   $0.fact = "1 is a good number."
/// }
/// ```
///
/// A test says how each action changes the state, which actions effects send, and which
/// fire-and-forget effects run; what it does not say is a failure, and so is a change that it expects in
/// vain, at the line of the step, or at the last step if it shows only at the end. At the end no effect
/// may be running. A test that is about something else leaves a part of it out: see ``exhaustivity``.
///
/// The store runs effects, asynchronous ones too, on the thread of the test, inside of `send` and
/// `receive`, until nothing can go on. So a test never waits. Actions are reduced as they arrive, in
/// the order and with the environment of that moment, as in a live store; `receive` asserts them
/// afterwards, one by one. What an effect does elsewhere, such as on the main actor, the asynchronous
/// forms with a timeout wait for. Where a process is busy, a timeout takes longer to run out: what is ready
/// to run by then runs first.
///
/// Isolation: that of the test; it may be synchronous, asynchronous, or on any actor. Closures of steps
/// are called in the call of the step, once. Effects do not use test stores: those of two stores that are
/// used on different threads would wait for each other, which is reported.
///
/// Complexity: a step costs what the action costs in a live store, a comparison and up to two copies of
/// the state, and one of the state for each action that is received.
public class TestStore<State: Equatable, Action: Sendable, Environment: Sendable> {
  let core: any TestCore<State, Action, Environment>
  /// The store that it shows a part of; the whole one has none.
  private let parent: AnyObject?

  /// Creates a test store.
  ///
  /// - Parameters:
  ///   - initialState: The state to begin with.
  ///   - reducer: What is tested.
  ///   - environment: What the reducer depends on.
  ///   - actionLimit: How many actions may follow from one another without anything from outside.
  ///   - schedule: In which order effects run; within an exploration, what that says.
  ///   - fileID: The file that failures name before the first step.
  ///   - filePath: The path of that file.
  ///   - line: The line that failures name before the first step.
  ///   - column: The column that failures name before the first step.
  public init(
    initialState: State,
    reducer: Reducer<State, Action, Environment>,
    environment: Environment,
    actionLimit: Int = 10_000,
    schedule: Schedule = .current,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    core = TestRun(
      initialState: initialState,
      reducer: reducer,
      environment: environment,
      actionLimit: actionLimit,
      schedule: schedule,
      location: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
    parent = nil
  }

  init(_ core: any TestCore<State, Action, Environment>, partOf parent: AnyObject) {
    self.core = core
    self.parent = parent
  }

  deinit {
    if parent == nil { core.ledger.end() }
  }

  /// The state after the last asserted step.
  public var state: State { core.state }

  /// What the reducer depends on; it may be changed between steps.
  public var environment: Environment {
    get { core.environment }
    set { core.environment = newValue }
  }

  /// How many pieces of asynchronous work may run in one step; more do not come to rest.
  package var workLimit: Int {
    get { core.ledger.workLimit }
    set { core.ledger.workLimit = newValue }
  }

  /// A test store that shows a part of this one's state, and sends and receives the same actions.
  ///
  /// - Parameter toChildState: Projects the state.
  /// - Returns: The test store of the part, which keeps this one.
  public func scope<ChildState: Equatable>(
    state toChildState: @escaping (State) -> ChildState
  ) -> TestStore<ChildState, Action, Environment> {
    TestStore<ChildState, Action, Environment>(core.scoped(state: toChildState), partOf: self)
  }

  /// Sends an action, and asserts how it changes the state.
  ///
  /// When it returns, all has happened that can happen without time passing: effects have run as far as
  /// they can, and what they have sent waits to be asserted. It fails if something that was received
  /// before has not been asserted.
  ///
  /// - Parameters:
  ///   - action: What happens.
  ///   - fileID: The file that failures name.
  ///   - filePath: The path of that file.
  ///   - line: The line that failures name.
  ///   - column: The column that failures name.
  ///   - update: Changes the state before the step to the expected one after it; left out where nothing
  ///     changes. One that changes nothing is a failure, and so is an error that it throws.
  public func send(
    _ action: Action,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ update: (inout State) throws -> Void = expectNoChange
  ) {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    core.assert(core.send(action, at: location), at: location, update)
  }

  /// Asserts that a fire-and-forget effect has been run, the oldest that was not asserted yet.
  ///
  /// ```swift
  /// store.send(.closeButtonTapped)
  /// store.fireAndForget()
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the effect, to assert the oldest of that name.
  ///   - fileID: The file that failures name.
  ///   - filePath: The path of that file.
  ///   - line: The line that failures name.
  ///   - column: The column that failures name.
  public func fireAndForget(
    _ name: String? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    core.ledger.fireAndForget(
      name,
      after: nil,
      at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Asserts that nothing is left: no action to receive, no fire-and-forget effect to assert, no
  /// running effect, and no task that an effect has started and left behind.
  ///
  /// What it finds fails once: running effects are cancelled, and everything else counts as asserted.
  /// Effects that were cancelled before, but whose bodies have not returned, are named in a note.
  /// The store asserts the same when it is released.
  ///
  /// - Parameters:
  ///   - fileID: The file that failures name.
  ///   - filePath: The path of that file.
  ///   - line: The line that failures name.
  ///   - column: The column that failures name.
  public func finish(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    core.ledger.finish(
      after: nil,
      at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}
