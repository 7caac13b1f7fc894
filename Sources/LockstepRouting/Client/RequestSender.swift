// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

struct RequestSender: Sendable {
  typealias Answer = (data: Data, response: URLResponse)

  let options: RequestOptions
  let transport: @Sendable (URLRequest) async throws -> Answer

  init(
    options: RequestOptions,
    transport: @escaping @Sendable (URLRequest) async throws -> Answer
  ) {
    self.options = options
    self.transport = transport
  }

  func send(_ request: URLRequest) async throws -> Answer {
    let method = Method(rawValue: request.httpMethod ?? "GET")
    var attempt = 1
    while true {
      let outcome: Result<Answer, any Error>
      do {
        outcome = .success(try await attemptOnce(request))
      } catch {
        outcome = .failure(error)
      }
      guard
        let delay = options.retryConditions.delay(
          after: attempt,
          by: options.retry,
          method: method,
          outcome: outcome.map(\.response)
        )
      else { return try outcome.get() }
      try await options.scheduler.sleep(for: delay)
      attempt += 1
    }
  }

  private func attemptOnce(_ request: URLRequest) async throws -> Answer {
    var request = request
    try add(try await options.headers(), to: &request)
    guard let timeout = options.timeout else { return try await transport(request) }
    return try await answer(to: request, within: timeout)
  }

  private func add(
    _ headers: [String: String],
    to request: inout URLRequest
  ) throws(RoutingError) {
    // Sorting makes the result stable if names differ only in case.
    let items = headers.sorted { $0.key < $1.key }.map { URLRequestData.Item($0.key, $0.value) }
    try URLRequestData(headers: items).validate()
    request.setHeaders(items)
  }

  /// Starts the timeout before the request, so that code that observes the request can advance the scheduler.
  private func answer(
    to request: URLRequest,
    within timeout: SchedulerStride
  ) async throws -> Answer {
    let (expiry, continuation) = AsyncStream<Never>.makeStream()
    let timer = options.scheduler.schedule(after: options.scheduler.now.advanced(by: timeout)) {
      continuation.finish()
    }
    defer { timer.cancel() }
    guard !timer.isRefused else { throw RefusedWaitError() }
    return try await withThrowingTaskGroup(of: Answer?.self) { [request] group in
      group.addTask { try await transport(request) }
      group.addTask {
        for await _ in expiry {}
        try Task.checkCancellation()
        return nil
      }
      defer { group.cancelAll() }
      guard let first = try await group.next(), let answer = first else {
        throw URLError(.timedOut)
      }
      return answer
    }
  }
}
