// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Tests redirect responses of a stub.
@Suite struct StubRedirectTests {
  private let stub = URLSessionStub()

  private func url(_ text: String) throws -> URL {
    try #require(URL(string: text, relativeTo: URL(string: "https://example.com/"))).absoluteURL
  }

  private func redirect(_ status: Int = 302, to location: String, body: String = "") -> StubResponse
  {
    .response(status: status, headers: ["Location": location], body: Data(body.utf8))
  }

  private func request(_ path: String, _ method: String = "GET") throws -> URLRequest {
    var request = URLRequest(url: try url(path))
    request.httpMethod = method
    return request
  }

  private func answer(
    _ stub: URLSessionStub,
    to request: URLRequest
  ) async throws -> (status: Int?, body: String, url: URL?) {
    let (data, response) = try await stub.session.data(for: request)
    let status = (response as? HTTPURLResponse)?.statusCode
    return (status, String(decoding: data, as: UTF8.self), response.url)
  }

  static let changes: [(statuses: [Int], method: String, next: String)] = [
    ([301, 302], "GET", "GET"), ([301, 302], "HEAD", "HEAD"), ([301, 302], "POST", "GET"),
    ([301, 302], "PUT", "PUT"), ([301, 302], "DELETE", "DELETE"), ([303], "GET", "GET"),
    ([303], "HEAD", "HEAD"), ([303], "POST", "GET"), ([303], "PUT", "GET"),
    ([303], "DELETE", "GET"),
    ([307, 308], "GET", "GET"), ([307, 308], "POST", "POST"), ([307, 308], "PUT", "PUT"),
    ([307, 308], "PATCH", "PATCH"), ([307, 308], "DELETE", "DELETE"),
  ]

