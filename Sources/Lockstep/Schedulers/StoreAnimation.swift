// SPDX-License-Identifier: MIT

/// A curve and a duration with which a user interface can animate the change that an action makes.
///
/// It does not depend on a user interface: one for the screen maps it to its own animations, one for the terminal
/// fades.
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

  /// The duration of the change.
  public var duration: SchedulerStride

  /// Creates an animation with the curve of another one.
  ///
  /// - Parameters:
  ///   - animation: An animation with the curve, such as `.linear`.
  ///   - duration: The duration of the change.
  public init(_ animation: Self, duration: SchedulerStride) {
    curve = animation.curve
    self.duration = duration
  }

  private init(curve: Curve) {
    self.curve = curve
    duration = 0.35
  }

  /// An animation that starts and ends slowly and takes 0.35 seconds.
  public static let `default` = Self(curve: .easeInOut)

  /// An animation that starts slowly and takes 0.35 seconds.
  public static let easeIn = Self(curve: .easeIn)

  /// An animation that starts and ends slowly and takes 0.35 seconds.
  public static let easeInOut = Self(curve: .easeInOut)

  /// An animation that ends slowly and takes 0.35 seconds.
  public static let easeOut = Self(curve: .easeOut)

  /// An animation with constant speed that takes 0.35 seconds.
  public static let linear = Self(curve: .linear)

  /// The animation of the current work, which an animated scheduler sets.
  @TaskLocal static var current: StoreAnimation?
}

extension Scheduler where Self: Sendable {
  /// Returns a scheduler that marks the actions that it delivers with an animation.
  ///
  /// ```swift
  /// environment.apiClient.load()
  ///   .receive(on: environment.mainQueue.animation(.easeIn))
  ///   .map(Action.loadResponse)
  /// ```
  ///
  /// It runs the same work at the same time as this scheduler. Observers of the store read ``StoreChange/animation``.
  ///
  /// - Parameter animation: The animation, or `nil` for none.
  /// - Returns: The animated scheduler.
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
