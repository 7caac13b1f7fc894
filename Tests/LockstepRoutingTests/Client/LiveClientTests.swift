// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepRouting
import LockstepTesting
import Synchronization
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct LiveClientTests {
  private let stub = URLSessionStub()
  private let scheduler = DispatchQueue.test

  private func client(options: RequestOptions = RequestOptions()) -> SiteClient {
    .live(
      router: siteRouter.baseURL("https://example.com/v1"),
      session: stub.session,
      options: options
    )
  }

  private func url(_ path: String) throws -> URL {
    try #require(URL(string: "https://example.com/v1\(path)"))
  }

  @Test func `a live client sends the printed request and decodes the response`() async throws {
    stub.register(
      .response(
        status: 201,
        headers: ["X-Request": "7"],
        body: Data(#"{"titles":["a"]}"#.utf8)
      ),
      for: try url("/users"),
      method: "POST"
    ) { request in
      #expect(request.value(forHTTPHeaderField: "Content-Type") == "application/json")
      return request.streamedBody == Data(#"{"bio":"","name":"Blob"}"#.utf8)
    }
    let (books, response) = try await client().request(
      .users(.create(NewUser(name: "Blob", bio: ""))),
      as: Books.self
    )
    #expect(books == Books(titles: ["a"]))
    let http = try #require(response as? HTTPURLResponse)
    #expect(http.statusCode == 201)
    #expect(http.value(forHTTPHeaderField: "x-request") == "7")
    #expect(http.url == (try url("/users")))
  }

  @Test func `a server error has a status and a network error is a transport error`() async throws {
    stub.register(try .json(["code": "down"], status: 500), for: try url("/about/us"))
    stub.register(.failure(.networkConnectionLost), for: try url(""))
    let status = await #expect(throws: URLRoutingClientError.self) {
      try await client().request(.about, as: Books.self)
    }
    #expect(
      status?.description == #"The server responded with status 500: "{\"code\":\"down\"}""#
    )
    #expect(status?.decodeBody(as: [String: String].self) == ["code": "down"])
    let transport = await #expect(throws: URLRoutingClientError.self) {
      try await client().request(.home, as: Books.self)
    }
    guard case .transport(let error) = transport?.cause else {
      Issue.record("not a transport error")
      return
    }
    #expect((error as? URLError)?.code == .networkConnectionLost)
  }

  @Test func `cancelling the task cancels the request`() async throws {
    stub.register(.never, for: try url("/about/us"))
    let client = client()
    let task = Task { try await client.data(for: .about) }
    await stub.waitForRequests()
    task.cancel()
    let result = await task.result
    #expect(throws: CancellationError.self) { try result.get() }
    #expect(stub.cancelledRequests.map(\.url) == [try url("/about/us")])
  }

  @Test func `a cancelled task sends no request`() async throws {
    let client = client()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await client.data(for: .about)
    }
    let result = await task.result
    #expect(throws: CancellationError.self) { try result.get() }
    #expect(stub.requests == [])
  }

  @Test func `a task that is cancelled while its header fields are created sends no request`()
    async throws
  {
    let client = client(
      options: RequestOptions(headers: {
        withUnsafeCurrentTask { $0?.cancel() }
        return [:]
      })
    )
    let task = Task { try await client.data(for: .about) }
    let result = await task.result
    #expect(throws: CancellationError.self) { try result.get() }
    #expect(stub.requests == [])
  }

  @Test func `a request that times out is cancelled and fails`() async throws {
    stub.register(.never, for: try url("/about/us"))
    let client = client(
      options: RequestOptions(timeout: 10, scheduler: scheduler)
    )
    let task = Task { try await client.request(.about, as: Books.self).value }
    await stub.waitForRequests()
    scheduler.run()
    let result = await task.result
    let error = #expect(throws: URLRoutingClientError.self) { try result.get() }
    #expect(error?.description.hasPrefix("The request failed: URLError -1001, ") == true)
    #expect(stub.cancelledRequests.count == 1)
  }

  @Test func `each concurrent request gets its own response`() async throws {
    for number in 0..<100 {
      stub.register(
        try .json(Books(titles: ["\(number)"])).delayed(
          for: .milliseconds(number),
          scheduler: scheduler
        ),
        for: try url("/users/\(number)/books/search")
      )
    }
    let client = client()
    let titles = try await withThrowingTaskGroup(of: (Int, [String]).self) { group in
      for number in 0..<100 {
        group.addTask {
          let route = SiteRoute.users(.user(number, .books()))
          return (number, try await client.request(route, as: Books.self).value.titles)
        }
      }
      await stub.waitForRequests(100)
      scheduler.run()
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    #expect(titles == Dictionary(uniqueKeysWithValues: (0..<100).map { ($0, ["\($0)"]) }))
  }

  /// Another thread cancels each task at about the time at which the response is delivered.
  @Test func `a request can be cancelled while its response is delivered`() async throws {
    typealias Answer = Task<(data: Data, response: URLResponse), any Error>
    let tasks = Mutex<[String: Answer]>([:])
    stub.register(try .json(Books(titles: [])), for: try url("/about/us")) { request in
      let number = request.value(forHTTPHeaderField: "X-Number") ?? ""
      let task = tasks.withLock { $0[number] }
      #expect(task != nil)
      DispatchQueue.global().async { task?.cancel() }
      return true
    }
    for number in 0..<100 {
      tasks.withLock { tasks in
        tasks["\(number)"] = Task {
          let options = RequestOptions(headers: { ["X-Number": "\(number)"] })
          return try await client(options: options).data(for: .about)
        }
      }
    }
    for task in tasks.withLock({ $0 }).values {
      switch await task.result {
      case .success(let answer): #expect(answer.data == Data(#"{"titles":[]}"#.utf8))
      case .failure(let error): #expect(error is CancellationError)
      }
    }
  }

  @Test func `a request is retried after a lost connection unless its method is POST`() async throws
  {
    let lost = StubResponse.failure(.networkConnectionLost)
    let books = Books(titles: ["a"])
    stub.register(sequence: [lost, try .json(books)], for: try url("/about/us"))
    stub.register(lost, for: try url("/users"), method: "POST")
    let client = client(
      options: RequestOptions(retry: .exponential(attempts: 3, from: 1), scheduler: .immediate)
    )
    #expect(try await client.request(.about, as: Books.self).value == books)
    #expect(stub.requests.count == 2)
    await #expect(throws: URLRoutingClientError.self) {
      try await client.request(.users(.create(NewUser(name: "Blob", bio: ""))))
    }
    #expect(stub.requests.count == 3)
  }

  @Test func `a stub records a request before it responds`() async throws {
    stub.register(try .json(Books(titles: ["a"])), for: try url("/about/us"))
    let client = client()
    for count in 1...300 {
      _ = try await client.data(for: .about)
      #expect(stub.requests.count == count)
    }
  }

  @Test func `an effect sends the request of its route`() async throws {
    stub.register(try .json(Books(titles: ["a"])), for: try url("/about/us"), method: "GET")
    let books = try await client().effect(for: .about, as: Books.self).value()
    #expect(books == Books(titles: ["a"]))
  }

  @Test func `without a base URL nothing is sent`() async {
    let client = SiteClient.live(router: siteRouter, session: stub.session)
    let error = await #expect(throws: URLRoutingClientError.self) {
      try await client.data(for: .about)
    }
    #expect(
      error?.description
        == #"Cannot print the route: "about/us" is not an absolute URL: give the router a base URL."#
    )
    #expect(stub.requests == [])
  }

  @Test(arguments: ["http://127.0.0.1:1", "gopher://127.0.0.1"])
  func `a live client throws the network's error`(address: String) async throws {
    // Port 1 of this machine refuses connections.
    let client = SiteClient.live(router: siteRouter.baseURL(address))
    let error = await #expect(throws: URLRoutingClientError.self) {
      try await client.request(.about, as: Books.self)
    }
    guard case .transport(let transport) = error?.cause else {
      Issue.record("not a transport error")
      return
    }
    let code = (transport as? URLError)?.code
    #expect(
      [.cannotConnectToHost, .unsupportedURL].contains { $0 == code },
      "\(transport)"
    )
  }
}
