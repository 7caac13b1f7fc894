// SPDX-License-Identifier: MIT

public import Foundation
public import Lockstep

/// A response of a ``URLSessionStub`` to a request.
///
/// ```swift
/// try StubResponse.json(posts)
/// StubResponse.response(status: 404, headers: ["Content-Type": "text/plain"])
/// StubResponse.failure(.notConnectedToInternet).delayed(for: 2, scheduler: scheduler)
/// ```
///
/// Isolation: any thread.
///
/// Complexity: O(1), apart from encoding a value. All answers share the bytes.
public struct StubResponse: Sendable {
  enum Content: Sendable {
    case response(status: Int, headers: [String: String], body: Data)
    case failure(URLError)
    case never
  }

  typealias Wait = @Sendable (_ work: @escaping @Sendable () -> Void) -> ScheduledWork

  let content: Content
  private(set) var wait: Wait?

  private init(_ content: Content) {
    self.content = content
  }

  /// Returns a response with any status, header fields, and body.
  ///
  /// If the status is a redirect and the response has a `Location`, the session follows it.
  ///
  /// - Parameters:
  ///   - status: The status code.
  ///   - headers: The header fields.
  ///   - body: The bytes.
  /// - Returns: The response.
  public static func response(
    status: Int = 200,
    headers: [String: String] = [:],
    body: Data = Data()
  ) -> Self {
    Self(.response(status: status, headers: headers, body: body))
  }

  /// Returns a response with a value as JSON.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - status: The status code.
  ///   - encoder: The encoder for the value.
  /// - Returns: The response, with `Content-Type: application/json`.
  /// - Throws: Any error that the encoder throws.
  public static func json<Value: Encodable>(
    _ value: Value,
    status: Int = 200,
    encoder: JSONEncoder = JSONEncoder()
  ) throws -> Self {
    response(
      status: status,
      headers: ["Content-Type": "application/json"],
      body: try encoder.encode(value)
    )
  }

  /// Returns an error in place of a response.
  ///
  /// - Parameter code: The code of the error.
  /// - Returns: The failure.
  public static func failure(_ code: URLError.Code) -> Self {
    Self(.failure(URLError(code)))
  }

  /// A response that never arrives, so that the request waits until it is cancelled.
  public static let never = Self(.never)

  /// Returns this response with a delay.
  ///
  /// If the scheduler drops its work, the request is never answered.
  ///
  /// - Parameters:
  ///   - stride: The delay after the request.
  ///   - scheduler: The scheduler that measures the time.
  /// - Returns: The delayed response.
  public func delayed<Domain>(
    for stride: SchedulerStride,
    scheduler: some Scheduler<Domain> & Sendable
  ) -> Self {
    var response = self
    response.wait = { work in
      scheduler.schedule(after: scheduler.now.advanced(by: stride), work)
    }
    return response
  }
}
