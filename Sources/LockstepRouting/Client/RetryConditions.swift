// SPDX-License-Identifier: MIT

public import Foundation
internal import Lockstep

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// The conditions under which a request is sent again, as often as its ``RequestOptions/retry`` policy says.
///
/// Source: RFC 9110, sections 9.2.2 (methods that may be repeated) and 10.2.3 (`Retry-After`).
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
    outcome: Result<URLResponse, any Error>
  ) -> SchedulerStride? {
    guard methods.contains(method), let delay = policy.delay(after: attempt) else { return nil }
    switch outcome {
    case .success(let response):
      guard let response = response as? HTTPURLResponse, statuses.contains(response.statusCode)
      else { return nil }
      guard let asked = Self.retryAfter(response) else { return delay }
      return asked > policy.maximumDelay ? nil : max(asked, delay)
    case .failure(let error):
      guard let error = error as? URLError, errors.contains(error.code) else { return nil }
      return delay
    }
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
