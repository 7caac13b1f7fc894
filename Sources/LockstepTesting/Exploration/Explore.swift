// SPDX-License-Identifier: MIT

internal import Lockstep
public import Testing

/// Runs a body under many schedules until one fails, then names its seed.
///
/// ```swift
/// explore {
///   let store = TestStore(
///     initialState: SearchState(),
///     reducer: searchReducer,
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
/// and the line that replays it. The body is run once more in the usual order, first in, first out: the
/// failure says whether that run passes, and from which action on the two differ. A schedule in which
/// there was nothing to choose is also the last one, because all others would be the same. A test that
/// is cancelled, for example by its time limit, or skipped also ends the exploration, and names no seed.
///
/// Within the body of another exploration, it runs its body once, as a part of the outer exploration's
/// schedule.
///
/// Isolation: that of the caller.
///
/// Complexity: the body runs once for each schedule.
///
/// - Parameters:
///   - schedules: The number of schedules to try.
///   - seed: The seed of the first schedule.
///   - location: The place named in the failure.
///   - body: The code to run under each schedule.
/// - Throws: Any error that the body throws; that schedule has failed.
public func explore<Failure: Error>(
  schedules: Int = 1_000,
  seed: UInt64 = 0,
  at location: SourceLocation = #_sourceLocation,
  _ body: () throws(Failure) -> Void
) throws(Failure) {
  guard ScheduledRun.current == nil else { return try body() }
  let location = CodeLocation(location)
  var exploration = Exploration(schedules: schedules, seed: seed, at: location)
  var outcome = Result<Void, Failure>.success(())
  let failures = FailureCounter()
  failures.whileCounting {
    while let run = exploration.next() {
      let before = failures.count
      outcome = ScheduledRun.$current.withValue(run) { result(of: body) }
      exploration.ended(run, hasFailed: failures.count > before, throwing: outcome.failure)
    }
  }
  if let run = exploration.usualRun() {
    let failures = FailureCounter()
    let before = failures.count
    var outcome = Result<Void, Failure>.success(())
    failures.whileHiding {
      outcome = ScheduledRun.$current.withValue(run) { result(of: body) }
    }
    let hasFailed = failures.count > before
    exploration.usualEnded(run, hasFailed: hasFailed, throwing: outcome.failure)
  }
  exploration.reportEnd()
  try outcome.get()
}

/// Runs an asynchronous body under many schedules until one fails, then names its seed.
///
/// No seed decides the order of what the body itself waits for outside of its stores.
///
/// Complexity: the body runs once for each schedule.
///
/// - Parameters:
///   - schedules: The number of schedules to try.
///   - seed: The seed of the first schedule.
///   - isolation: The isolation of the caller, in which the body runs.
///   - location: The place named in the failure.
///   - body: The code to run under each schedule.
/// - Throws: Any error that the body throws; that schedule has failed.
public func explore(
  schedules: Int = 1_000,
  seed: UInt64 = 0,
  isolation: isolated (any Actor)? = #isolation,
  at location: SourceLocation = #_sourceLocation,
  _ body: () async throws -> Void
) async rethrows {
  let location = CodeLocation(location)
  let exploration = Exploration(schedules: schedules, seed: seed, at: location)
  try await run(exploration, isolation: isolation, body)
}

/// Runs an asynchronous body under the schedules of an exploration.
func run(
  _ exploration: Exploration,
  isolation: isolated (any Actor)? = #isolation,
  _ body: () async throws -> Void
) async rethrows {
  guard ScheduledRun.current == nil else { return try await body() }
  var exploration = exploration
  defer { exploration.reportEnd() }
  let failures = FailureCounter()
  try await failures.whileCounting(isolation: isolation) {
    while let run = exploration.next() {
      let before = failures.count
      do {
        try await ScheduledRun.$current.withValue(run, operation: body, isolation: isolation)
        exploration.ended(run, hasFailed: failures.count > before)
      } catch {
        exploration.ended(run, hasFailed: true, throwing: error)
        await runInUsualOrder(&exploration, body)
        throw error
      }
    }
  }
  await runInUsualOrder(&exploration, body)
}

/// Runs the body of an exploration once more in the usual order, if one of its schedules has failed.
private func runInUsualOrder(
  _ exploration: inout Exploration,
  isolation: isolated (any Actor)? = #isolation,
  _ body: () async throws -> Void
) async {
  guard let run = exploration.usualRun() else { return }
  let failures = FailureCounter()
  let before = failures.count
  var thrown: (any Error)?
  await failures.whileHiding(isolation: isolation) {
    do {
      try await ScheduledRun.$current.withValue(run, operation: body, isolation: isolation)
    } catch {
      thrown = error
    }
  }
  exploration.usualEnded(run, hasFailed: failures.count > before, throwing: thrown)
}

extension Exploration {
  fileprivate init(schedules: Int, seed: UInt64, at location: CodeLocation) {
    self.init(schedules: schedules, seed: seed, needsStores: true, at: location) { seed in
      "explore(schedules: 1, seed: \(seed)) {"
    }
  }
}

private func result<Failure: Error>(
  of body: () throws(Failure) -> Void
) -> Result<Void, Failure> {
  do throws(Failure) {
    return .success(try body())
  } catch {
    return .failure(error)
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
