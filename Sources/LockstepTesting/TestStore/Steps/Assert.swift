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
/// The steps are those of a ``TestStore``, with messages of their own. A pending effect is an effect that owes
/// something: an action or a fire-and-forget effect that has not been asserted, or its end, unless
/// ``Step/withExhaustivity(_:showsSkipped:_:)`` leaves that out. Each effect counts once, merged effects individually.
/// A note below a failure says which effects are pending, and how to go on. Tasks that effects have left behind are a
/// separate failure at the end.
///
/// Unlike in a ``TestStore``, the closure of a step may change nothing: `{ _ in }`.
///
/// A step that sends an action while effects are pending fails, and skips the actions received by then, which later
/// steps may still assert: it begins with the state after them. Fire-and-forget effects that have not been asserted and
/// effects that are running stay pending, and count again. A fire-and-forget step that finds an action instead fails,
/// and skips that action.
///
/// Effects run as in a test store, immediately and on this thread; the steps do not wait for an effect
/// that waits for something.
///
/// Isolation: that of the test.
///
/// Complexity: O(*n*) in the number of steps, each of which costs as much as a step of a ``TestStore``.
///
/// - Parameters:
///   - initialValue: The initial state.
///   - reducer: The reducer to test.
///   - environment: The dependencies of the reducer.
///   - steps: The actions, and the changes and answers that should follow.
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
///   - steps: The actions, and the changes and answers that should follow.
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
  // As a part, because the release of a whole store would be the end of the run.
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
