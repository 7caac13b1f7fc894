// SPDX-License-Identifier: MIT

internal import Lockstep
public import Testing

/// Runs a body under many schedules until one fails, then names its seed.
///
/// ```swift
/// explore {
///   let store = TestStore(
///     initialState: Search.State(),
///     reducer: Search.reducer,
///     environment: .test
///   )
///   store.send(.bothTapped)
///   store.receive(.response("a")) { $0.results = ["a"] }
/// }
/// ```
///
/// The test stores that the body makes take part, unless they are made with a schedule of their own. The
/// first schedule has the seed that is passed, the next one that seed plus one, and so on. The same seed
/// gives the same schedule, whatever the machine does.
///
/// A schedule fails if the test fails while it runs, for whatever reason: an expectation, an XCTest
/// assertion, a store, an error. The exploration stops there, and adds one failure that names the seed
/// and the line that replays it. The body is run once more in first-in, first-out (FIFO) order: the
/// failure says whether that run passes, and from which action on the two differ. Further runs find the action
/// with which the failure becomes certain. These runs report nothing, except that XCTest shows its own assertions. A
/// schedule in which there was nothing to choose is also the last one, because all others would be the same. A test
/// that is cancelled, for example by its time limit, or skipped also ends the exploration, and names no seed.
///
/// If no two effects are ever under way at once and all orders are the same, a warning says so.
///
/// Within the body of another exploration, it runs its body once, as a part of the outer exploration's
/// schedule, and returns an `Exploration` of no schedules.
///
/// Isolation: that of the caller.
///
/// Complexity: the body runs once for each schedule.
///
/// - Parameters:
///   - schedules: The number of schedules to try.
///   - seed: The seed of the first schedule.
///   - findsTurningPoint: Whether a failure is examined for the action with which it becomes certain, which takes
///     up to 20 runs for each bisection of the actions, and ends after about 20,000 actions in all.
///   - location: The place named in the failure.
///   - isolation: The actor of the caller.
///   - body: The code to run under each schedule.
/// - Returns: The result, which tells how many schedules were tried and how far they differed.
/// - Throws: Any error that the body throws; that schedule has failed.
@discardableResult
public func explore<Failure: Error>(
  schedules: Int = 1_000,
  seed: UInt64 = 0,
  findsTurningPoint: Bool = true,
  at location: SourceLocation = #_sourceLocation,
  isolation: (any Actor)? = #isolation,
  _ body: () throws(Failure) -> Void
) throws(Failure) -> Exploration {
  try explore(
    .random(schedules, seed: seed),
    findsTurningPoint: findsTurningPoint,
    at: location,
    isolation: isolation,
    body
  )
}

/// Runs a body under the schedules that are given: ``Schedules/every(limit:)`` order, or one that a failure has
/// named.
///
/// ```swift
/// explore(.every()) {
///   let store = TestStore(
///     initialState: Search.State(),
///     reducer: Search.reducer,
///     environment: .test
///   )
///   store.send(.bothTapped)
///   store.skipReceived()
/// }
/// ```
///
/// The body has to do the same whenever the choices are the same. Of the orders that fail, the one that deviates
/// least from FIFO order is run once more in the open, so that its failures are reported. In XCTest,
/// whose failures cannot be hidden meanwhile, the first order that fails is the last one that is tried.
///
/// Everything else is as in ``explore(schedules:seed:findsTurningPoint:at:isolation:_:)``.
///
/// - Parameters:
///   - schedules: The schedules to try.
///   - findsTurningPoint: Whether a failure is examined for the action with which it becomes certain.
///   - location: The place named in the failure.
///   - isolation: The actor of the caller.
///   - body: The code to run under each schedule.
/// - Returns: The result, which tells how many schedules were tried and how far they differed.
/// - Throws: Any error that the body throws; that schedule has failed.
@discardableResult
public func explore<Failure: Error>(
  _ schedules: Schedules,
  findsTurningPoint: Bool = true,
  at location: SourceLocation = #_sourceLocation,
  isolation: (any Actor)? = #isolation,
  _ body: () throws(Failure) -> Void
) throws(Failure) -> Exploration {
  guard ScheduledRun.current == nil else {
    try body()
    return Exploration()
  }
  var search = ScheduleSearch(schedules, findsTurningPoint: findsTurningPoint, at: location)
  // Not a result, whose type each run would look up.
  var outcome: (any Error)?
  while let run = search.next() {
    let failures = FailureCounter()
    var current: (any Error)?
    func play() {
      do { try ScheduledRun.$current.withValue(run, operation: body) } catch { current = error }
    }
    if run.isHidden {
      failures.whileHiding(isolation: isolation, play)
    } else {
      failures.whileCounting(play)
    }
    if run.isHidden == false { outcome = current }
    search.ended(
      run,
      failures: failures.count,
      canHide: failures.canHide,
      throwing: current
    )
  }
  search.reportEnd()
  if let outcome { throw typed(outcome) }
  return search.exploration
}

