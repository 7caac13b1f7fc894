// SPDX-License-Identifier: MIT

public import Lockstep
// The type of `TestStore.journal`, whose members a test can use without importing it.
@_exported public import LockstepJournal
public import Testing

/// A store that runs a feature in a test, and requires that everything that happens is asserted.
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
/// A test states how each action changes the state, which actions effects send, and which
/// fire-and-forget effects run. Anything it leaves out is a failure, and so is an expected change that
/// does not happen: at the line of the step, or at the last step if it shows only at the end. No effect
/// may be running at the end. A test that is about something else can leave out a part of this: see
/// ``exhaustivity``.
///
/// The store runs effects, including asynchronous ones, on the thread of the test, inside `send` and
/// `receive`, until nothing can go on. A test therefore never waits. Actions are reduced as they arrive,
/// in the order and with the environment of that moment, as in a live store; `receive` asserts them
/// afterward, one by one. The asynchronous overloads with a timeout wait for what an effect does
/// elsewhere, such as on the main actor. Where a process is busy, a timeout takes longer to run out:
/// work that is ready by then runs first.
///
/// Isolation: that of the test, which may be synchronous, asynchronous, or on any actor. The closure of
/// a step is called once, during the call of the step. Effects must not use test stores: the effects of
/// two stores that are used on different threads would wait for each other, which is reported.
///
/// Complexity: a step costs what the action costs in a live store, plus a comparison and up to two
/// copies of the state, plus one copy of the state for each received action.
public class TestStore<State: Equatable, Action: Sendable, Environment: Sendable> {
  let core: TestCore<State, Action, Environment>
  /// The store that this store shows a part of; a whole store has none.
  private let parent: AnyObject?

  /// Creates a test store.
  ///
  /// - Parameters:
  ///   - initialState: The initial state.
  ///   - reducer: The reducer to test.
  ///   - environment: The dependencies of the reducer.
  ///   - actionLimit: The maximum number of actions that may follow from one another without anything
  ///     from outside.
  ///   - schedule: The order in which effects run; within an exploration, what the exploration says.
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

  /// The dependencies of the reducer, which may be changed between steps.
  public var environment: Environment {
    get { core.environment }
    set { core.environment = newValue }
  }

  /// The journal of the run: its turns, with their causes, and its effects.
  ///
  /// ```swift
  /// #expect(store.journal.why(\.results)?.chain.count == 2)
  /// ```
  ///
  /// Its times are virtual: those of the test schedulers that effects have waited for, each from when an effect first
  /// did so. States are those that the reducer has left, whether or not a step has asserted them. Of states with
  /// thousands of values only the last is kept, since each one more would be a copy in each step.
  public var journal: StoreJournal<State> { core.journal }

  /// The maximum number of pieces of asynchronous work that may run in one step; with more, the effects
  /// do not come to rest.
  package var workLimit: Int {
    get { core.ledger.workLimit }
    set { core.ledger.workLimit = newValue }
  }

  /// Returns a test store that shows a part of this store's state, and sends and receives the same
  /// actions.
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
  /// When it returns, everything has happened that can happen without time passing: effects have run as
  /// far as they can, and what they have sent waits to be asserted. It fails if an action received
  /// before has not been asserted.
  ///
  /// - Parameters:
  ///   - action: The action to send.
  ///   - location: The place named in failures.
  ///   - update: Changes the state before the step to the state expected after it. Omit it if nothing
  ///     changes: a closure that changes nothing is a failure, and so is an error that it throws.
  public func send(
    _ action: Action,
    at location: SourceLocation = #_sourceLocation,
    _ update: (inout State) throws -> Void = expectNoChange
  ) {
    let location = CodeLocation(location)
    core.assert(core.send(action, at: location, core.changes), at: location, update)
  }

  /// Asserts that a fire-and-forget effect has run: the oldest one that has not been asserted yet.
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

  /// Asserts that nothing is left: no action to receive, no fire-and-forget effect to assert, no
  /// running effect, and no task that an effect has started and left behind.
  ///
  /// Anything it finds fails once: running effects are cancelled, and everything else counts as
  /// asserted. Effects that were cancelled before but whose bodies have not returned are named in a
  /// note. The store asserts the same when it is released.
  ///
  /// - Parameter location: The place named in failures.
  public func finish(at location: SourceLocation = #_sourceLocation) {
    core.ledger.finish(after: nil, at: CodeLocation(location))
  }
}
