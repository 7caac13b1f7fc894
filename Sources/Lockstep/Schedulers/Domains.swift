// SPDX-License-Identifier: MIT

public import Dispatch
public import Foundation

extension SchedulerTime where Domain == DispatchQueue {
  /// The instant as Dispatch counts it: nanoseconds since the machine started.
  public var dispatchTime: DispatchTime {
    DispatchTime(uptimeNanoseconds: UInt64(max(nanoseconds, 0)))
  }
}

extension SchedulerTime where Domain == RunLoop {
  /// The instant as a date; the time line counts nanoseconds since 1970.
  public var date: Date {
    Date(timeIntervalSince1970: Double(nanoseconds) / 1_000_000_000)
  }

  /// The instant of a date.
  public init(_ date: Date) {
    self.init(nanoseconds: SchedulerStride.seconds(date.timeIntervalSince1970).nanoseconds)
  }
}

extension SchedulerTime where Domain == OperationQueue {
  /// The instant as a date; the time line counts nanoseconds since 1970.
  public var date: Date {
    Date(timeIntervalSince1970: Double(nanoseconds) / 1_000_000_000)
  }

  /// The instant of a date.
  public init(_ date: Date) {
    self.init(nanoseconds: SchedulerStride.seconds(date.timeIntervalSince1970).nanoseconds)
  }
}

extension DispatchQueue {
  /// A test scheduler on the time line of queues; its time begins at one nanosecond.
  public static var test: TestSchedulerOf<DispatchQueue> {
    TestScheduler(now: SchedulerTime(nanoseconds: 1))
  }

  /// A scheduler that runs all work at once.
  public static var immediate: ImmediateScheduler<DispatchQueue> {
    ImmediateScheduler(now: SchedulerTime(nanoseconds: 1))
  }

  /// A scheduler that drops all work.
  public static var noop: NoopScheduler<DispatchQueue> {
    NoopScheduler(now: SchedulerTime(nanoseconds: 1))
  }

  /// A scheduler that reports each use as one of `DispatchQueue`.
  public static var failing: FailingScheduler<DispatchQueue> { failing("DispatchQueue") }

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
  ) -> FailingScheduler<DispatchQueue> {
    FailingScheduler(
      name,
      now: SchedulerTime(nanoseconds: 1),
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}

extension RunLoop {
  /// A test scheduler on the time line of run loops; its time begins in 1970.
  public static var test: TestSchedulerOf<RunLoop> {
    TestScheduler(now: SchedulerTime(nanoseconds: 0))
  }

  /// A scheduler that runs all work at once.
  public static var immediate: ImmediateScheduler<RunLoop> {
    ImmediateScheduler(now: SchedulerTime(nanoseconds: 0))
  }

  /// A scheduler that drops all work.
  public static var noop: NoopScheduler<RunLoop> {
    NoopScheduler(now: SchedulerTime(nanoseconds: 0))
  }

  /// A scheduler that reports each use as one of `RunLoop`.
  public static var failing: FailingScheduler<RunLoop> { failing("RunLoop") }

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
  ) -> FailingScheduler<RunLoop> {
    FailingScheduler(
      name,
      now: SchedulerTime(nanoseconds: 0),
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}

extension OperationQueue {
  /// A test scheduler on the time line of operation queues; its time begins in 1970.
  public static var test: TestSchedulerOf<OperationQueue> {
    TestScheduler(now: SchedulerTime(nanoseconds: 0))
  }

  /// A scheduler that runs all work at once.
  public static var immediate: ImmediateScheduler<OperationQueue> {
    ImmediateScheduler(now: SchedulerTime(nanoseconds: 0))
  }

  /// A scheduler that drops all work.
  public static var noop: NoopScheduler<OperationQueue> {
    NoopScheduler(now: SchedulerTime(nanoseconds: 0))
  }

  /// A scheduler that reports each use as one of `OperationQueue`.
  public static var failing: FailingScheduler<OperationQueue> { failing("OperationQueue") }

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
  ) -> FailingScheduler<OperationQueue> {
    FailingScheduler(
      name,
      now: SchedulerTime(nanoseconds: 0),
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}

extension AnyScheduler where Domain == DispatchQueue {
  /// The main queue.
  public static var main: Self { DispatchQueue.main.eraseToAnyScheduler() }

  /// A scheduler that runs all work at once.
  public static var immediate: Self { Self(DispatchQueue.immediate) }

  /// A scheduler that drops all work.
  public static var noop: Self { Self(DispatchQueue.noop) }

  /// A scheduler that reports each use as one of `DispatchQueue`.
  public static var failing: Self { Self(DispatchQueue.failing) }

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
      DispatchQueue.failing(
        name,
        fileID: fileID,
        filePath: filePath,
        line: line,
        column: column
      )
    )
  }
}

extension AnyScheduler where Domain == RunLoop {
  /// The main run loop's time line, driven by the main queue.
  ///
  /// After an asynchronous `main` on Linux nobody runs the main run loop, while the main queue is
  /// always served; so the main queue runs the work everywhere.
  public static var main: Self { Self(DateQueueScheduler(queue: .main)) }

  /// A scheduler that runs all work at once.
  public static var immediate: Self { Self(RunLoop.immediate) }

  /// A scheduler that drops all work.
  public static var noop: Self { Self(RunLoop.noop) }

  /// A scheduler that reports each use as one of `RunLoop`.
  public static var failing: Self { Self(RunLoop.failing) }

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
      RunLoop.failing(
        name,
        fileID: fileID,
        filePath: filePath,
        line: line,
        column: column
      )
    )
  }
}

extension AnyScheduler where Domain == OperationQueue {
  /// The main operation queue's time line, driven by the main queue.
  public static var main: Self { Self(DateQueueScheduler(queue: .main)) }

  /// A scheduler that runs all work at once.
  public static var immediate: Self { Self(OperationQueue.immediate) }

  /// A scheduler that drops all work.
  public static var noop: Self { Self(OperationQueue.noop) }

  /// A scheduler that reports each use as one of `OperationQueue`.
  public static var failing: Self { Self(OperationQueue.failing) }

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
      OperationQueue.failing(
        name,
        fileID: fileID,
        filePath: filePath,
        line: line,
        column: column
      )
    )
  }
}

extension ImmediateScheduler where Domain == RunLoop {
  /// An immediate scheduler, for effects that only need an animation:
  /// `.receive(on: ImmediateScheduler.shared.animation())`.
  public static var shared: Self { RunLoop.immediate }
}
