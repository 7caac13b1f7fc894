// SPDX-License-Identifier: MIT

public import Dispatch
public import Lockstep

/// How a client sends its requests: what it adds to them, how long it waits, and when it tries again.
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
/// Isolation: any thread; the closure is called in the task that asks.
public struct RequestOptions: Sendable {
  /// Header fields that are added to each request, and take the place of the route's own of the same
  /// name.
  ///
  /// Called anew for each attempt, so that a token may have been renewed. What it throws ends the
  /// request as ``URLRoutingClientError/Cause/transport(_:)``.
  public var headers: @Sendable () async throws -> [String: String]

  /// How long each attempt may take; nil for as long as the transport lets it.
  ///
  /// An attempt that takes longer is cancelled, and fails with `URLError.timedOut`.
  public var timeout: SchedulerStride?

  /// When a request is sent again.
  public var retry: RetryPolicy

  /// What measures the time of timeouts and retries; a test gives a test scheduler.
  public var scheduler: AnySchedulerOf<DispatchQueue>

  /// Describes how requests are sent; without arguments, as they are, once.
  ///
  /// - Parameters:
  ///   - headers: Header fields that are added to each request.
  ///   - timeout: How long each attempt may take.
  ///   - retry: When a request is sent again.
  ///   - scheduler: What measures the time.
  public init(
    headers: @escaping @Sendable () async throws -> [String: String] = { [:] },
    timeout: SchedulerStride? = nil,
    retry: RetryPolicy = .never,
    scheduler: AnySchedulerOf<DispatchQueue> = DispatchQueue.global().eraseToAnyScheduler()
  ) {
    self.headers = headers
    self.timeout = timeout
    self.retry = retry
    self.scheduler = scheduler
  }
}