  @Test(arguments: changes)
  func `the status determines the method and the body of the redirected request`(
    statuses: [Int],
    method: String,
    next: String
  ) async throws {
    for status in statuses {
      let stub = URLSessionStub()
      stub.register(redirect(status, to: "/new", body: "moved"), for: try url("/old"))
      stub.register(.response(status: 201, body: Data("new".utf8)), for: try url("/new"))
      var request = try request("/old", method)
      request.httpBody = Data("text".utf8)
      request.setValue("text/plain", forHTTPHeaderField: "Content-Type")
      request.setValue("en", forHTTPHeaderField: "content-language")
      request.setValue("1", forHTTPHeaderField: "X-Key")
      let answer = try await answer(stub, to: request)
      #expect(answer == (201, method == "HEAD" ? answer.body : "new", try url("/new")))
      let keepsBody = next == method && (status != 303 || method == "HEAD")
      #expect(stub.requests.map(\.httpMethod) == [method, next])
      #expect(stub.requests.map(\.url) == [try url("/old"), try url("/new")])
      #expect(stub.requests[0].httpBody == Data("text".utf8))
      #expect(stub.requests[1].httpBody == (keepsBody ? Data("text".utf8) : nil))
      let fields = stub.requests[1].allHTTPHeaderFields ?? [:]
      #expect(
        Set(fields.keys.map { $0.lowercased() })
          == (keepsBody ? ["content-type", "content-language", "x-key"] : ["x-key"])
      )
    }
  }

  @Test func `a streamed body is sent again`() async throws {
    stub.register(redirect(308, to: "/new"), for: try url("/old"))
    stub.register(.response(), for: try url("/new"))
    var request = try request("/old", "POST")
    request.httpBodyStream = InputStream(data: Data("text".utf8))
    _ = try await answer(stub, to: request)
    #expect(stub.requests.map(\.httpBody) == [Data("text".utf8), Data("text".utf8)])
  }

  @Test(arguments: [
    ("https://other.example/a", "https://other.example/a"),
    ("//other.example/a", "https://other.example/a"),
    ("/new", "https://example.com/new"), ("new", "https://example.com/a/new"),
    ("./new?c=d", "https://example.com/a/new?c=d"), ("../new", "https://example.com/new"),
    ("?c=d", "https://example.com/a/b?c=d"), ("/a%2Fb%20c", "https://example.com/a%2Fb%20c"),
    ("/new#part", "https://example.com/new#part"),
  ])
  func `a location is resolved against the URL of the request`(
    location: String,
    target: String
  ) async throws {
    stub.register(redirect(to: location), for: try url("/a/b?x=y"))
    stub.register(.response(body: Data("new".utf8)), for: try url(target))
    let answer = try await answer(stub, to: request("/a/b?x=y"))
    #expect(answer == (200, "new", try url(target)))
  }

  @Test(arguments: [300, 301, 302, 303, 304, 305, 307, 308, 200, 404])
  func `a redirect response without a location is returned`(status: Int) async throws {
    stub.register(.response(status: status, body: Data("here".utf8)), for: try url("/a"))
    let answer = try await answer(stub, to: request("/a"))
    #expect(answer == (status, "here", try url("/a")))
    #expect(stub.requests.count == 1)
  }

  @Test(arguments: [200, 201, 300, 304, 305, 404])
  func `a location is ignored if the status is not a redirect`(status: Int) async throws {
    stub.register(redirect(status, to: "/b", body: "here"), for: try url("/a"))
    let answer = try await answer(stub, to: request("/a"))
    #expect(answer == (status, "here", try url("/a")))
    #expect(stub.requests.count == 1)
  }

  @Test(arguments: [
    ("https://example.com:443/b", true), ("HTTPS://EXAMPLE.com/b", true), ("/b", true),
    ("http://example.com/b", false), ("https://example.com:8443/b", false),
    ("https://www.example.com/b", false),
  ])
  func `credentials are sent only to the same origin`(location: String, isSame: Bool) async throws {
    stub.register(redirect(to: location), for: try url("/a"))
    stub.register(.response(), for: try url(location))
    var request = try request("/a")
    for name in ["Authorization", "Cookie", "Proxy-Authorization", "X-Key"] {
      request.setValue("1", forHTTPHeaderField: name)
    }
    _ = try await answer(stub, to: request)
    let names = Set((stub.requests.last?.allHTTPHeaderFields ?? [:]).keys)
    #expect(
      names
        == (isSame ? ["Authorization", "Cookie", "Proxy-Authorization", "X-Key"] : ["X-Key"])
    )
  }

  @Test func `the stub follows twenty redirects`() async throws {
    for number in 0..<20 {
      stub.register(redirect(to: "/\(number + 1)"), for: try url("/\(number)"))
    }
    stub.register(.response(body: Data("end".utf8)), for: try url("/20"))
    #expect(try await answer(stub, to: request("/0")) == (200, "end", try url("/20")))
    #expect(stub.requests.map { $0.url?.path } == (0...20).map { "/\($0)" })
  }

  @Test(arguments: [["/a"], ["/a", "/b"]])
  func `a redirect loop fails after twenty redirects`(paths: [String]) async throws {
    for (index, path) in paths.enumerated() {
      stub.register(redirect(to: paths[(index + 1) % paths.count]), for: try url(path))
    }
    let error = await #expect(throws: URLError.self) { try await answer(stub, to: request("/a")) }
    #expect(error?.code == .httpTooManyRedirects)
    #expect(stub.requests.count == 21)
    #expect(stub.cancelledRequests == [])
  }

  @Test func `a redirect without a response for its target is reported`() async throws {
    let issues = await withReportedIssues {
      let stub = URLSessionStub()
      do {
        stub.register(redirect(to: "/new"), for: try url("/old"), method: "POST")
        _ = try await answer(stub, to: request("/old", "POST"))
        Issue.record("There was a response.")
      } catch {
        #expect((error as? URLError)?.code == .resourceUnavailable)
      }
    }
    #expect(
      issues.map(\.message) == [
        """
        No response is registered for the request: GET https://example.com/new

        The response to POST https://example.com/old redirects to it. Use 'URLSessionStub.register' to supply one. \
        Registered addresses:

          POST https://example.com/old
        """
      ]
    )
  }

  @Test func `a URL can redirect to itself once`() async throws {
    stub.register(
      sequence: [redirect(303, to: "/a"), .response(body: Data("done".utf8))],
      for: try url("/a")
    )
    #expect(try await answer(stub, to: request("/a", "POST")) == (200, "done", try url("/a")))
    #expect(stub.requests.map(\.httpMethod) == ["POST", "GET"])
  }

  @Test func `a redirect and its target both have their delay`() async throws {
    let scheduler = DispatchQueue.test
    stub.register(redirect(to: "/b").delayed(for: 1, scheduler: scheduler), for: try url("/a"))
    stub.register(.response().delayed(for: 1, scheduler: scheduler), for: try url("/b"))
    let task = Task { try await answer(stub, to: request("/a")) }
    await stub.waitForRequests()
    scheduler.advance(by: 1)
    await stub.waitForRequests(2)
    scheduler.advance(by: 1)
    #expect(try await task.value == (200, "", try url("/b")))
  }

  @Test(arguments: ["/a", "/b"])
  func `cancelling a task cancels only its waiting request`(path: String) async throws {
    let scheduler = DispatchQueue.test
    let first = redirect(to: "/b")
    stub.register(
      path == "/a" ? first.delayed(for: 1, scheduler: scheduler) : first,
      for: try url("/a")
    )
    stub.register(.never, for: try url("/b"))
    let task = Task { try await answer(stub, to: request("/a")) }
    await stub.waitForRequests(path == "/a" ? 1 : 2)
    task.cancel()
    let result = await task.result
    #expect(throws: (any Error).self) { try result.get() }
    scheduler.advance(by: 1)
    #expect(stub.cancelledRequests.map(\.url) == [try url(path)])
  }

  @Test func `a redirect fails with the error of its target`() async throws {
    stub.register(redirect(to: "/b"), for: try url("/a"))
    stub.register(.failure(.networkConnectionLost), for: try url("/b"))
    let error = await #expect(throws: URLError.self) { try await answer(stub, to: request("/a")) }
    #expect(error?.code == .networkConnectionLost)
  }
}

