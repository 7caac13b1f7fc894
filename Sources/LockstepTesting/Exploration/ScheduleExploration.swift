// SPDX-License-Identifier: MIT

internal import Lockstep
public import Testing

/// A trait that runs a test under many schedules until one fails, then names its seed.
///
/// ```swift
/// @Test(.schedules(1_000)) func `the newest search wins in a thousand orders`() {
///   let store = TestStore(initialState: Search.State(), reducer: Search.reducer, environment: .test)
///   store.send(.bothTapped)
/// }
/// ```
///
/// The whole test is the body of an exploration, including the creation of its suite's instance. On a
/// suite, the trait applies to each of its tests, unless a test has a trait of its own. A test in which
/// there is nothing to choose, or no test store, runs once.
///
/// Isolation: that of the test.
///
/// Complexity: the test runs once for each schedule.
///
/// See ``explore(schedules:seed:findsTurningPoint:at:isolation:_:)``.
public struct ScheduleExploration: TestTrait, SuiteTrait, TestScoping, Equatable {
  let schedules: Schedules
  let findsTurningPoint: Bool
  let location: Lockstep.CodeLocation

  /// A Boolean value that indicates whether a suite passes the trait on to its tests, which it always does.
  public var isRecursive: Bool { true }

  /// Runs a test under many schedules.
  ///
  /// - Parameters:
  ///   - test: The test.
  ///   - testCase: The case, if the test has several.
  ///   - function: Runs the test once.
  /// - Throws: Any error that the test throws.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    let innermost = test.traits.lazy.compactMap { $0 as? Self }.last
    guard innermost == self else { return try await function() }
    let search = ScheduleSearch(
      schedules,
      needsStores: false,
      needsVariety: isWritten(at: test),
      findsTurningPoint: findsTurningPoint,
      at: location
    ) { schedules in
      "@Test(.schedules(\(schedules.traitArguments)))"
    }
    _ = try await run(search, function)
  }

  /// Returns whether the trait is one of the test itself, rather than one of its suite.
  private func isWritten(at test: Test) -> Bool {
    "\(location.fileID)" == test.sourceLocation.fileID && location.line >= test.sourceLocation.line
  }
}

extension Trait where Self == ScheduleExploration {
  /// Runs a test under many schedules until one fails, then names its seed.
  ///
  /// - Parameters:
  ///   - count: The number of schedules to try.
  ///   - seed: The seed of the first schedule.
  ///   - findsTurningPoint: Whether a failure is examined for the action with which it becomes certain.
  ///   - location: The place named in the failure.
  /// - Returns: The trait.
  public static func schedules(
    _ count: Int = 1_000,
    seed: UInt64 = 0,
    findsTurningPoint: Bool = true,
    at location: SourceLocation = #_sourceLocation
  ) -> Self {
    schedules(
      .random(count, seed: seed),
      findsTurningPoint: findsTurningPoint,
      at: location
    )
  }

  /// Runs a test under the schedules that are given: ``Schedules/every(limit:)`` order, or one that a failure has
  /// named.
  ///
  /// ```swift
  /// @Test(.schedules(.every())) func `the newest search wins in every order`() {
  ///   let store = TestStore(initialState: Search.State(), reducer: Search.reducer, environment: .test)
  ///   store.send(.bothTapped)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - schedules: The schedules to try.
  ///   - findsTurningPoint: Whether a failure is examined for the action with which it becomes certain.
  ///   - location: The place named in the failure.
  /// - Returns: The trait.
  public static func schedules(
    _ schedules: Schedules,
    findsTurningPoint: Bool = true,
    at location: SourceLocation = #_sourceLocation
  ) -> Self {
    ScheduleExploration(
      schedules: schedules,
      findsTurningPoint: findsTurningPoint,
      location: CodeLocation(location)
    )
  }
}
