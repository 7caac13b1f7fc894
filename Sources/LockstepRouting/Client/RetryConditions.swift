// SPDX-License-Identifier: MIT

public import Foundation
internal import Lockstep

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// The conditions under which a client retries a request, within the limits of its ``RequestOptions/retry`` policy.
///
/// A response can ask for a longer delay with the header field `Retry-After`, which contains a number of seconds or a
/// date. The client waits for this delay or the policy's delay, whichever is longer. If the response asks for more than
/// the policy's longest delay, the client does not retry. The client ignores an invalid `Retry-After`.
///
/// The delay until a date starts at the response's `Date`, so a difference between the clocks of the server and the
/// client does not change it. Without a valid `Date`, the delay starts at the client's current date.
///
/// Source: RFC 9110, sections 5.6.7 (dates), 9.2.2 (idempotent methods) and 10.2.3 (`Retry-After`).
public struct RetryConditions: Sendable, Hashable {
  /// The status codes after which the client retries a request.
  public var statuses: Set<Int> = [408, 429, 502, 503, 504]

  /// The errors after which the client retries a request.
  public var errors: Set<URLError.Code> = [
    .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .networkConnectionLost,
    .notConnectedToInternet, .timedOut,
  ]

  /// The methods of requests that the client may retry.
  ///
  /// The default excludes `POST` and `PATCH`, because the server may have processed the request even if no response
  /// arrived.
  public var methods: Set<Method> = [.delete, .get, .head, .options, .put]

  /// Creates the default conditions.
  public init() {}
}

extension RetryConditions {
  /// Returns the delay before the next attempt, or nil if the client does not retry.
  func delay(
    after attempt: Int,
    by policy: RetryPolicy,
    method: Method,
    outcome: Result<URLResponse, any Error>,
    now: Date = Date()
  ) -> SchedulerStride? {
    guard methods.contains(method), let delay = policy.delay(after: attempt) else { return nil }
    switch outcome {
    case .success(let response):
      guard let response = response as? HTTPURLResponse, statuses.contains(response.statusCode)
      else { return nil }
      guard let asked = Self.retryAfter(response, now: now) else { return delay }
      return asked > policy.maximumDelay ? nil : max(asked, delay)
    case .failure(let error):
      guard let error = error as? URLError, errors.contains(error.code) else { return nil }
      return delay
    }
  }

  private static func retryAfter(_ response: HTTPURLResponse, now: Date) -> SchedulerStride? {
    guard let text = response.value(forHTTPHeaderField: "Retry-After"), text.isEmpty == false
    else { return nil }
    if text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) {
      return .seconds(Int64(text) ?? .max)
    }
    let sent = response.value(forHTTPHeaderField: "Date").flatMap { Date(httpDate: $0, now: now) }
    let start = sent ?? now
    guard let end = Date(httpDate: text, now: start) else { return nil }
    return max(.seconds(end.timeIntervalSince(start)), .zero)
  }
}
