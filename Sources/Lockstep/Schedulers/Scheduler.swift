// SPDX-License-Identifier: MIT

/// A type that determines when and where work runs.
///
/// Effects that deal with time take a scheduler as a dependency, so that tests control the time:
///
/// ```swift
/// enum Search {
///   struct Environment {
///     var mainQueue: SchedulerOf<DispatchQueue>
///   }
/// }
/// ```
///
/// An app passes `.main`. A test passes `.immediate`, or `DispatchQueue.test` and
/// advances that scheduler manually.
///
/// Isolation: schedulers that effects use are `Sendable`, and are used on any thread. Each scheduler decides
/// where its work runs.
///
/// Complexity: the cost of a piece of work should grow no faster than the logarithm of the number of waiting
/// pieces.
public protocol Scheduler<Domain> {
  /// The type that names the time line: `DispatchQueue`, `RunLoop`, …
  associatedtype Domain

  /// The current instant.
  var now: SchedulerTime<Domain> { get }

  /// Runs work as soon as possible.
  func schedule(_ work: @escaping @Sendable () -> Void)

  /// Runs work at an instant, or a little later.
  ///
  /// - Parameters:
  ///   - instant: The earliest instant.
  ///   - tolerance: How much later the work may run.
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
  ///   - tolerance: How much later each run may begin.
  ///   - work: The work to run.
  /// - Returns: A value that ends the runs.
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
/// Complexity: that of the scheduler; for the schedulers of this library, O(log *n*) in the amount of waiting
/// work.
public struct ScheduledWork: Cancellable {
  private let onCancel: (@Sendable () -> Void)?

  /// Whether a failing scheduler has dropped the work, so that nothing should wait for it.
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

  /// Work that has run or never will.
  package static let done = Self(isRefused: false)

  /// Work that a failing scheduler has dropped.
  static let refused = Self(isRefused: true)

  /// Cancels the work if it has not run yet.
  public func cancel() {
    onCancel?()
  }
}
