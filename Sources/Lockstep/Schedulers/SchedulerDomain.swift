// SPDX-License-Identifier: MIT

public import Dispatch
public import Foundation

/// A time line, which schedulers of one kind share: that of queues, of run loops, of a clock.
///
/// It names the schedulers that take the place of the live ones in tests:
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
/// A clock of your own has them when it says that it is one: `extension GameClock: SchedulerDomain {}`.
public protocol SchedulerDomain {
  /// The instant at which the time of these schedulers begins, in nanoseconds; 0 unless said otherwise.
  static var originInNanoseconds: Int64 { get }
}

extension SchedulerDomain {
  /// The beginning of the time line.
  public static var originInNanoseconds: Int64 { 0 }

  static var origin: SchedulerTime<Self> { SchedulerTime(nanoseconds: originInNanoseconds) }

  /// A test scheduler on this time line; its time begins at the origin.
  public static var test: TestScheduler<Self> { TestScheduler(now: origin) }

  /// A scheduler that runs all work at once.
  public static var immediate: ImmediateScheduler<Self> { ImmediateScheduler(now: origin) }

  /// A scheduler that drops all work.
  public static var noop: NoopScheduler<Self> { NoopScheduler(now: origin) }

  /// A scheduler that reports each use under the name of the time line's type, such as `DispatchQueue`.
  public static var failing: FailingScheduler<Self> { failing("\(Self.self)") }

  /// A scheduler that reports each use under a name.
  ///
  /// - Parameters:
  ///   - name: What the reports begin with, such as `mainQueue`.
  ///   - fileID: The file that reports name.
  ///   - filePath: The path of that file.
  ///   - line: The line that reports name.
  ///   - column: The column that reports name.
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
  /// One nanosecond: an instant of zero is none of Dispatch's.
  public static var originInNanoseconds: Int64 { 1 }
}

/// The time line of run loops: nanoseconds since 1970.
extension RunLoop: SchedulerDomain {}

/// The time line of operation queues: nanoseconds since 1970.
extension OperationQueue: SchedulerDomain {}

extension ContinuousClock: SchedulerDomain {}

extension SuspendingClock: SchedulerDomain {}

extension AnyScheduler where Domain: SchedulerDomain {
  /// A scheduler that runs all work at once.
  public static var immediate: Self { Self(Domain.immediate) }

  /// A scheduler that drops all work.
  public static var noop: Self { Self(Domain.noop) }

  /// A scheduler that reports each use under the name of the time line's type, such as `DispatchQueue`.
  public static var failing: Self { Self(Domain.failing) }

  /// A scheduler that reports each use under a name.
  ///
  /// - Parameters:
  ///   - name: What the reports begin with, such as `mainQueue`.
  ///   - fileID: The file that reports name.
  ///   - filePath: The path of that file.
  ///   - line: The line that reports name.
  ///   - column: The column that reports name.
  /// - Returns: The scheduler.
  public static func failing(
    _ name: String,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    Self(
      Domain.failing(
        name,
        fileID: fileID,
        filePath: filePath,
        line: line,
        column: column
      )
    )
  }
}
