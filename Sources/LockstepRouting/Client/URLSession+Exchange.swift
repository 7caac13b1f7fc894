// SPDX-License-Identifier: MIT

internal import Foundation
internal import Synchronization

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension URLSession {
  /// Sends a request and returns the answer.
  ///
  /// - Throws: `CancellationError`, without sending the request, if the task was already cancelled; the
  ///   session's error if the task is cancelled later or the request fails.
  func exchange(_ request: URLRequest) async throws -> (data: Data, response: URLResponse) {
    let exchange = Exchange()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        exchange.begin(with: continuation) {
          dataTask(with: request) { data, response, error in
            exchange.end()
            if let data, let response, error == nil {
              continuation.resume(returning: (data, response))
            } else {
              continuation.resume(throwing: error ?? URLError(.badServerResponse))
            }
          }
        }
      }
    } onCancel: {
      exchange.cancel()
    }
  }
}

/// One request and its answer.
private final class Exchange: Sendable {
  typealias Continuation = CheckedContinuation<(data: Data, response: URLResponse), any Error>

  private enum State {
    /// Nothing has been sent. Next: running or over.
    case idle
    /// Next: over. The continuation is resumed by the handler of the task.
    case running(URLSessionDataTask)
    /// There is an answer, or the request was cancelled. Final.
    case over
  }

  private let state = Mutex(State.idle)

  func begin(with continuation: Continuation, _ makeTask: () -> URLSessionDataTask) {
    let task: URLSessionDataTask? = state.withLock { state in
      guard case .idle = state else { return nil }
      let task = makeTask()
      state = .running(task)
      return task
    }
    if let task {
      task.resume()
    } else {
      continuation.resume(throwing: CancellationError())
    }
  }

  func end() {
    state.withLock { $0 = .over }
  }

  /// Cancels the task while the lock is held: Foundation on Linux traps if a task is cancelled that it
  /// is about to forget, and it forgets a task only after its handler, which needs the lock.
  func cancel() {
    state.withLock { state in
      if case .running(let task) = state { task.cancel() }
      state = .over
    }
  }
}
