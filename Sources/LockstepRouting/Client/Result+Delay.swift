// SPDX-License-Identifier: MIT

public import Foundation
public import Lockstep

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension Result where Success == (Data, URLResponse), Failure == URLError {
  /// Returns this response after a delay.
  ///
  /// ```swift
  /// client.override(.posts) { try await .ok(posts).delayed(for: 2, scheduler: scheduler) }
  /// ```
  ///
  /// - Parameters:
  ///   - stride: The delay.
  ///   - scheduler: The scheduler that measures the delay.
  /// - Returns: The response.
  /// - Throws: `CancellationError` if the task is cancelled during the delay, or another error on a failing scheduler.
  public func delayed<Domain>(
    for stride: SchedulerStride,
    scheduler: some Scheduler<Domain> & Sendable
  ) async throws -> Self {
    try await scheduler.sleep(for: stride)
    return self
  }
}
