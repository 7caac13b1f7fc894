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
  public static func failing(_ name: String) -> FailingScheduler<Self> {
    FailingScheduler(name, now: SchedulerTime(nanoseconds: 0))
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
  public static func failing(_ name: String) -> Self { Self(Domain.failing(name)) }
}