/// Tests delegates that decide on redirects.
@Suite struct StubRedirectDelegateTests {
  private func url(_ path: String) throws -> URL {
    try #require(URL(string: "https://example.com/\(path)"))
  }

  private func stub(_ delegate: (any URLSessionDelegate)?) throws -> URLSessionStub {
    let stub = URLSessionStub(delegate: delegate)
    stub.register(
      .response(status: 302, headers: ["Location": "/b"], body: Data("moved".utf8)),
      for: try url("a")
    )
    stub.register(.response(body: Data("b".utf8)), for: try url("b"))
    stub.register(.response(body: Data("c".utf8)), for: try url("c"))
    return stub
  }

  private func body(_ stub: URLSessionStub, _ delegate: Decider? = nil) async throws -> String {
    guard let delegate else {
      return String(decoding: try await stub.session.data(from: url("a")).0, as: UTF8.self)
    }
    // On Linux, the asynchronous methods of a session ignore their delegates.
    let url = try url("a")
    let data = await withCheckedContinuation { continuation in
      let task = stub.session.dataTask(with: url) { data, _, _ in
        continuation.resume(returning: data)
      }
      task.delegate = delegate
      task.resume()
    }
    return String(decoding: data ?? Data(), as: UTF8.self)
  }

  @Test func `the session delegate can follow, change or refuse a redirect`() async throws {
    let changed = URLRequest(url: try url("c"))
    let decisions: [(Decider.Decision, body: String, paths: [String])] = [
      ({ $0 }, "b", ["/a", "/b"]), ({ _ in changed }, "c", ["/a", "/c"]),
      ({ _ in nil }, "moved", ["/a"]),
    ]
    for (decision, text, paths) in decisions {
      let decider = Decider(decision)
      let stub = try stub(decider)
      #expect(try await body(stub) == text)
      #expect(stub.requests.map { $0.url?.path } == paths)
      #expect(decider.seen.value == ["302 https://example.com/a to GET https://example.com/b"])
    }
  }

