// SPDX-License-Identifier: MIT

/// An animation with which a user interface may show the change that an action makes: a curve and a duration.
///
/// It does not depend on any user interface: one for the screen maps it to its own animations, one for the
/// terminal fades.
///
/// Isolation: any thread.
///
/// Complexity: O(1).
public struct StoreAnimation: Sendable, Hashable {
  /// The distribution of the change over the duration.
  public enum Curve: Sendable, Hashable {
    /// Slow at the beginning.
    case easeIn
    /// Slow at both ends.
    case easeInOut
    /// Slow at the end.
    case easeOut
    /// Constant throughout.
    case linear
  }

  /// The distribution of the change over the duration.
  public var curve: Curve

  /// The length of time that the change takes.
  public var duration: SchedulerStride

  /// Creates an animation.
  ///
  /// - Parameters:
  ///   - curve: How the change is spread over the duration.
  ///   - duration: How long the change takes.
  public init(_ curve: Curve, duration: SchedulerStride = 0.35) {
    self.curve = curve
    self.duration = duration
  }

  /// Slow at both ends, 0.35 seconds.
  public static let `default` = Self(.easeInOut)

  /// Slow at the beginning, 0.35 seconds.
  public static let easeIn = Self(.easeIn)

  /// Slow at both ends, 0.35 seconds.
  public static let easeInOut = Self(.easeInOut)

  /// Slow at the end, 0.35 seconds.
  public static let easeOut = Self(.easeOut)

  /// Constant throughout, 0.35 seconds.
  public static let linear = Self(.linear)

  /// The animation of the work that is running, set by an animated scheduler.
  @TaskLocal static var current: StoreAnimation?
}

extension Scheduler where Self: Sendable {
  /// Returns a scheduler that runs the same work at the same time and marks the actions that it delivers with
  /// an animation.
  ///
  /// ```swift
  /// environment.apiClient.load()
  ///   .receive(on: environment.mainQueue.animation(.easeIn))
  ///   .map(Action.loadResponse)
  /// ```
  ///
  /// Observers of the store read the animation from the change: ``StoreChange/animation``.
  ///
  /// - Parameter animation: The animation, or `nil` for none.
  /// - Returns: The decorated scheduler.
  public func animation(_ animation: StoreAnimation? = .default) -> AnySchedulerOf<Domain> {
    AnyScheduler(AnimatedScheduler(base: self, animation: animation))
  }
}

private struct AnimatedScheduler<Base: Scheduler & Sendable>: Scheduler, Sendable {
  let base: Base
  let animation: StoreAnimation?

  var now: SchedulerTime<Base.Domain> { base.now }

  func schedule(_ work: @escaping @Sendable () -> Void) {
    base.schedule(animated(work))
  }

  func schedule(
    after instant: SchedulerTime<Base.Domain>,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    base.schedule(after: instant, tolerance: tolerance, animated(work))
  }

  func schedule(
    after instant: SchedulerTime<Base.Domain>,
    interval: SchedulerStride,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    base.schedule(after: instant, interval: interval, tolerance: tolerance, animated(work))
  }

  private func animated(_ work: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    { [animation] in StoreAnimation.$current.withValue(animation, operation: work) }
  }
}
