// SPDX-License-Identifier: MIT

public import Foundation
public import Lockstep

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension Result where Success == (Data, URLResponse), Failure == URLError {
  /// Returns this response after some time.
  ///
  /// ```swift
  /// client.override(.posts) { try await .ok(posts).delayed(for: 2, scheduler: scheduler) }
  /// ```
  ///
  /// - Parameters:
  ///   - stride: How long to wait.
  ///   - scheduler: The scheduler that measures the time.
  /// - Returns: The response.
  /// - Throws: `CancellationError` if the task is cancelled while it waits; another error on a
  ///   failing scheduler.
  public func delayed<Domain>(
    for stride: SchedulerStride,
    scheduler: some Scheduler<Domain> & Sendable
  ) async throws -> Self {
    try await scheduler.sleep(for: stride)
    return self
  }
}
