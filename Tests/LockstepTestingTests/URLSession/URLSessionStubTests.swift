// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct URLSessionStubTests {
  private let stub = URLSessionStub()

  private func url(_ path: String = "") throws -> URL {
    try #require(URL(string: "https://example.com/\(path)"))
  }

  private func body(of path: String = "") async throws -> String {
    let (data, _) = try await stub.session.data(from: url(path))
    return String(decoding: data, as: UTF8.self)
  }

  private func response(_ text: String) -> StubResponse {
    .response(body: Data(text.utf8))
  }

  @Test func `a response has the registered status, fields and body`() async throws {
    stub.register(
      .response(status: 418, headers: ["X-Pot": "tea"], body: Data("short".utf8)),
      for: try url("pot")
    )
    let (data, response) = try await stub.session.data(from: url("pot"))
    let http = try #require(response as? HTTPURLResponse)
    #expect(http.statusCode == 418)
    #expect(http.value(forHTTPHeaderField: "X-Pot") == "tea")
    #expect(http.url == (try url("pot")))
    #expect(data == Data("short".utf8))
  }

  @Test func `a response without a body returns empty data`() async throws {
    stub.register(.response(), for: try url())
    #expect(try await body() == "")
  }

  @Test func `a registration replaces the previous registration for the same URL only`()
    async throws
  {
    stub.register(response("1"), for: try url("a"))
    stub.register(response("b"), for: try url("b"))
    stub.register(response("2"), for: try url("a"))
    stub.register(response("posted"), for: try url("a"), method: "POST")
    #expect(try await [body(of: "a"), body(of: "a"), body(of: "b")] == ["2", "2", "b"])
    #expect(stub.requests.map { $0.url?.path } == ["/a", "/a", "/b"])
  }

  @Test func `a sequence of responses ends or repeats its last response`() async throws {
    stub.register(sequence: [response("1"), response("2")], for: try url("ends"))
    stub.register(
      sequence: [response("1"), response("2")],
      repeatsLast: true,
      for: try url("repeats")
    )
    var bodies: [String] = []
    for path in ["ends", "ends", "repeats", "repeats", "repeats"] {
      bodies.append(try await body(of: path))
    }
    #expect(bodies == ["1", "2", "1", "2", "2"])
    let issues = await withReportedIssues {
      // A stub reports issues to the reporter of the task that creates it.
      let stub = URLSessionStub()
      do {
        stub.register(sequence: [], for: try url("ends"))
        _ = try await stub.session.data(from: url("ends"))
        Issue.record("There was a response.")
      } catch {
        #expect((error as? URLError)?.code == .resourceUnavailable)
      }
    }
    #expect(
      issues.map(\.message) == [
        """
        The request was sent after its last registered response: GET https://example.com/ends

        Register another response, or repeat the last one with 'repeatsLast: true'.
        """
      ]
    )
  }

  @Test func `a request without a registered response is reported and fails`() async throws {
    let issues = await withReportedIssues {
      let stub = URLSessionStub()
      do {
        _ = try? await stub.session.data(from: url("first"))
        stub.register(response("1"), for: try url("a?b=1"))
        stub.register(response("2"), for: try url("b"), method: "PUT")
        stub.register(response("3"), for: try url("a?b=2"), method: "GET")
        var request = URLRequest(url: try url("a?b=2"))
        request.httpMethod = "POST"
        request.httpBody = Data("text".utf8)
        _ = try await stub.session.data(for: request)
        Issue.record("There was a response.")
      } catch {
        #expect((error as? URLError)?.code == .resourceUnavailable)
      }
    }
    #expect(
      issues.map(\.message) == [
        """
        No response is registered for the request: GET https://example.com/first

        Use 'URLSessionStub.register' to supply one.
        """,
        """
        No response is registered for the request: POST https://example.com/a?b=2 text

        Use 'URLSessionStub.register' to supply one. Registered addresses:

          any method https://example.com/a?b=1 (the query differs)
          PUT https://example.com/b
          GET https://example.com/a?b=2 (the method differs)
        """,
      ]
    )
  }

  @Test func `a request that the validator refuses is reported and still receives its response`()
    async throws
  {
    struct Unreadable: Error {}
    let issues = await withReportedIssues {
      let stub = URLSessionStub()
      do {
        stub.register(response("a"), for: try url("a")) { $0.httpMethod == "POST" }
        stub.register(response("b"), for: try url("b")) { _ in throw Unreadable() }
        for path in ["a", "b"] {
          let (data, _) = try await stub.session.data(from: url(path))
          #expect(data == Data(path.utf8))
        }
      } catch {
        Issue.record(error)
      }
    }
    #expect(
      issues.map(\.message)
        == [
          "The validator refused the request: GET https://example.com/a",
          "The validator threw Unreadable() for the request: GET https://example.com/b",
        ]
        .map { "\($0)\n\nFix the request, or the 'requestValidator'." }
    )
  }

  @Test func `a validator's findings belong to the test`() async throws {
    stub.register(response(""), for: try url()) { _ in
      Test.current?.name.hasPrefix("a validator's findings") == true
        || Test.current?.displayName?.hasPrefix("a validator's findings") == true
    }
    _ = try await body()
  }

  @Test func `stubs do not see each other's requests`() async throws {
    let others = (0..<50).map { _ in URLSessionStub() }
    for (number, other) in others.enumerated() {
      other.register(response("\(number)"), for: try url())
    }
    try await withThrowingTaskGroup(of: (Int, Data).self) { group in
      for (number, other) in others.enumerated() {
        let url = try url()
        group.addTask { (number, try await other.session.data(from: url).0) }
      }
      for try await (number, data) in group { #expect(data == Data("\(number)".utf8)) }
    }
    #expect(others.map(\.requests.count) == Array(repeating: 1, count: 50))
    #expect(stub.requests == [])
  }

  @Test func `a response arrives after its delay`() async throws {
    let scheduler = DispatchQueue.test
    stub.register(response("later").delayed(for: 2, scheduler: scheduler), for: try url("later"))
    stub.register(response("now"), for: try url("now"))
    let order = Recorder<[String]>([])
    let task = Task {
      let text = try await body(of: "later")
      order.update { $0.append(text) }
    }
    await stub.waitForRequests()
    order.update { $0.append("waiting") }
    let text = try await body(of: "now")
    order.update { $0.append(text) }
    scheduler.advance(by: 2)
    try await task.value
    #expect(order.value == ["waiting", "now", "later"])
    #expect(stub.cancelledRequests == [])
  }

  @Test func `a cancelled request receives no response`() async throws {
    let scheduler = DispatchQueue.test
    stub.register(response("later").delayed(for: 2, scheduler: scheduler), for: try url())
    let task = Task { try await body() }
    await stub.waitForRequests()
    task.cancel()
    let result = await task.result
    #expect(throws: (any Error).self) { try result.get() }
    #expect(stub.cancelledRequests.map(\.url) == [try url()])
    scheduler.advance(by: 2)
  }

  @Test func `cancelling the task ends a wait for requests`() async {
    let task = Task { await stub.waitForRequests() }
    task.cancel()
    await task.value
    #expect(stub.requests == [])
  }

  @Test func `a wait for requests fails after its timeout`() async throws {
    stub.register(response("one"), for: try url("one"))
    _ = try await body(of: "one")
    let line: UInt = #line + 2
    let issues = await withReportedIssues {
      await stub.waitForRequests(3, timeout: .milliseconds(10))
    }
    let address = try url("one").absoluteString
    #expect(
      issues.map(\.message) == [
        """
        Waited 0.01 seconds for 3 request(s), but took 1.
          GET \(address)

        Send the requests with the session of this stub, or wait for fewer.
        """
      ]
    )
    #expect(issues.map(\.location.line) == [line])
  }

  @Test func `a request fails if the stub of its session is released`() async throws {
    let session = URLSessionStub().session
    let error = try await #require(throws: URLError.self) {
      try await session.data(from: url("released"))
    }
    #expect(error.code == .resourceUnavailable)
  }

  @Test func `waiting requests fail when their stub is released`() async throws {
    let scheduler = DispatchQueue.test
    var stub: URLSessionStub? = URLSessionStub()
    stub?.register(.never, for: try url("never"))
    stub?.register(response("later").delayed(for: 2, scheduler: scheduler), for: try url("later"))
    let session = try #require(stub?.session)
    let tasks = try ["never", "later"].map { path in
      Task { [url = try url(path)] in try await session.data(from: url).0 }
    }
    await stub?.waitForRequests(2)
    stub = nil
    for task in tasks {
      let result = await task.result
      let error = #expect(throws: URLError.self) { try result.get() }
      #expect(error?.code == .resourceUnavailable)
    }
    scheduler.advance(by: 2)
  }

  @Test(.timeLimit(.minutes(60)))
  func `a session is released with its stub in every state of its requests`() async throws {
    let (released, continuation) = AsyncStream<Never>.makeStream()
    try await useStub(watchedBy: Canary(continuation))
    // The stream ends when the session releases the canary.
    for await _ in released {}
  }

  /// Sends requests that succeed, fail, are cancelled, or never receive a response.
  private func useStub(watchedBy canary: Canary) async throws {
    let scheduler = DispatchQueue.test
    let stub = URLSessionStub()
    stub.session.configuration.urlCredentialStorage = canary
    #expect(stub.session.configuration.urlCredentialStorage === canary)
    stub.register(response("now"), for: try url("now"))
    stub.register(.failure(.timedOut), for: try url("failure"))
    stub.register(.never, for: try url("never"))
    stub.register(.never, for: try url("cancelled"))
    stub.register(response("later").delayed(for: 2, scheduler: scheduler), for: try url("later"))
    let paths = ["now", "failure", "never", "cancelled", "later"]
    let tasks = try paths.map { path in
      Task { [session = stub.session, url = try url(path)] in
        _ = try? await session.data(from: url)
      }
    }
    await stub.waitForRequests(paths.count)
    tasks[3].cancel()
    await tasks[3].value
  }
}

/// An object that a session owns and that finishes the stream when it is deallocated.
private final class Canary: URLCredentialStorage, @unchecked Sendable {
  private let continuation: AsyncStream<Never>.Continuation

  init(_ continuation: AsyncStream<Never>.Continuation) {
    self.continuation = continuation
  }

  deinit {
    continuation.finish()
  }
}
