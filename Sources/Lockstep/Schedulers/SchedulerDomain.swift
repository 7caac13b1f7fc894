// SPDX-License-Identifier: MIT

public import Dispatch
public import Foundation

/// A time line shared by schedulers of one kind: that of queues, of run loops or of a clock.
///
/// It provides the schedulers that replace the live ones in tests:
///
/// ```swift
/// let mainQueue = DispatchQueue.test
/// let store = TestStore(
///   initialState: SearchState(),
///   reducer: searchReducer,
///   environment: SearchEnvironment(mainQueue: mainQueue.eraseToAnyScheduler())
/// )
/// ```
///
/// A custom clock gets them by declaring a conformance: `extension GameClock: SchedulerDomain {}`.
public protocol SchedulerDomain {
  /// The instant at which the time of these schedulers begins, in nanoseconds; 0 by default.
  static var originInNanoseconds: Int64 { get }
}

extension SchedulerDomain {
  /// The beginning of the time line.
  public static var originInNanoseconds: Int64 { 0 }

  static var origin: SchedulerTime<Self> { SchedulerTime(nanoseconds: originInNanoseconds) }

  /// A test scheduler on this time line, whose time begins at the origin.
  public static var test: TestScheduler<Self> { TestScheduler(now: origin) }

  /// A scheduler that runs all work immediately.
  public static var immediate: ImmediateScheduler<Self> { ImmediateScheduler(now: origin) }

  /// A scheduler that drops all work.
  public static var noop: NoopScheduler<Self> { NoopScheduler(now: origin) }

  /// A scheduler that reports each use under the name of the time line's type, such as `DispatchQueue`.
  public static var failing: FailingScheduler<Self> { failing("\(Self.self)") }

  /// Returns a scheduler that reports each use under a name.
  ///
  /// - Parameters:
  ///   - name: The name that reports begin with, such as `mainQueue`.
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
  ) -> FailingScheduler<Self> {
    FailingScheduler(
      name,
      now: origin,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}

/// The time line of queues: nanoseconds since the machine started; in tests it begins at one.
extension DispatchQueue: SchedulerDomain {
  /// One nanosecond, because zero is not an instant of Dispatch.
  public static var originInNanoseconds: Int64 { 1 }
}

/// The time line of run loops: nanoseconds since 1970.
extension RunLoop: SchedulerDomain {}

/// The time line of operation queues: nanoseconds since 1970.
extension OperationQueue: SchedulerDomain {}

extension ContinuousClock: SchedulerDomain {}

extension SuspendingClock: SchedulerDomain {}

extension AnyScheduler where Domain: SchedulerDomain {
  /// A scheduler that runs all work immediately.
  public static var immediate: Self { Self(Domain.immediate) }

  /// A scheduler that drops all work.
  public static var noop: Self { Self(Domain.noop) }

  /// A scheduler that reports each use under the name of the time line's type, such as `DispatchQueue`.
  public static var failing: Self { Self(Domain.failing) }

  /// Returns a scheduler that reports each use under a name.
  ///
  /// - Parameters:
  ///   - name: The name that reports begin with, such as `mainQueue`.
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
  ) -> Self {
    Self(Domain.failing(name, fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
