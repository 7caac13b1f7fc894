// SPDX-License-Identifier: MIT

public import Foundation
internal import Lockstep
public import Testing

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A session that answers requests with registered responses instead of using the network.
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
/// Each stub has its own session, so tests can run in parallel. A request without a registered response fails the test
/// and ends with an error, so nothing hangs. The stub answers requests in sequence, in a task of the test that creates
/// the stub. If an `#expect` in a validator fails, that test fails.
///
/// The stub follows a response with the status 301, 302, 303, 307 or 308 and a `Location`, and answers the redirected
/// request, too:
///
/// ```swift
/// stub.register(.response(status: 302, headers: ["Location": "/new"]), for: oldAddress)
/// stub.register(try .json(post), for: newAddress)
/// ```
///
/// After 301 and 302, `POST` becomes `GET`. After 303, every method except `HEAD` becomes `GET`. Such a request has no
/// body and no header fields that describe a body. The stub removes authorization and cookies if the origin changes.
/// The delegate of the task, or else of the session, may change or refuse the redirected request. If it refuses, the
/// redirect response is the answer. A request that is redirected more than 20 times fails with
/// `URLError.httpTooManyRedirects`.
///
/// Redirects work the same on all platforms, because the stub follows them itself. The `currentRequest` of a task
/// remains the first request. NB: A real session on Linux, up to at least 6.3.1, differs. It never sends a body again,
/// sends authorization to all origins, keeps all header fields, turns `HEAD` into `GET` after 303, and resolves the
/// location `new` as if it were `/new`. Its asynchronous methods ignore a delegate for the task, but `task.delegate`
/// works.
///
/// Keep the stub while the session is in use. After the stub is released, requests fail with
/// `URLError.resourceUnavailable`, including requests that are already waiting.
///
/// Isolation: any thread.
///
/// Complexity: O(*n*) per request in the number of registrations. The stub keeps all requests.
public final class URLSessionStub: Sendable {
  /// The ephemeral session, which has no cache and no cookies, and uses the stub's delegate.
  public let session: URLSession

  private let desk: StubDesk
  private let protocolClass: AnyClass

  /// Creates a stub without responses.
  ///
  /// - Parameter delegate: The delegate of the session.
  public init(delegate: (any URLSessionDelegate)? = nil) {
    desk = StubDesk()
    protocolClass = StubRegistry.add(desk)
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [protocolClass]
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    desk.serve(session)
  }

  // The session stays valid, because using an invalidated session terminates the process.
  deinit {
    StubRegistry.remove(protocolClass)
  }

  /// The requests so far, including redirected requests, in the order in which the stub handled them.
  ///
  /// The bodies are data, even if the session sends streams. On Linux, a session does not show its protocols the data
  /// or the file of an upload task. The body of such a request is `nil` here, and the task sends its own body instead
  /// of the request's body. According to Apple's documentation, sessions on Apple platforms convert all bodies to
  /// streams, which the stub reads.
  public var requests: [URLRequest] { desk.requests }

  /// The requests in `requests` that were cancelled before they were answered.
  public var cancelledRequests: [URLRequest] { desk.cancelled }

  /// Answers all requests for an address with a response.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - url: The address, including its query. The stub compares addresses as text.
  ///   - method: The HTTP method; `nil` for any.
  ///   - validator: Checks each request for the address. If it returns `false` or throws an error, the test fails, but
  ///     the stub still answers the request.
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

  /// Answers the requests for an address with a sequence of responses.
  ///
  /// A request after the last response fails the test, unless the last response repeats. If an address has several
  /// registrations, the latest one applies.
  ///
  /// - Parameters:
  ///   - responses: The responses, in order.
  ///   - repeatsLast: Whether the last response answers all further requests.
  ///   - url: The address, including its query. The stub compares addresses as text.
  ///   - method: The HTTP method; `nil` for any.
  ///   - validator: Checks each request for the address. If it returns `false` or throws an error, the test fails, but
  ///     the stub still answers the request.
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

  /// Waits until the stub has handled a number of requests.
  ///
  /// A request counts when it has been answered or its answer has been scheduled, so a test can then advance a
  /// scheduler. If fewer requests arrive in time, the test fails. If the task is cancelled, the method returns early.
  ///
  /// - Parameters:
  ///   - count: The number of requests since the stub was created.
  ///   - timeout: The maximum time to wait. In a busy process, it is longer, because ready work runs first.
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

      Send the requests with the session of this stub, or wait for fewer.
      """,
      fileID: location.fileID,
      filePath: location.filePath,
      line: location.line,
      column: location.column
    )
  }
}
