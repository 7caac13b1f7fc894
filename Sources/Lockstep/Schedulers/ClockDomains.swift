// SPDX-License-Identifier: MIT

extension Clock where Duration == Swift.Duration {
  /// A test scheduler on the time line of the clock; its time begins at the origin.
  public static var test: TestSchedulerOf<Self> {
    TestScheduler(now: SchedulerTime(nanoseconds: 0))
  }

  /// A scheduler that runs all work at once.
  public static var immediate: ImmediateScheduler<Self> {
    ImmediateScheduler(now: SchedulerTime(nanoseconds: 0))
  }

  /// A scheduler that drops all work.
  public static var noop: NoopScheduler<Self> {
    NoopScheduler(now: SchedulerTime(nanoseconds: 0))
  }

  /// A scheduler that reports each use under the name of the clock's type.
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
      now: SchedulerTime(nanoseconds: 0),
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}

extension AnyScheduler where Domain: Clock, Domain.Duration == Duration {
  /// A scheduler that runs all work at once.
  public static var immediate: Self { Self(Domain.immediate) }

  /// A scheduler that drops all work.
  public static var noop: Self { Self(Domain.noop) }

  /// A scheduler that reports each use under the name of the clock's type.
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
