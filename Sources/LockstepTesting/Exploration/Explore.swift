// SPDX-License-Identifier: MIT

internal import Lockstep
public import Testing

/// Runs a body under many schedules until one fails, then reports its seed.
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
/// The exploration controls every test store that the body creates, unless the store has its own schedule. The first
/// schedule uses `seed`, the second `seed + 1`, and so on. The same seed always produces the same schedule.
///
/// A schedule fails if the body throws an error or if anything records a test failure: an expectation, an XCTest
/// assertion or a store. The exploration then stops and adds one failure, which contains the seed and the code that
/// replays it.
///
/// The exploration runs the body again in first-in, first-out (FIFO) order. The failure states whether that run passes
/// and at which action the two runs diverge. Further runs find the action that makes the failure certain. None of these
/// runs report failures, except that XCTest shows its own assertions.
///
/// If a schedule contains no choices, the exploration stops after it, because all schedules are the same. If the test
/// is skipped or cancelled, for example by its time limit, the exploration stops and reports no seed.
///
/// If no effects overlap and all orders are the same, the exploration reports a warning.
///
/// A nested exploration runs its body once, under the outer schedule, and returns an `Exploration` without schedules.
///
/// Isolation: the caller's actor.
///
/// Complexity: The body runs once for each schedule.
///
/// - Parameters:
///   - schedules: The number of schedules to try.
///   - seed: The seed of the first schedule.
///   - findsTurningPoint: Whether to search for the action that makes a failure certain. The search runs the body up to
///     20 times for each bisection step, and stops after about 20,000 actions in all.
///   - location: The source location of the failure.
///   - isolation: The actor of the caller.
///   - body: The code to run under each schedule.
/// - Returns: The number of schedules and the differences between them.
/// - Throws: Any error that the body throws. An error fails the schedule.
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

/// Runs a body under the given schedules: ``Schedules/every(limit:)`` order, or the order of a reported failure.
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
/// The body must behave the same whenever the choices are the same. If several orders fail, the exploration repeats the
/// one with the fewest deviations from FIFO order and reports its failures. XCTest failures cannot be hidden, so in
/// XCTest the exploration stops at the first failing order.
///
/// Otherwise, this function works like ``explore(schedules:seed:findsTurningPoint:at:isolation:_:)``.
///
/// - Parameters:
///   - schedules: The schedules to try.
///   - findsTurningPoint: Whether to search for the action that makes a failure certain.
///   - location: The source location of the failure.
///   - isolation: The actor of the caller.
///   - body: The code to run under each schedule.
/// - Returns: The number of schedules and the differences between them.
/// - Throws: Any error that the body throws. An error fails the schedule.
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
  // A `Result` would require a type look-up in each run.
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

/// Runs an asynchronous body under many schedules until one fails, then reports its seed.
///
/// If the body awaits events outside of the stores, the seed does not determine their order.
///
/// Complexity: The body runs once for each schedule.
///
/// - Parameters:
///   - schedules: The number of schedules to try.
///   - seed: The seed of the first schedule.
///   - findsTurningPoint: Whether to search for the action that makes a failure certain.
///   - isolation: The caller's actor, which runs the body.
///   - location: The source location of the failure.
///   - body: The code to run under each schedule.
/// - Returns: The number of schedules and the differences between them.
/// - Throws: Any error that the body throws. An error fails the schedule.
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

/// Runs an asynchronous body under the given schedules.
///
/// - Parameters:
///   - schedules: The schedules to try.
///   - findsTurningPoint: Whether to search for the action that makes a failure certain.
///   - isolation: The caller's actor, which runs the body.
///   - location: The source location of the failure.
///   - body: The code to run under each schedule.
/// - Returns: The number of schedules and the differences between them.
/// - Throws: Any error that the body throws. An error fails the schedule.
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
  // A `Result` would require a type look-up in each run.
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

private func typed<Failure: Error>(_ error: any Error) -> Failure {
  guard let error = error as? Failure else {
    preconditionFailure("The body throws only errors of type '\(Failure.self)'.")
  }
  return error
}
