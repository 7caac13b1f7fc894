// SPDX-License-Identifier: MIT

internal import Synchronization

/// Limits the rate of events for each of many keys.
///
/// Each key has an average rate and a burst size.
///
/// ```swift
/// let limiter = RateLimiter(60, per: .seconds(3_600), burst: 60)
///
/// if let seconds = limiter.take("192.0.2.1") {
///   print("try again in \(seconds) s")
/// }
/// ```
///
/// The limiter stores one instant per key: the time when the key's full allowance is restored. At `capacity`, it
/// removes the keys whose allowance is full. If that frees no room, it removes all keys. Its memory stays bounded, and
/// a flood of keys refuses no other key.
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

  /// Creates a limiter with an average rate.
  ///
  /// - Parameters:
  ///   - count: The number of events per period, at least 1.
  ///   - period: The period, longer than zero.
  ///   - burst: The number of events at once, at least 1.
  ///   - capacity: The number of keys at which the limiter removes keys.
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

  /// Counts an event for a key.
  ///
  /// - Returns: `nil` if the event is allowed, otherwise the number of whole seconds until it is, at least 1. A refused
  ///   event does not count.
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
