// SPDX-License-Identifier: MIT

public import Foundation
public import Lockstep

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A policy for when a request is sent again, and after how long.
///
/// The delays have no random part, so that a test sees the same times in every run.
///
/// Source: RFC 9110, sections 9.2.2 (methods that may be repeated) and 10.2.3 (`Retry-After`).
public struct RetryPolicy: Sendable, Hashable {
  private let attempts: Int
  private let initialDelay: SchedulerStride
  private let factor: Double
  private let maximumDelay: SchedulerStride

  /// The statuses after which a request is sent again.
  public var statuses: Set<Int> = [408, 429, 502, 503, 504]

  /// The errors after which a request is sent again.
  public var errors: Set<URLError.Code> = [
    .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .networkConnectionLost,
    .notConnectedToInternet, .timedOut,
  ]

  /// The methods of requests that may be sent again.
  ///
  /// `POST` and `PATCH` are not included, because their effects may have taken place even if no answer
  /// arrived.
  public var methods: Set<Method> = [.delete, .get, .head, .options, .put]

  /// A policy that sends each request once.
  public static let never = Self(attempts: 1, from: .zero, factor: 1, to: .zero)

  /// Returns a policy that sends requests again after growing delays.
  ///
  /// - Parameters:
  ///   - attempts: The maximum number of times that a request is sent, including the first; less than 1
  ///     counts as 1.
  ///   - initialDelay: The time before the second attempt.
  ///   - factor: The factor by which each following delay is longer than the previous one.
  ///   - maximumDelay: The longest delay. An answer that asks for a longer one with `Retry-After` is the
  ///     last.
  /// - Returns: The policy.
  public static func exponential(
    attempts: Int,
    from initialDelay: SchedulerStride,
    factor: Double = 2,
    to maximumDelay: SchedulerStride = 60
  ) -> Self {
    Self(attempts: attempts, from: initialDelay, factor: factor, to: maximumDelay)
  }

  private init(
    attempts: Int,
    from initialDelay: SchedulerStride,
    factor: Double,
    to maximumDelay: SchedulerStride
  ) {
    self.attempts = attempts
    self.initialDelay = initialDelay
    self.factor = factor
    self.maximumDelay = maximumDelay
  }
}

extension RetryPolicy {
  /// Returns how long to wait before the next attempt, after one that has ended; nil if there is no
  /// next attempt.
  func delay(
    after attempt: Int,
    method: Method,
    outcome: Result<URLResponse, any Error>
  ) -> SchedulerStride? {
    guard attempt < attempts, methods.contains(method) else { return nil }
    switch outcome {
    case .success(let response):
      guard let response = response as? HTTPURLResponse, statuses.contains(response.statusCode)
      else { return nil }
      guard let asked = Self.retryAfter(response) else { return delay(after: attempt) }
      return asked > maximumDelay ? nil : max(asked, delay(after: attempt))
    case .failure(let error):
      guard let error = error as? URLError, errors.contains(error.code) else { return nil }
      return delay(after: attempt)
    }
  }

  private func delay(after attempt: Int) -> SchedulerStride {
    let seconds = initialDelay.timeInterval * pow(factor, Double(attempt - 1))
    return max(.zero, min(.seconds(seconds), maximumDelay))
  }

  /// Returns the seconds that an answer asks for.
  ///
  /// A date is ignored, because there is no clock here.
  private static func retryAfter(_ response: HTTPURLResponse) -> SchedulerStride? {
    guard let text = response.value(forHTTPHeaderField: "Retry-After"),
      !text.isEmpty, text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
    else { return nil }
    return .seconds(Int64(text) ?? .max)
  }
}
