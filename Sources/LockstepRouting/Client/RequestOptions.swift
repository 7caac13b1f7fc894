// SPDX-License-Identifier: MIT

public import Dispatch
public import Lockstep

/// Options for how a client sends its requests: what it adds to them, how long it waits, and when it
/// tries again.
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
/// Isolation: any thread; the closure is called in the task that makes the request.
public struct RequestOptions: Sendable {
  /// Header fields that are added to each request, replacing the route's own fields with the same
  /// names.
  ///
  /// The closure is called again for each attempt, so that a renewed token can be used. An error that
  /// it throws ends the request as ``URLRoutingClientError/Cause/transport(_:)``.
  public var headers: @Sendable () async throws -> [String: String]

  /// The longest time that each attempt may take; nil for as long as the transport allows.
  ///
  /// An attempt that takes longer is cancelled, and fails with `URLError.timedOut`.
  public var timeout: SchedulerStride?

  /// The policy for how often a request is sent again, and after how long.
  public var retry: RetryPolicy

  /// The requests that are sent again: by their methods, and by how they ended.
  public var retryConditions: RetryConditions

  /// The scheduler that measures the time of timeouts and retries; tests pass a test scheduler.
  public var scheduler: SchedulerOf<DispatchQueue>

  /// Creates options; without arguments, requests are sent unchanged and only once.
  ///
  /// - Parameters:
  ///   - headers: Header fields that are added to each request.
  ///   - timeout: How long each attempt may take.
  ///   - retry: How often a request is sent again, and after how long.
  ///   - retryConditions: The requests that are sent again.
  ///   - scheduler: The scheduler that measures the time.
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
