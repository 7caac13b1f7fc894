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
  private enum Curve: String {
    case easeIn, easeInOut, easeOut, linear
  }

  private let curve: Curve

  /// The name of the curve: `easeIn`, `easeInOut`, `easeOut` or `linear`.
  public var name: String { curve.rawValue }

  /// The length of time that the change takes.
  public var duration: SchedulerStride

  /// Creates an animation with the curve of another one.
  ///
  /// - Parameters:
  ///   - animation: The animation whose curve says how the change is spread over the duration, such as `.linear`.
  ///   - duration: How long the change takes.
  public init(_ animation: Self, duration: SchedulerStride) {
    curve = animation.curve
    self.duration = duration
  }

  private init(curve: Curve) {
    self.curve = curve
    duration = 0.35
  }

  /// Slow at both ends, 0.35 seconds.
  public static let `default` = Self(curve: .easeInOut)

  /// Slow at the beginning, 0.35 seconds.
  public static let easeIn = Self(curve: .easeIn)

  /// Slow at both ends, 0.35 seconds.
  public static let easeInOut = Self(curve: .easeInOut)

  /// Slow at the end, 0.35 seconds.
  public static let easeOut = Self(curve: .easeOut)

  /// Constant throughout, 0.35 seconds.
  public static let linear = Self(curve: .linear)

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
