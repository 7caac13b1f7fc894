// SPDX-License-Identifier: MIT

internal import Lockstep
public import Testing

/// A trait that runs a test under many schedules until one fails, then reports its seed.
///
/// ```swift
/// @Test(.schedules(1_000)) func `the newest search wins in a thousand orders`() {
///   let store = TestStore(initialState: Search.State(), reducer: Search.reducer, environment: .test)
///   store.send(.bothTapped)
/// }
/// ```
///
/// The exploration repeats the whole test, including the creation of the suite instance. On a suite, the trait applies
/// to each test without a schedules trait of its own. A test without choices or without a test store runs once.
///
/// Isolation: the test's actor.
///
/// Complexity: The test runs once for each schedule.
///
/// See ``explore(schedules:seed:findsTurningPoint:at:isolation:_:)``.
public struct ScheduleExploration: TestTrait, SuiteTrait, TestScoping, Equatable {
  let schedules: Schedules
  let findsTurningPoint: Bool
  let location: Lockstep.CodeLocation

  /// A Boolean value that indicates whether a suite passes the trait to its tests, which is always `true`.
  public var isRecursive: Bool { true }

  /// Runs a test under many schedules.
  ///
  /// - Parameters:
  ///   - test: The test.
  ///   - testCase: The test case, if the test is parameterized.
  ///   - function: A closure that runs the test once.
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

  /// Returns whether the trait belongs to the test itself, rather than to its suite.
  private func isWritten(at test: Test) -> Bool {
    "\(location.fileID)" == test.sourceLocation.fileID && location.line >= test.sourceLocation.line
  }
}

extension Trait where Self == ScheduleExploration {
  /// Runs a test under many schedules until one fails, then reports its seed.
  ///
  /// - Parameters:
  ///   - count: The number of schedules to try.
  ///   - seed: The seed of the first schedule.
  ///   - findsTurningPoint: Whether to search for the action that makes a failure certain.
  ///   - location: The source location of the failure.
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

  /// Runs a test under the given schedules: ``Schedules/every(limit:)`` order, or the order of a reported failure.
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
  ///   - findsTurningPoint: Whether to search for the action that makes a failure certain.
  ///   - location: The source location of the failure.
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
