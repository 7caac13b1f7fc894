// SPDX-License-Identifier: MIT

public import Dispatch
public import Lockstep

/// Options for the requests of a client: additional header fields, timeouts, and retries.
///
/// ```swift
/// let options = RequestOptions(
///   headers: { try await ["Authorization": "Bearer \(tokens.current())"] },
///   timeout: 10,
///   retry: .exponential(attempts: 3, from: 0.5)
/// )
/// let client = URLRoutingClient.live(router: router, options: options)
/// ```
///
/// Isolation: any thread. The task that makes the request calls the closure.
public struct RequestOptions: Sendable {
  /// A closure that returns additional header fields, which replace the route's own fields with the same names.
  ///
  /// The client calls the closure for each attempt, so that a retry can use a renewed token. If the closure throws an
  /// error, the attempt fails with ``URLRoutingClientError/Cause/transport(_:)``.
  public var headers: @Sendable () async throws -> [String: String]

  /// The maximum duration of each attempt, or nil if only the transport limits it.
  ///
  /// If an attempt takes longer, the client cancels it, and the attempt fails with `URLError.timedOut`.
  public var timeout: SchedulerStride?

  /// The policy that limits the number of attempts and determines the delays between them.
  public var retry: RetryPolicy

  /// The methods, statuses, and errors for which the client retries a request.
  public var retryConditions: RetryConditions

  /// The scheduler for timeouts and retries, such as a test scheduler.
  public var scheduler: SchedulerOf<DispatchQueue>

  /// Creates options, which by default send each request unchanged and only once.
  ///
  /// - Parameters:
  ///   - headers: Returns additional header fields for a request.
  ///   - timeout: The maximum duration of each attempt.
  ///   - retry: The policy that limits the number of attempts and determines the delays between them.
  ///   - retryConditions: The methods, statuses, and errors for which the client retries a request.
  ///   - scheduler: The scheduler for timeouts and retries.
  public init(
    headers: @escaping @Sendable () async throws -> [String: String] = { [:] },
    timeout: SchedulerStride? = nil,
    retry: RetryPolicy = .never,
    retryConditions: RetryConditions = RetryConditions(),
    scheduler: SchedulerOf<DispatchQueue> = DispatchQueue.global().eraseToAnyScheduler()
  ) {
    self.headers = headers
    self.timeout = timeout
    self.retry = retry
    self.retryConditions = retryConditions
    self.scheduler = scheduler
  }
}
