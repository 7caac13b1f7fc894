// SPDX-License-Identifier: MIT

internal import Dispatch
public import Foundation

extension SchedulerTime where Domain == DispatchQueue {
  /// The instant as Dispatch represents it: in nanoseconds since the machine started.
  var dispatchTime: DispatchTime {
    DispatchTime(uptimeNanoseconds: UInt64(max(nanoseconds, 0)))
  }
}

extension SchedulerTime where Domain == RunLoop {
  /// The instant as a date; the time line counts nanoseconds since 1970.
  public var date: Date {
    Date(timeIntervalSince1970: Double(nanoseconds) / 1_000_000_000)
  }

  /// Creates the instant of a date.
  public init(_ date: Date) {
    self.init(nanoseconds: SchedulerStride.seconds(date.timeIntervalSince1970).nanoseconds)
  }
}

extension SchedulerTime where Domain == OperationQueue {
  /// The instant as a date; the time line counts nanoseconds since 1970.
  public var date: Date {
    Date(timeIntervalSince1970: Double(nanoseconds) / 1_000_000_000)
  }

  /// Creates the instant of a date.
  public init(_ date: Date) {
    self.init(nanoseconds: SchedulerStride.seconds(date.timeIntervalSince1970).nanoseconds)
  }
}

extension Scheduler where Self == AnyScheduler<DispatchQueue> {
  /// The main queue.
  public static var main: Self { DispatchQueue.main.eraseToAnyScheduler() }

  /// A scheduler that runs all work immediately: see ``AnyScheduler/immediate``.
  public static var immediate: Self { DispatchQueue.immediate }

  /// A scheduler that drops all work: see ``AnyScheduler/noop``.
  public static var noop: Self { DispatchQueue.noop }

  /// A scheduler that reports each use: see ``AnyScheduler/failing``.
  public static var failing: Self { DispatchQueue.failing }
}

extension Scheduler where Self == AnyScheduler<RunLoop> {
  /// The main run loop's time line, driven by the main queue.
  ///
  /// On Linux, nothing runs the main run loop after an asynchronous `main`, while the main queue is always
  /// served; therefore the main queue runs the work on all platforms.
  public static var main: Self { Self(DateQueueScheduler(.main)) }

  /// A scheduler that runs all work immediately: see ``AnyScheduler/immediate``.
  public static var immediate: Self { RunLoop.immediate }

  /// A scheduler that drops all work: see ``AnyScheduler/noop``.
  public static var noop: Self { RunLoop.noop }

  /// A scheduler that reports each use: see ``AnyScheduler/failing``.
  public static var failing: Self { RunLoop.failing }
}

extension Scheduler where Self == AnyScheduler<OperationQueue> {
  /// The main operation queue's time line, driven by the main queue.
  public static var main: Self { Self(DateQueueScheduler(.main)) }
}
