// SPDX-License-Identifier: MIT

internal import Foundation

/// A policy that limits the number of attempts and determines the delays between them.
///
/// ```swift
/// environment.load()
///   .retry(.exponential(attempts: 5, from: 0.5, to: 10), on: environment.mainQueue)
/// ```
///
/// Used by ``Effect/retry(_:on:fileID:line:when:)`` and by the clients of `LockstepRouting`.
///
/// Isolation: any thread.
///
/// Complexity: O(1).
///
/// Source: Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
public struct RetryPolicy: Sendable, Hashable {
  /// The maximum number of attempts, including the first.
  public let attempts: Int

  package let maximumDelay: SchedulerStride

  private let initialDelay: SchedulerStride
  private let factor: Double
  private let jitter: Double
  private let seed: UInt64

  /// A policy of one attempt.
  public static let never = Self.exponential(attempts: 1, from: .zero)

  /// Returns a policy of several attempts with growing delays between them.
  ///
  /// With jitter, a random part of each delay is left out, so that clients that failed together do not retry together.
  /// The seed determines the random numbers, so a test sees the same delays in every run. In a live environment, give
  /// each client its own seed: `seed: .random(in: .min ... .max)`.
  ///
  /// - Parameters:
  ///   - attempts: The maximum number of attempts, including the first. Values below 1 count as 1.
  ///   - initialDelay: The delay before the second attempt. Negative values count as zero.
  ///   - factor: The factor by which each delay grows. Negative values and NaN count as 0.
  ///   - maximumDelay: The longest delay; at least zero. A router's client does not retry if `Retry-After` is longer.
  ///   - jitter: The largest fraction of a delay that is left out, clamped to the range from 0 to 1. NaN counts as 0.
  ///   - seed: The seed that determines which part of each delay is left out.
  /// - Returns: The policy.
  public static func exponential(
    attempts: Int,
    from initialDelay: SchedulerStride,
    factor: Double = 2,
    to maximumDelay: SchedulerStride = 60,
    jitter: Double = 0,
    seed: UInt64 = 0
  ) -> Self {
    Self(
      attempts: max(attempts, 1),
      maximumDelay: max(maximumDelay, .zero),
      initialDelay: max(initialDelay, .zero),
      factor: factor > 0 ? factor : 0,
      jitter: jitter > 0 ? min(jitter, 1) : 0,
      seed: seed
    )
  }

  /// Returns the delay after a failed attempt.
  ///
  /// - Parameter attempt: The number of the attempt, starting at 1.
  /// - Returns: The delay before the next attempt; `nil` if no attempt remains.
  public func delay(after attempt: Int) -> SchedulerStride? {
    guard attempt < attempts else { return nil }
    let grown = initialDelay.timeInterval * pow(factor, Double(max(attempt, 1) - 1))
    // Zero times infinity is not a number.
    let delay = grown.isNaN ? .zero : min(.seconds(grown), maximumDelay)
    guard jitter > 0 else { return delay }
    // Mixed first, because otherwise the next seed would produce the same delays, shifted by one attempt.
    var seeds = SplitMix64(seed: seed)
    var generator = SplitMix64(seed: seeds.next() &+ UInt64(max(attempt, 1)))
    return .seconds(delay.timeInterval * (1 - jitter * .random(in: 0...1, using: &generator)))
  }
}
