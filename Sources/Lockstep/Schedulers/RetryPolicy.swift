// SPDX-License-Identifier: MIT

internal import Foundation

/// A policy for how often something that has failed is tried again, and after how long.
///
/// ```swift
/// environment.load()
///   .retry(.exponential(attempts: 5, from: 0.5, to: 10), on: environment.mainQueue)
/// ```
///
/// Effects are retried by ``Effect/retry(_:on:fileID:line:when:)``, and requests by the clients of `LockstepRouting`.
///
/// Isolation: any thread.
///
/// Complexity: O(1).
///
/// Source: Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
public struct RetryPolicy: Sendable, Hashable {
  /// The maximum number of attempts, including the first.
  public let attempts: Int

  /// The longest delay between two attempts.
  package let maximumDelay: SchedulerStride

  private let initialDelay: SchedulerStride
  private let factor: Double
  private let jitter: Double
  private let seed: UInt64

  /// A policy of one attempt.
  public static let never = Self.exponential(attempts: 1, from: .zero)

  /// Returns a policy of several attempts with growing delays between them.
  ///
  /// With jitter, a delay is shorter by a random part, so that clients that have failed together do not try
  /// again together. The numbers are those of the seed: a test sees the same delays in every run. In a live environment,
  /// let each client have a seed of its own, `seed: .random(in: .min ... .max)`.
  ///
  /// - Parameters:
  ///   - attempts: The maximum number of attempts, including the first; less than 1 counts as 1.
  ///   - initialDelay: The time before the second attempt; less than zero counts as zero.
  ///   - factor: The factor by which each following delay is longer than the one before; less than 0, or not a number,
  ///     counts as 0.
  ///   - maximumDelay: The longest delay; less than zero counts as zero. A client of a router takes an answer that asks for
  ///     a longer one with `Retry-After` for the last.
  ///   - jitter: The largest part of a delay that is left out, from 0 for none to 1; a number outside counts as the nearest,
  ///     and not a number as 0.
  ///   - seed: Determines which part of each delay is left out.
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

  /// Returns the delay after an attempt that has failed.
  ///
  /// - Parameter attempt: The number of the attempt, from 1.
  /// - Returns: The delay before the next attempt; `nil` if there is none.
  public func delay(after attempt: Int) -> SchedulerStride? {
    guard attempt < attempts else { return nil }
    let grown = initialDelay.timeInterval * pow(factor, Double(max(attempt, 1) - 1))
    // Zero times infinity is not a number.
    let delay = grown.isNaN ? .zero : min(.seconds(grown), maximumDelay)
    guard jitter > 0 else { return delay }
    // Mixed before the attempt is added: otherwise the delays of the next seed would be these, shifted by an attempt.
    var seeds = SplitMix64(seed: seed)
    var generator = SplitMix64(seed: seeds.next() &+ UInt64(max(attempt, 1)))
    return .seconds(delay.timeInterval * (1 - jitter * .random(in: 0...1, using: &generator)))
  }
}
