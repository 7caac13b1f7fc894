// SPDX-License-Identifier: MIT

public import Lockstep
public import Testing

/// Runs a feature through a list of steps, and asserts everything that happens.
///
/// ```swift
/// assert(
///   initialValue: [2, 3, 5, 7],
///   reducer: FavoritePrimes.reducer,
///   environment: environment,
///   steps:
///   Step(.send, .loadButtonTapped),
///   Step(.receive, .loadedFavoritePrimes([2, 31])) { $0 = [2, 31] }
/// )
/// ```
///
/// The steps are those of a ``TestStore``, but their failure messages differ. An effect is pending while it is running,
/// and until the test has asserted its actions or its fire-and-forget work. Dimensions that
/// ``Step/withExhaustivity(_:showsSkipped:_:)`` excludes do not count. Each effect counts once, and merged effects
/// count individually. A note below a failure lists the pending effects. Tasks that effects have left behind are a
/// separate failure at the end.
///
/// Unlike in a ``TestStore``, the closure of a step may change nothing: `{ _ in }`.
///
/// If a step sends an action while effects are pending, the step fails and skips the actions received so far. The step
/// begins with the state after these actions, and later steps may still assert them. Unasserted fire-and-forget effects
/// and running effects stay pending, and count again. If a fire-and-forget step finds an action instead, the step fails
/// and skips that action.
///
/// Effects run immediately and on this thread, as in a test store. The steps do not wait for a suspended effect.
///
/// Isolation: the test's.
///
/// Complexity: O(*n*) in the number of steps. Each step costs as much as a step of a ``TestStore``.
///
/// - Parameters:
///   - initialValue: The initial state.
///   - reducer: The reducer to test.
///   - environment: The dependencies of the reducer.
///   - steps: The actions, with the expected changes and effects.
///   - location: The place named in failures at the end.
public func assert<Value: Equatable, Action: Sendable, Environment: Sendable>(
  initialValue: Value,
  reducer: Reducer<Value, Action, Environment>,
  environment: Environment,
  steps: Step<Value, Action, Environment>...,
  at location: SourceLocation = #_sourceLocation
) {
  runSteps(
    steps,
    initialValue: initialValue,
    reducer: reducer,
    environment: environment,
    at: location
  )
}

/// Runs a feature without dependencies through a list of steps, and asserts everything that happens.
///
/// - Parameters:
///   - initialValue: The initial state.
///   - reducer: The reducer to test.
///   - steps: The actions, with the expected changes and effects.
///   - location: The place named in failures at the end.
public func assert<Value: Equatable, Action: Sendable>(
  initialValue: Value,
  reducer: Reducer<Value, Action, Void>,
  steps: Step<Value, Action, Void>...,
  at location: SourceLocation = #_sourceLocation
) {
  runSteps(
    steps,
    initialValue: initialValue,
    reducer: reducer,
    environment: (),
    at: location
  )
}

private func runSteps<Value: Equatable, Action: Sendable, Environment: Sendable>(
  _ steps: [Step<Value, Action, Environment>],
  initialValue: Value,
  reducer: Reducer<Value, Action, Environment>,
  environment: Environment,
  at location: SourceLocation
) {
  let place = CodeLocation(location)
  let run = StepRun(
    initialState: initialValue,
    reducer: reducer,
    environment: environment,
    actionLimit: 10_000,
    RunParts(.current, at: location)
  )
  // If the store owned the run, releasing the store would end the run.
  TestStore(run, partOf: run).assert(steps, at: location)
  run.driver.exclusively {
    run.begin(.everything, at: place)
    run.takeLastMessages(at: place)
    let pending = run.pending
    if pending.count > 0 { run.fail(.step(.leftPending(pending)), at: place, pending.context) }
    run.endOutputs(at: place)
    run.reportUnchangedParts()
    run.noteIgnoredCancellations(at: place)
    run.reportEscaped(after: nil, at: place)
    run.checkJournal()
    run.abandon()
    run.attachReport()
  }
}