/// Runs an asynchronous body under many schedules until one fails, then names its seed.
///
/// No seed decides the order of events outside of the stores for which the body itself waits.
///
/// Complexity: the body runs once for each schedule.
///
/// - Parameters:
///   - schedules: The number of schedules to try.
///   - seed: The seed of the first schedule.
///   - findsTurningPoint: Whether a failure is examined for the action with which it becomes certain.
///   - isolation: The isolation of the caller, in which the body runs.
///   - location: The place named in the failure.
///   - body: The code to run under each schedule.
/// - Returns: The result, which tells how many schedules were tried and how far they differed.
/// - Throws: Any error that the body throws; that schedule has failed.
@discardableResult
public func explore<Failure: Error>(
  schedules: Int = 1_000,
  seed: UInt64 = 0,
  findsTurningPoint: Bool = true,
  isolation: isolated (any Actor)? = #isolation,
  at location: SourceLocation = #_sourceLocation,
  _ body: () async throws(Failure) -> Void
) async throws(Failure) -> Exploration {
  try await explore(
    .random(schedules, seed: seed),
    findsTurningPoint: findsTurningPoint,
    isolation: isolation,
    at: location,
    body
  )
}

/// Runs an asynchronous body under the schedules that are given.
///
/// - Parameters:
///   - schedules: The schedules to try.
///   - findsTurningPoint: Whether a failure is examined for the action with which it becomes certain.
///   - isolation: The isolation of the caller, in which the body runs.
///   - location: The place named in the failure.
///   - body: The code to run under each schedule.
/// - Returns: The result, which tells how many schedules were tried and how far they differed.
/// - Throws: Any error that the body throws; that schedule has failed.
@discardableResult
public func explore<Failure: Error>(
  _ schedules: Schedules,
  findsTurningPoint: Bool = true,
  isolation: isolated (any Actor)? = #isolation,
  at location: SourceLocation = #_sourceLocation,
  _ body: () async throws(Failure) -> Void
) async throws(Failure) -> Exploration {
  let search = ScheduleSearch(schedules, findsTurningPoint: findsTurningPoint, at: location)
  return try await run(search, isolation: isolation, body)
}

/// Runs an asynchronous body under the schedules of an exploration.
func run<Failure: Error>(
  _ search: ScheduleSearch,
  isolation: isolated (any Actor)? = #isolation,
  _ body: () async throws(Failure) -> Void
) async throws(Failure) -> Exploration {
  guard ScheduledRun.current == nil else {
    try await body()
    return Exploration()
  }
  var search = search
  // Not a result, whose type each run would look up.
  var outcome: (any Error)?
  while let run = search.next() {
    let failures = FailureCounter()
    var current: (any Error)?
    func play() async {
      do {
        try await ScheduledRun.$current.withValue(run, operation: body, isolation: isolation)
      } catch {
        current = error
      }
    }
    if run.isHidden {
      await failures.whileHiding(isolation: isolation, play)
    } else {
      await failures.whileCounting(isolation: isolation, play)
      outcome = current
    }
    search.ended(
      run,
      failures: failures.count,
      canHide: failures.canHide,
      throwing: current
    )
  }
  search.reportEnd()
  if let outcome { throw typed(outcome) }
  return search.exploration
}

extension ScheduleSearch {
  fileprivate init(_ schedules: Schedules, findsTurningPoint: Bool, at location: SourceLocation) {
    self.init(
      schedules,
      needsStores: true,
      needsVariety: true,
      findsTurningPoint: findsTurningPoint,
      at: CodeLocation(location)
    ) { schedules in
      "explore(\(schedules.arguments)) {"
    }
  }
}

/// Returns an error that a body has thrown, with the type that the body declares.
private func typed<Failure: Error>(_ error: any Error) -> Failure {
  guard let error = error as? Failure else {
    preconditionFailure("The body throws only errors of type '\(Failure.self)'.")
  }
  return error
}
