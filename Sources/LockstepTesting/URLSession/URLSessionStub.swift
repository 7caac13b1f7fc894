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
/// A response with the status 301, 302, 303, 307 or 308 and a `Location` is followed, as a session follows
/// it, and the request that it leads to is answered by the stub, too:
///
/// ```swift
/// stub.register(.response(status: 302, headers: ["Location": "/new"]), for: oldAddress)
/// stub.register(try .json(post), for: newAddress)
/// ```
///
/// After 301 and 302, `POST` becomes `GET`, and after 303, every method but `HEAD` does; such a request has
/// neither a body nor header fields about it. Authorization and cookies do not go to another origin. The
/// delegate of the task, or else that of the session, may refuse a redirect, whose response is then the
/// answer, or change the request. A request that is redirected more than 20 times ends with
/// `URLError.httpTooManyRedirects`.
///
/// This is the same on all platforms: the stub follows redirects by itself, and the `currentRequest` of a
/// task stays the first one. NB: A real session on Linux, up to at least 6.3.1, differs. It never sends a
/// body again, sends authorization to all origins, keeps all header fields, turns `HEAD` into `GET` after
/// 303, and resolves the location `new` as if it were `/new`. Its asynchronous methods ignore the delegate
/// of a task; `task.delegate` does not.
///
/// Keep the stub for as long as the session is used: without it, requests fail with
/// `URLError.resourceUnavailable`, including those already waiting.
///
/// Isolation: any thread.
///
/// Complexity: a request takes O(*n*) in the number of registrations; the requests so far are kept.
public final class URLSessionStub: Sendable {
  /// The session: ephemeral, without a cache or cookies, and with the delegate of the stub.
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

  // The session is not invalidated, because any further use of it would end the process. It is released
  // with its last user: no request is left waiting.
  deinit {
    StubRegistry.remove(protocolClass)
  }

  /// The requests so far, including those that follow a redirect, in the order in which they were
  /// answered, with their bodies as data.
  ///
  /// On Linux, a session shows its protocols the `httpBody` and the `httpBodyStream` of a request, but not
  /// what is passed to an upload task as data or as a file: the body of such a request is `nil` here, and
  /// the task sends its own body in place of one that the request has. According to Apple's documentation,
  /// the sessions of its platforms make a stream of all of them, which is read here.
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

      Send the requests with the session of this stub, or wait for fewer.
      """,
      fileID: location.fileID,
      filePath: location.filePath,
      line: location.line,
      column: location.column
    )
  }
}
