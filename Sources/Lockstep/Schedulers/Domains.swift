// SPDX-License-Identifier: MIT

internal import Dispatch
public import Foundation

extension SchedulerTime where Domain == DispatchQueue {
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
  /// A scheduler that runs work on the main queue.
  public static var main: Self { DispatchQueue.main.eraseToAnyScheduler() }

  /// A scheduler that runs all work immediately: see ``AnyScheduler/immediate``.
  public static var immediate: Self { DispatchQueue.immediate }

  /// A scheduler that drops all work: see ``AnyScheduler/noop``.
  public static var noop: Self { DispatchQueue.noop }

  /// A scheduler that reports each use: see ``AnyScheduler/failing``.
  public static var failing: Self { DispatchQueue.failing }
}

extension Scheduler where Self == AnyScheduler<RunLoop> {
  /// A scheduler on the main run loop's time line that runs work on the main queue.
  ///
  /// On Linux, nothing runs the main run loop after an asynchronous `main`, but the main queue is always served.
  public static var main: Self { Self(DateQueueScheduler(.main)) }

  /// A scheduler that runs all work immediately: see ``AnyScheduler/immediate``.
  public static var immediate: Self { RunLoop.immediate }

  /// A scheduler that drops all work: see ``AnyScheduler/noop``.
  public static var noop: Self { RunLoop.noop }

  /// A scheduler that reports each use: see ``AnyScheduler/failing``.
  public static var failing: Self { RunLoop.failing }
}

extension Scheduler where Self == AnyScheduler<OperationQueue> {
  /// A scheduler on the main operation queue's time line that runs work on the main queue.
  public static var main: Self { Self(DateQueueScheduler(.main)) }
}
