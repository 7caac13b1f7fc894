// SPDX-License-Identifier: MIT

public import Lockstep
// Lets tests use the members of `TestStore.journal` without another import.
@_exported public import LockstepJournal
public import Testing

/// A store that runs a feature in a test, and requires the test to assert everything that happens.
///
/// ```swift
/// let store = TestStore(
///   initialState: Counter.State(),
///   reducer: Counter.reducer,
///   environment: Counter.Environment(fact: { Effect(value: "\($0) is a good number.") })
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
/// A test states how each action changes the state, which actions effects send, and which fire-and-forget effects run.
/// An omission is a failure, and so is an expected change that does not happen. The failure appears at the line of the
/// step, or at the last step if only the end of the test reveals it. At the end, no effect may be running. To assert
/// less, set ``exhaustivity``.
///
/// The store runs effects, including asynchronous ones, inside `send` and `receive`, on the thread of the test, until
/// nothing can continue. A test therefore never waits. The store reduces actions as they arrive, in the order and with
/// the environment of that moment, like a live store. `receive` asserts them later, one by one. The asynchronous
/// overloads with a timeout wait for work elsewhere, such as on the main actor. In a busy process, a timeout is longer,
/// because ready work runs first.
///
/// Isolation: the test's, which may be synchronous, asynchronous, or on any actor. A step calls its closure once,
/// before it returns. Effects must not use test stores: the effects of two stores on different threads would wait for
/// each other. The store reports such a use.
///
/// Complexity: a step costs as much as the action costs in a live store, plus a comparison and up to two copies of the
/// state, plus one copy of the state for each received action.
public class TestStore<State: Equatable, Action: Sendable, Environment: Sendable> {
  let core: TestCore<State, Action, Environment>
  /// The owner of the run, kept alive by this store; `nil` if the run ends when this store is released.
  private let parent: AnyObject?

  /// Creates a test store.
  ///
  /// - Parameters:
  ///   - initialState: The initial state.
  ///   - reducer: The reducer to test.
  ///   - environment: The dependencies of the reducer.
  ///   - actionLimit: The maximum number of actions that may follow from one another without an external event.
  ///   - schedule: The order in which effects run. In an exploration, the exploration chooses the default.
  ///   - location: The place named in failures before the first step.
  @inlinable
  public convenience init(
    initialState: State,
    reducer: Reducer<State, Action, Environment>,
    environment: Environment,
    actionLimit: Int = 10_000,
    schedule: Schedule = .current,
    at location: SourceLocation = #_sourceLocation
  ) {
    self.init(
      TestRun(
        initialState: initialState,
        reducer: reducer,
        environment: environment,
        actionLimit: actionLimit,
        RunParts(schedule, at: location)
      ),
      partOf: nil
    )
  }

  @usableFromInline
  init(_ core: TestCore<State, Action, Environment>, partOf parent: AnyObject?) {
    self.core = core
    self.parent = parent
  }

  deinit {
    if parent == nil { core.ledger.end() }
  }

  /// The state after the last asserted step.
  public var state: State { core.state }

  /// The dependencies of the reducer, which a test may change between steps.
  public var environment: Environment {
    get { core.environment }
    set { core.environment = newValue }
  }

  /// The journal of the run, which contains its turns, their causes, and its effects.
  ///
  /// ```swift
  /// #expect(store.journal.why(\.results)?.chain.count == 2)
  /// ```
  ///
  /// The journal's times are virtual. The time of a test scheduler counts from the moment when an effect first waits
  /// for it. The journal contains the states that the reducer returns, even if no step has asserted them. Of states
  /// with thousands of values, the journal keeps only the last, because each further state costs a copy in each step.
  public var journal: StoreJournal<State> { core.journal }

  package var workLimit: Int {
    get { core.ledger.workLimit }
    set { core.ledger.workLimit = newValue }
  }

  /// Returns a test store for a part of this store's state, with the same actions.
  ///
  /// - Parameter toChildState: A function that projects the state.
  /// - Returns: The test store of the part, which keeps this store alive.
  public func scope<ChildState: Equatable>(
    state toChildState: @escaping (State) -> ChildState
  ) -> TestStore<ChildState, Action, Environment> {
    TestStore<ChildState, Action, Environment>(core.scoped(state: toChildState), partOf: self)
  }

  /// Sends an action, and asserts how it changes the state.
  ///
  /// Before it returns, the method runs effects until nothing can continue without time passing. Later steps assert the
  /// actions that these effects send. If an action received earlier has not been asserted, the step fails.
  ///
  /// - Parameters:
  ///   - action: The action to send.
  ///   - location: The place named in failures.
  ///   - update: Changes the state before the step to the state expected after it. Omit it if the state does not
  ///     change: a closure that changes nothing or throws an error is a failure.
  public func send(
    _ action: Action,
    at location: SourceLocation = #_sourceLocation,
    _ update: (inout State) throws -> Void = expectNoChange
  ) {
    let location = CodeLocation(location)
    core.assert(core.send(action, at: location, core.changes), at: location, update)
  }

  /// Asserts the oldest fire-and-forget effect that has run and that has not been asserted yet.
  ///
  /// ```swift
  /// store.send(.closeButtonTapped)
  /// store.fireAndForget()
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the effect, to assert the oldest effect with that name.
  ///   - location: The place named in failures.
  public func fireAndForget(_ name: String? = nil, at location: SourceLocation = #_sourceLocation) {
    core.ledger.fireAndForget(name, after: nil, at: CodeLocation(location))
  }

  /// Asserts that nothing is left to assert.
  ///
  /// The step fails for received actions, outputs, and fire-and-forget effects that have not been asserted, for running
  /// effects, and for tasks that effects have started and left behind. Each fails once: the store cancels running
  /// effects, and treats everything else as asserted. A note names effects that were cancelled earlier but whose bodies
  /// have not returned. The store performs the same check when it is released.
  ///
  /// - Parameter location: The place named in failures.
  public func finish(at location: SourceLocation = #_sourceLocation) {
    core.ledger.finish(after: nil, at: CodeLocation(location))
  }
}
