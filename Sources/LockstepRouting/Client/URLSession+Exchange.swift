// SPDX-License-Identifier: MIT

internal import Foundation
internal import Synchronization

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension URLSession {
  /// Sends a request, or throws `CancellationError` without sending it if the task is already cancelled.
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

private final class Exchange: Sendable {
  typealias Continuation = CheckedContinuation<(data: Data, response: URLResponse), any Error>

  private enum State {
    case idle
    /// The completion handler of the task resumes the continuation.
    case running(URLSessionDataTask)
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

  /// Cancels the task under the lock.
  ///
  /// Foundation on Linux traps if a task is cancelled while the session removes it. The session removes a task only
  /// after its completion handler, which needs the lock.
  func cancel() {
    state.withLock { state in
      if case .running(let task) = state { task.cancel() }
      state = .over
    }
  }
}
