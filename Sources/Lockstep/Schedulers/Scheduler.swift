// SPDX-License-Identifier: MIT

/// When and where work runs.
///
/// Effects that deal with time take a scheduler as a dependency, so that a test decides what the
/// time is:
///
/// ```swift
/// struct SearchEnvironment {
///   var mainQueue: AnySchedulerOf<DispatchQueue>
/// }
/// ```
///
/// An app passes `.main`, a test `.immediate`, or `DispatchQueue.test.eraseToAnyScheduler()` and
/// advances it by hand.
///
/// Isolation: those that effects use are `Sendable`, and are used on any thread. Where the work runs is
/// theirs to say.
///
/// Complexity: what a piece of work costs should grow with the logarithm of how many wait, and no faster.
public protocol Scheduler<Domain> {
  /// What names the time line: `DispatchQueue`, `RunLoop`, …
  associatedtype Domain

  /// The current instant.
  var now: SchedulerTime<Domain> { get }

  /// The precision that the scheduler can promise.
  var minimumTolerance: SchedulerStride { get }

  /// Runs work as soon as possible.
  func schedule(_ work: @escaping @Sendable () -> Void)

  /// Runs work at an instant, or a little later.
  ///
  /// - Parameters:
  ///   - instant: The earliest instant.
  ///   - tolerance: How much later is fine.
  ///   - work: What to run.
  /// - Returns: What takes the work back, if it has not run yet.
  @discardableResult
  func schedule(
    after instant: SchedulerTime<Domain>,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork

  /// Runs work at an instant and then again and again.
  ///
  /// - Parameters:
  ///   - instant: The earliest instant of the first run.
  ///   - interval: The time from one run to the next.
  ///   - tolerance: How much later is fine.
  ///   - work: What to run.
  /// - Returns: What ends the runs.
  @discardableResult
  func schedule(
    after instant: SchedulerTime<Domain>,
    interval: SchedulerStride,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork
}

extension Scheduler {
  /// Zero.
  public var minimumTolerance: SchedulerStride { .zero }

  /// Runs work at an instant.
  @discardableResult
  public func schedule(
    after instant: SchedulerTime<Domain>,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    schedule(after: instant, tolerance: .zero, work)
  }

  /// Runs work at an instant and then again and again.
  @discardableResult
  public func schedule(
    after instant: SchedulerTime<Domain>,
    interval: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    schedule(after: instant, interval: interval, tolerance: .zero, work)
  }
}

/// Takes scheduled work back.
///
/// Letting go of the value takes nothing back.
///
/// Isolation: any thread.
///
/// Complexity: that of the scheduler; for those of this library O(log *n*) in the work that waits.
public struct ScheduledWork: Cancellable {
  private let onCancel: (@Sendable () -> Void)?

  /// Whether a failing scheduler has dropped the work, so that nobody should wait for it.
  package let isRefused: Bool

  /// Describes how work is taken back.
  ///
  /// - Parameter onCancel: Takes the work back; must do nothing if it has run already.
  public init(onCancel: @escaping @Sendable () -> Void) {
    self.onCancel = onCancel
    isRefused = false
  }

  private init(isRefused: Bool) {
    onCancel = nil
    self.isRefused = isRefused
  }

  /// Work that has run, or never will.
  public static let done = Self(isRefused: false)

  /// Work that a failing scheduler has dropped.
  static let refused = Self(isRefused: true)

  /// Takes the work back, if it has not run yet.
  public func cancel() {
    onCancel?()
  }
}
