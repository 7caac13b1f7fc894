// SPDX-License-Identifier: MIT

public import Foundation
internal import Lockstep
public import Testing

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A session without a network, whose requests are answered with the responses that a test has
/// registered.
///
/// Use it to test code that makes real requests, such as a live client:
///
/// ```swift
/// let stub = URLSessionStub()
/// stub.register(try .json(post), for: url, method: "POST") { request in
///   request.streamedBody == Data(#"{"contents":"Hello"}"#.utf8)
/// }
/// let client = URLRoutingClient.live(router: router, session: stub.session)
/// ```
///
/// Each stub has a session of its own, and no other session sees its responses, so tests run in
/// parallel. A request without a response fails the test and ends with an error, so nothing hangs.
/// Requests are answered one after the other, in a task of the test that made the stub: a failing
/// `#expect` in a validator fails that test.
///
/// Keep the stub for as long as the session is used: without it, requests fail with
/// `URLError.resourceUnavailable`, including those already waiting.
///
/// Isolation: any thread.
///
/// Complexity: a request takes O(*n*) in the number of registrations; the requests so far are kept.
public final class URLSessionStub: Sendable {
  /// The session: ephemeral, without a cache or cookies.
  public let session: URLSession

  private let desk: StubDesk
  private let protocolClass: AnyClass

  /// Creates a stub without responses.
  public init() {
    desk = StubDesk()
    protocolClass = StubRegistry.add(desk)
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [protocolClass]
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    session = URLSession(configuration: configuration)
  }

  // The session is not invalidated, because any further use of it would end the process. It is released
  // with its last user: no request is left waiting.
  deinit {
    StubRegistry.remove(protocolClass)
  }

  /// The requests so far, in the order in which they were answered, with their bodies as data.
  public var requests: [URLRequest] { desk.requests }

  /// The requests among them that were cancelled before they were answered.
  public var cancelledRequests: [URLRequest] { desk.cancelled }

  /// Answers all requests for an address with a response.
  ///
  /// - Parameters:
  ///   - response: The answer.
  ///   - url: The address, with its query; compared as text.
  ///   - method: The method that is answered; `nil` for any.
  ///   - validator: Checks each request for the address: returning `false` or throwing an error fails
  ///     the test. The request is answered regardless.
  public func register(
    _ response: StubResponse,
    for url: URL,
    method: String? = nil,
    requestValidator validator: @escaping @Sendable (URLRequest) throws -> Bool = { _ in true }
  ) {
    register(
      sequence: [response],
      repeatsLast: true,
      for: url,
      method: method,
      requestValidator: validator
    )
  }

  /// Answers the requests for an address with one response after the other.
  ///
  /// A request after the last response fails the test, unless the last response is to be repeated. Of
  /// several registrations for an address, the one made last counts.
  ///
  /// - Parameters:
  ///   - responses: The answers, in order.
  ///   - repeatsLast: Whether the last answer is given to all requests that follow.
  ///   - url: The address, with its query; compared as text.
  ///   - method: The method that is answered; `nil` for any.
  ///   - validator: Checks each request for the address: returning `false` or throwing an error fails
  ///     the test. The request is answered regardless.
  public func register(
    sequence responses: [StubResponse],
    repeatsLast: Bool = false,
    for url: URL,
    method: String? = nil,
    requestValidator validator: @escaping @Sendable (URLRequest) throws -> Bool = { _ in true }
  ) {
    desk.add(
      StubDesk.Registration(
        url: url,
        method: method,
        validator: validator,
        responses: responses,
        repeatsLast: repeatsLast
      )
    )
  }

  /// Waits until a number of requests have been taken: each has been answered or its answer has been
  /// scheduled, so a test may now advance a scheduler.
  ///
  /// It fails the test if fewer arrive in time, and returns early if its task is cancelled.
  ///
  /// - Parameters:
  ///   - count: The number of requests since the stub was made.
  ///   - timeout: The maximum time to wait; longer where a process is busy, because work that is ready
  ///     by then runs before the wait fails.
  ///   - location: The place named in the failure.
  ///   - isolation: The isolation of the caller, which this method keeps.
  public func waitForRequests(
    _ count: Int = 1,
    timeout: Duration = .seconds(60),
    at location: SourceLocation = #_sourceLocation,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    guard await desk.wait(for: count, atMost: timeout, isolation: isolation) == .timedOut else {
      return
    }
    let location = CodeLocation(location)
    let requests = desk.requests
    let list = requests.map { "\n  \($0.summary)" }.joined()
    reportIssue(
      """
      Waited \(timeout) for \(count) request(s), but took \(requests.count).\(list)

      Send them with the session of this stub, or wait for fewer.
      """,
      fileID: location.fileID,
      filePath: location.filePath,
      line: location.line,
      column: location.column
    )
  }
}
