// SPDX-License-Identifier: MIT

public import Dispatch
public import Foundation

/// A type that names the time line of queues, of run loops, of a clock, or of other schedulers of one kind.
///
/// It provides schedulers that replace the live ones in tests:
///
/// ```swift
/// let mainQueue = DispatchQueue.test
/// let store = TestStore(
///   initialState: Search.State(),
///   reducer: Search.reducer,
///   environment: Search.Environment(mainQueue: mainQueue)
/// )
/// ```
///
/// To get these schedulers for a custom clock, declare a conformance: `extension GameClock: SchedulerDomain {}`.
public protocol SchedulerDomain {}

extension SchedulerDomain {
  /// The first instant of the time line: zero, except for queues, because Dispatch has no instant zero.
  static var origin: SchedulerTime<Self> {
    SchedulerTime(nanoseconds: Self.self == DispatchQueue.self ? 1 : 0)
  }

  /// A scheduler that runs all work immediately; see ``AnyScheduler/immediate``.
  public static var immediate: AnySchedulerOf<Self> { .immediate }

  /// A scheduler that drops all work; see ``AnyScheduler/noop``.
  public static var noop: AnySchedulerOf<Self> { .noop }

  /// A scheduler that reports each use; see ``AnyScheduler/failing``.
  public static var failing: AnySchedulerOf<Self> { .failing }

  /// Returns a scheduler that reports each use under a name; see
  /// ``AnyScheduler/failing(_:fileID:filePath:line:column:)``.
  ///
  /// - Parameters:
  ///   - name: The name at the start of each report, such as `mainQueue`.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The scheduler.
  public static func failing(
    _ name: String,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> AnySchedulerOf<Self> {
    .failing(name, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// The time line of queues: nanoseconds since the machine started; in tests it begins at one.
extension DispatchQueue: SchedulerDomain {}

/// The time line of run loops: nanoseconds since 1970.
extension RunLoop: SchedulerDomain {}

/// The time line of operation queues: nanoseconds since 1970.
extension OperationQueue: SchedulerDomain {}

extension ContinuousClock: SchedulerDomain {}

extension SuspendingClock: SchedulerDomain {}

extension AnyScheduler where Domain: SchedulerDomain {
  /// A scheduler that runs all work immediately, in the call that schedules it, regardless of its instant.
  ///
  /// Use it in tests that do not depend on time. Its `now` is always the origin of the time line. Repeating work runs
  /// once.
  ///
  /// Isolation: any thread; work runs in the call that schedules it. Work that reschedules itself never returns.
  ///
  /// - Complexity: O(1) for each piece of work.
  public static var immediate: Self { Self(TimelessScheduler.immediate(at: Domain.origin)) }

  /// A scheduler that drops all work and reports nothing.
  ///
  /// Use it in previews and in environments where nothing should happen. An effect that waits on it runs until it is
  /// cancelled.
  ///
  /// Isolation: any thread.
  ///
  /// - Complexity: O(1) for each piece of work; nothing is retained.
  public static var noop: Self { Self(TimelessScheduler.noop(at: Domain.origin)) }

  /// A scheduler that reports each use under the name of the time line's type, such as `DispatchQueue`, and runs no
  /// work.
  ///
  /// Outside a test, its reports name no line of your code. For reports that do, use
  /// ``failing(_:fileID:filePath:line:column:)``.
  public static var failing: Self { failing("\(Domain.self)") }
}

extension Scheduler {
  /// Returns a scheduler that reports each use under a name and runs no work.
  ///
  /// Use it in tests to prove that code does not depend on time:
  ///
  /// ```swift
  /// Search.Environment(mainQueue: .failing("mainQueue"))
  /// ```
  ///
  /// A report points to the current test step. Outside a test, for example in a running app, it points to this call.
  ///
  /// Isolation: any thread; each report belongs to the test that runs the effect.
  ///
  /// - Parameters:
  ///   - name: The name at the start of each report, such as `mainQueue`.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The scheduler.
  /// - Complexity: O(1) for each use; nothing is retained.
  public static func failing<Line: SchedulerDomain>(
    _ name: String,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self where Self == AnyScheduler<Line> {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return Self(TimelessScheduler.failing(name, at: Line.origin, location))
  }
}
