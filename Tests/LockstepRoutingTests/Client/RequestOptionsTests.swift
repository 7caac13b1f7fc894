// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

@testable import LockstepRouting

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct RequestOptionsTests {
  private let scheduler = DispatchQueue.test

  private func options(
    timeout: SchedulerStride? = nil,
    retry: RetryPolicy = .never
  ) -> RequestOptions {
    RequestOptions(timeout: timeout, retry: retry, scheduler: scheduler)
  }

  private let books = Books(titles: ["a"])

  private let timedOut = URLRoutingClientError(.transport(URLError(.timedOut)))

  @Test func `a request fails at its timeout`() throws {
    let server = try ScriptedServer([nil])
    let store = ClientStore(server.client(options: options(timeout: 10)))
    store.send(.ask(.home))
    scheduler.advance(by: .milliseconds(9_999))
    scheduler.advance(by: .milliseconds(1))
    store.receive(.answer(.failure(timedOut))) { $0 = 1 }
  }

  @Test func `a response in time cancels the timeout`() throws {
    let server = try ScriptedServer([.ok(books)])
    let store = ClientStore(server.client(options: options(timeout: 10)))
    store.send(.ask(.home))
    store.receive(.answer(.success(books))) { $0 = 1 }
    store.finish()
    scheduler.advance(by: 10)
  }

  @Test func `the timeout starts before the server receives the request`() async throws {
    let (data, response) = try SiteClient.Response.response().get()
    let http = try #require(response as? HTTPURLResponse)
    let client = SiteClient(
      middleware: { [scheduler] _ in
        scheduler.advance(by: 10)
        let (stream, continuation) = AsyncStream<Never>.makeStream()
        for await _ in stream {}
        continuation.finish()
        return (data, http)
      },
      router: siteRouter,
      options: options(timeout: 10)
    )
    await #expect(throws: timedOut) { try await client.data(for: .home) }
  }

  @Test func `a timeout on a failing scheduler is reported and no request is sent`() async throws {
    let server = try ScriptedServer([nil])
    var options = options(timeout: 10)
    options.scheduler = .failing("timeouts")
    let client = server.client(options: options)
    let issues = await withReportedIssues {
      let error = await #expect(throws: URLRoutingClientError.self) {
        try await client.data(for: .home)
      }
      #expect(
        error?.description == "The request failed: A failing scheduler was asked to wait."
      )
    }
    #expect(!issues.isEmpty)
    #expect(issues.allSatisfy { $0.message.hasPrefix("timeouts - ") })
    #expect(server.requests.value == [])
  }

  @Test func `a request is sent again after growing delays`() throws {
    let server = try ScriptedServer([.status(503, 1), nil, .status(503, 2), .ok(books)])
    let store = ClientStore(
      server.client(options: options(timeout: 10, retry: .exponential(attempts: 4, from: 1)))
    )
    store.send(.ask(.home))
    #expect(server.requests.value.count == 1)
    scheduler.advance(by: 1)
    #expect(server.requests.value.count == 2)
    scheduler.advance(by: 10)
    #expect(server.requests.value.count == 2)
    scheduler.advance(by: 2)
    #expect(server.requests.value.count == 3)
    scheduler.advance(by: 4)
    #expect(server.requests.value.count == 4)
    store.receive(.answer(.success(books))) { $0 = 1 }
  }

  @Test func `the effect fails with the last response after the last attempt`() throws {
    let server = try ScriptedServer([.status(503, 1), .status(503, 2)])
    let store = ClientStore(
      server.client(options: options(retry: .exponential(attempts: 2, from: 1)))
    )
    store.send(.ask(.home))
    scheduler.run()
    let last = URLRoutingClientError(
      .status(503),
      answer: try SiteClient.Response.status(503, 2).get()
    )
    store.receive(.answer(.failure(last))) { $0 = 1 }
    #expect(server.requests.value.count == 2)
  }

  @Test func `cancelling the effect during a delay prevents the next attempt`() throws {
    let server = try ScriptedServer([.status(503, 1)])
    let store = ClientStore(
      server.client(options: options(retry: .exponential(attempts: 9, from: 1)))
    )
    store.send(.ask(.home))
    store.send(.cancel)
    store.finish()
    scheduler.run()
    #expect(server.requests.value.count == 1)
  }

  @Test func `cancelling ends a request that has a timeout`() throws {
    let server = try ScriptedServer([nil])
    let store = ClientStore(server.client(options: options(timeout: 1)))
    store.send(.ask(.home))
    #expect(server.endings.value == [])
    store.send(.cancel)
    #expect(server.endings.value == [true])
    store.finish()
  }

  @Test func `a retry on a failing scheduler is reported and fails the request`() async throws {
    let server = try ScriptedServer([.status(503, 1)])
    var options = options(retry: .exponential(attempts: 2, from: 1))
    options.scheduler = .failing("retries")
    let client = server.client(options: options)
    let issues = await withReportedIssues {
      let error = await #expect(throws: URLRoutingClientError.self) {
        try await client.data(for: .home)
      }
      #expect(
        error?.description == "The request failed: A failing scheduler was asked to wait."
      )
    }
    #expect(issues.count == 2)
    #expect(issues.allSatisfy { $0.message.hasPrefix("retries - ") })
  }

  @Test func `each attempt creates new header fields`() throws {
    let server = try ScriptedServer([.status(503, 1), .ok(books)])
    let count = Recorder(0)
    var options = options(retry: .exponential(attempts: 2, from: 1))
    options.headers = {
      count.update { $0 += 1 }
      return ["authorization": "Bearer \(count.value)", "X-Extra": "1"]
    }
    let route = SiteRoute.users(.create(NewUser(name: "Blob", bio: "")))
    options.retryConditions.methods = [.post]
    let store = ClientStore(server.client(options: options))
    store.send(.ask(route))
    scheduler.run()
    store.receive(.answer(.success(books))) { $0 = 1 }
    #expect(
      server.requests.value.map { $0.value(forHTTPHeaderField: "Authorization") }
        == ["Bearer 1", "Bearer 2"]
    )
    #expect(server.requests.value.map { $0.value(forHTTPHeaderField: "X-Extra") } == ["1", "1"])
    #expect(
      server.requests.value.map { $0.value(forHTTPHeaderField: "Content-Type") }
        == ["application/json", "application/json"]
    )
  }

  @Test func `header fields keep the case of their names and replace those of the route`()
    async throws
  {
    let server = try ScriptedServer([.ok(books)])
    let client = server.client(
      options: RequestOptions(
        headers: {
          ["X-API-Key": "k", "x-n": "1", "content-type": "a/b", "X-List": "1", "x-list": "2"]
        }
      )
    )
    _ = try await client.data(for: .users(.create(NewUser(name: "Blob", bio: ""))))
    #expect(
      server.requests.value.map(\.allHTTPHeaderFields) == [
        ["X-API-Key": "k", "x-n": "1", "content-type": "a/b", "X-List": "1, 2"]
      ]
    )
  }

  @Test func `an invalid header field is not sent`() throws {
    let server = try ScriptedServer([.ok(books)])
    let options = RequestOptions(headers: { ["X-Token": "a\r\nX-Admin: 1"] })
    let store = ClientStore(server.client(options: options))
    store.send(.ask(.home))
    let error = RoutingError(
      .unprintable,
      part: .header("X-Token"),
      expected: "text without control characters or surrounding spaces",
      found: "a\r\nX-Admin: 1"
    )
    store.receive(.answer(.failure(URLRoutingClientError(.unprintable(error))))) { $0 = 1 }
    #expect(server.requests.value == [])
  }

  @Test(arguments: ["", "X Token", "X-Token\r\nX-Admin", "X-Tökén", "X:"])
  func `a header field with an invalid name is not sent`(name: String) async throws {
    let server = try ScriptedServer([.ok(books)])
    let client = server.client(options: RequestOptions(headers: { [name: "1"] }))
    let error = RoutingError.unprintable(
      "the name may contain only letters, digits and characters such as \"-\"",
      part: .header(name)
    )
    await #expect(throws: URLRoutingClientError(.unprintable(error))) {
      try await client.data(for: .home)
    }
    #expect(server.requests.value == [])
  }

  @Test func `a request is not sent if the headers function throws`() throws {
    struct SignedOut: Error, Equatable {}
    let server = try ScriptedServer([.ok(books)])
    let store = ClientStore(
      server.client(options: RequestOptions(headers: { throw SignedOut() }))
    )
    store.send(.ask(.home))
    store.receive(.answer(.failure(URLRoutingClientError(.transport(SignedOut()))))) { $0 = 1 }
    #expect(server.requests.value == [])
  }
}
