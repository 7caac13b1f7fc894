// SPDX-License-Identifier: MIT

/// A type that determines when and where work runs.
///
/// Effects that depend on time receive a scheduler as a dependency, so that tests control the time:
///
/// ```swift
/// enum Search {
///   struct Environment {
///     var mainQueue: SchedulerOf<DispatchQueue>
///   }
/// }
/// ```
///
/// An app passes `.main`. A test passes `.immediate`, or a `DispatchQueue.test` that it advances manually.
///
/// Isolation: schedulers that effects use are `Sendable`. Each scheduler determines where its work runs.
///
/// Complexity: the cost of a piece of work should grow at most logarithmically with the number of waiting pieces.
public protocol Scheduler<Domain> {
  /// The type that names the time line, such as `DispatchQueue` or `RunLoop`.
  associatedtype Domain

  /// The current instant.
  var now: SchedulerTime<Domain> { get }

  /// Runs work as soon as possible.
  func schedule(_ work: @escaping @Sendable () -> Void)

  /// Runs work at an instant, or a little later.
  ///
  /// - Parameters:
  ///   - instant: The earliest instant.
  ///   - tolerance: The maximum delay of the work.
  ///   - work: The work to run.
  /// - Returns: A value that cancels the work if it has not run yet.
  @discardableResult
  func schedule(
    after instant: SchedulerTime<Domain>,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork

  /// Runs work at an instant and then repeatedly.
  ///
  /// - Parameters:
  ///   - instant: The earliest instant of the first run.
  ///   - interval: The time from one run to the next.
  ///   - tolerance: The maximum delay of each run.
  ///   - work: The work to run.
  /// - Returns: A value that cancels all further runs.
  @discardableResult
  func schedule(
    after instant: SchedulerTime<Domain>,
    interval: SchedulerStride,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork
}

extension Scheduler {
  /// Runs work at an instant.
  @discardableResult
  public func schedule(
    after instant: SchedulerTime<Domain>,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    schedule(after: instant, tolerance: .zero, work)
  }

  /// Runs work at an instant and then repeatedly.
  @discardableResult
  public func schedule(
    after instant: SchedulerTime<Domain>,
    interval: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    schedule(after: instant, interval: interval, tolerance: .zero, work)
  }
}

/// A value that cancels scheduled work.
///
/// Discarding the value does not cancel the work.
///
/// Isolation: any thread.
///
/// Complexity: the scheduler's. The schedulers of this library take O(log *n*) in the number of waiting pieces.
public struct ScheduledWork: Cancellable {
  private let onCancel: (@Sendable () -> Void)?

  /// Whether a failing scheduler dropped the work, so that nothing should wait for it.
  package let isRefused: Bool

  /// Creates a value from a function that cancels the work.
  ///
  /// For work that has already run, write `ScheduledWork {}`.
  ///
  /// - Parameter onCancel: Cancels the work; must do nothing if the work has already run.
  public init(onCancel: @escaping @Sendable () -> Void) {
    self.onCancel = onCancel
    isRefused = false
  }

  private init(isRefused: Bool) {
    onCancel = nil
    self.isRefused = isRefused
  }

  /// Work that has already run or never will.
  package static let done = Self(isRefused: false)

  static let refused = Self(isRefused: true)

  /// Cancels the work if it has not run yet.
  public func cancel() {
    onCancel?()
  }
}
