// SPDX-License-Identifier: MIT

public import Foundation
internal import Lockstep

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// The conditions under which a request is sent again, as often as its ``RequestOptions/retry`` policy says.
///
/// An answer can ask for a longer delay with the header field `Retry-After`, as a number of seconds or
/// as a date. If the policy's delay is longer, the policy's delay applies. If the answer asks for more
/// than the longest delay of the policy, the request is not sent again. An invalid `Retry-After`
/// is ignored.
///
/// The delay until a date is measured from the answer's own `Date`, so that a difference between the
/// clocks of the server and the client does not change it. Without a valid `Date`, the delay is measured
/// from the client's current date.
///
/// Source: RFC 9110, sections 5.6.7 (dates), 9.2.2 (methods that may be repeated) and 10.2.3
/// (`Retry-After`).
public struct RetryConditions: Sendable, Hashable {
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

  /// Creates the usual conditions.
  public init() {}
}

extension RetryConditions {
  /// Returns how long to wait before the next attempt, after one that has ended; nil if there is no
  /// next attempt.
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

  /// Returns the delay that an answer asks for, or nil if it has no valid `Retry-After`.
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