  @Test func `a refused redirect is returned as the response`() async throws {
    let stub = try stub(Decider { _ in nil })
    let (_, response) = try await stub.session.data(from: url("a"))
    #expect((response as? HTTPURLResponse)?.statusCode == 302)
    #expect(response.url == (try url("a")))
  }

  @Test func `a task delegate takes precedence over the session delegate`() async throws {
    let session = Decider { _ in nil }
    let task = Decider { $0 }
    let stub = try stub(session)
    #expect(try await body(stub, task) == "b")
    #expect(session.seen.value == [])
    #expect(task.seen.value.count == 1)
  }

  @Test func `a task delegate decides if the session has no delegate`() async throws {
    #expect(try await body(stub(nil), Decider { _ in nil }) == "moved")
  }

  @Test func `a redirect is followed if the delegate does not implement the method`() async throws {
    final class Silent: NSObject, URLSessionTaskDelegate {}
    #expect(try await body(stub(Silent())) == "b")
  }

  @Test func `the delegate decides on each redirect of a loop`() async throws {
    let decider = Decider { $0 }
    let stub = URLSessionStub(delegate: decider)
    stub.register(.response(status: 307, headers: ["Location": "a"]), for: try url("a"))
    let error = await #expect(throws: URLError.self) { try await body(stub) }
    #expect(error?.code == .httpTooManyRedirects)
    #expect(decider.seen.value.count == 20)
  }

  @Test func `a task that is cancelled before the decision sends nothing more`() async throws {
    let decider = HeldDecider()
    let stub = try stub(decider)
    let task = Task { try await body(stub) }
    let (request, proceed) = await decider.decision()
    task.cancel()
    let result = await task.result
    #expect(throws: (any Error).self) { try result.get() }
    proceed(request)
    proceed(request)
    // The stub answers this request after any request that the decision caused.
    _ = try await stub.session.data(from: url("c"))
    #expect(stub.requests.map { $0.url?.path } == ["/a", "/c"])
    #expect(stub.cancelledRequests == [])
  }

  @Test func `only the first decision of a delegate takes effect`() async throws {
    let decider = HeldDecider()
    let stub = try stub(decider)
    let task = Task { try await body(stub) }
    let (request, proceed) = await decider.decision()
    proceed(request)
    proceed(nil)
    proceed(request)
    #expect(try await task.value == "b")
    #expect(stub.requests.count == 2)
  }

  @Test func `a request fails if its stub is released before the decision`() async throws {
    let decider = HeldDecider()
    var stub: URLSessionStub? = try stub(decider)
    let session = try #require(stub?.session)
    let task = Task { [url = try url("a")] in try await session.data(from: url).0 }
    let (request, proceed) = await decider.decision()
    stub = nil
    let error = await #expect(throws: URLError.self) { try await task.value }
    #expect(error?.code == .resourceUnavailable)
    proceed(request)
  }
}

/// A delegate that decides immediately and records each redirect.
private final class Decider: NSObject, URLSessionTaskDelegate {
  typealias Decision = @Sendable (URLRequest) -> URLRequest?

  let seen = Recorder<[String]>([])
  private let decision: Decision

  init(_ decision: @escaping Decision) {
    self.decision = decision
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    let source = "\(response.statusCode) \(response.url?.absoluteString ?? "")"
    let target = "\(request.httpMethod ?? "") \(request.url?.absoluteString ?? "")"
    seen.update { $0.append("\(source) to \(target)") }
    completionHandler(decision(request))
  }
}

/// A delegate that lets the test make each decision.
private final class HeldDecider: NSObject, URLSessionTaskDelegate {
  typealias Question = (request: URLRequest, proceed: @Sendable (URLRequest?) -> Void)

  private let questions: AsyncStream<Question>
  private let continuation: AsyncStream<Question>.Continuation

  override init() {
    (questions, continuation) = AsyncStream.makeStream()
  }

  func decision() async -> Question {
    for await question in questions { return question }
    fatalError("The stream does not end.")
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    continuation.yield((request, completionHandler))
  }
}
