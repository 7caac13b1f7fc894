// SPDX-License-Identifier: MIT

internal import Synchronization

/// Bounds how often something may happen, for each of many keys.
///
/// A key may do something a number of times in a period, on average, and a number of times at once.
///
/// ```swift
/// let limiter = RateLimiter(60, per: .seconds(3_600), burst: 60)
///
/// if let seconds = limiter.take("192.0.2.1") {
///   print("try again in \(seconds) s")
/// }
/// ```
///
/// It keeps one instant for a key, at which its allowance will be whole again. Keys whose allowance is whole are
/// forgotten when there are more than `capacity`; if that does not help, all are, so that memory is bounded and a flood
/// of keys refuses nobody.
///
/// Isolation: any thread.
///
/// Complexity: O(1), amortized over the calls.
///
/// Source: the generic cell rate algorithm, ITU-T I.371.
public final class RateLimiter: Sendable {
  private let cost: Duration
  private let allowance: Duration
  private let capacity: Int
  private let now: @Sendable () -> ContinuousClock.Instant
  private let whole = Mutex<[String: ContinuousClock.Instant]>([:])

  /// A limiter of a rate.
  ///
  /// - Parameters:
  ///   - count: The times in the period, at least 1.
  ///   - period: The period, longer than none.
  ///   - burst: The times at once, at least 1.
  ///   - capacity: The number of keys from which on keys are forgotten.
  ///   - now: The clock.
  public init(
    _ count: Int,
    per period: Duration,
    burst: Int,
    capacity: Int = 100_000,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    cost = period / max(1, count)
    allowance = cost * max(1, burst)
    self.capacity = max(1, capacity)
    self.now = now
  }

  /// Counts one more time for a key.
  ///
  /// - Returns: `nil` if it is allowed, otherwise the number of whole seconds until it will be, at least 1. A time that
  ///   is not allowed does not count.
  public func take(_ key: String) -> Int? {
    let now = now()
    return whole.withLock { whole in
      let next = max(whole[key] ?? now, now) + cost
      let wait = now.duration(to: next) - allowance
      guard wait <= .zero else { return max(1, Int((wait / .seconds(1)).rounded(.up))) }
      if whole[key] == nil, whole.count >= capacity {
        whole = whole.filter { $0.value > now }
        if whole.count >= capacity { whole = [:] }
      }
      whole[key] = next
      return nil
    }
  }
}
