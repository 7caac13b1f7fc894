// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Logging
import SharedModels
import SiteServer
import Testing
import WireClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Tests clients that attack the server while it serves a normal client.
@Suite struct AttackTests {
  private let get = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"

  /// Returns a change that gives a server a handler with answers of a fixed size.
  private func answering(
    bytes: Int = 10,
    _ body: @escaping @Sendable (URLRequest) async -> Void = { _ in }
  ) -> (inout SiteServer) -> Void {
    let data = Data(repeating: UInt8(ascii: "x"), count: bytes)
    return { server in
      server.handler = { request in
        await body(request)
        return (data, .ok(bytes))
      }
    }
  }

  private func exchange(
    _ port: Int,
    _ request: String,
    host: UInt8 = 1
  ) async throws -> WireResponse? {
    try await blocking {
      let connection = try WireConnection(port: port, host: host)
      try connection.send(request.utf8)
      return try connection.receive()
    }
  }

  /// Opens a connection and receives the answer to its first request.
  private func open(_ port: Int) throws -> WireConnection {
    let connection = try WireConnection(port: port)
    try connection.send(get.utf8)
    _ = try connection.receive()
    return connection
  }

  private func isAnswered(_ connection: WireConnection) -> Bool {
    do {
      try connection.send(get.utf8)
      return try connection.receive()?.status == 200
    } catch {
      return false
    }
  }

  private func message(_ answer: WireResponse?) -> String? {
    answer.flatMap { try? JSONDecoder().decode(ApiError.self, from: $0.body).message }
  }

  // MARK: Readers who do not read

  @Test
  func `the server disconnects a client that does not read its answer, but not a slow client`()
    async throws
  {
    let size = 8 << 20
    let limits = Limits.with { $0.writeTime = .seconds(2) }
    try await withServer(.empty, limits: limits, answering(bytes: size)) { port, _ in
      async let slow = blocking {
        let connection = try WireConnection(port: port, window: 32 << 10)
        try connection.send(get.utf8)
        // All pauses together exceed the limit, and no single pause does.
        return try connection.receive(pausingAfterEach: 256 << 10, for: 0.15)?.body.count
      }
      let unread = try await blocking {
        let connection = try WireConnection(port: port, window: 4 << 10)
        try connection.send(get.utf8)
        Thread.sleep(forTimeInterval: 6)
        do {
          return try connection.receive()?.body.count
        } catch let error as WireError where error.isClosed || error == .incomplete {
          return -1
        }
      }
      #expect(unread == -1)
      #expect(try await slow == size)
    }
  }

  @Test func `a connection with too many pipelined requests is closed`() async throws {
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    let limits = Limits.with { $0.pipelinedRequests = 4 }
    try await withServer(.empty, limits: limits, answering { _ in for await _ in gate {} }) {
      port,
      _ in
      let few = Task {
        try await blocking {
          let connection = try WireConnection(port: port)
          try connection.send(String(repeating: get, count: 4).utf8)
          return try (0..<4).map { _ in try connection.receive()?.status }
        }
      }
      let many = try await blocking {
        let connection = try WireConnection(port: port)
        try connection.send(String(repeating: get, count: 5).utf8)
        return try connection.receive()?.status
      }
      #expect(many == nil)
      opening.finish()
      #expect(try await few.value == [200, 200, 200, 200])
    }
  }

  @Test func `a connection beyond the limit replaces the connection that has been idle longest`()
    async throws
  {
    let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    let limits = Limits.with { $0.connections = 3 }
    try await withServer(
      .empty,
      limits: limits,
      answering { request in
        guard request.url?.path() == "/wait" else { return }
        beginning.yield()
        for await _ in gate {}
      }
    ) { port, _ in
      // The oldest connection stays, because its request is still running.
      let busy = Task { try await exchange(port, "GET /wait HTTP/1.1\r\nHost: localhost\r\n\r\n") }
      for await _ in begun { break }
      let statuses = try await blocking {
        let idle = try (0..<2).map { _ in try open(port) }
        let others = try (0..<2).map { _ in try open(port) }
        // The server closes the connections that have been idle longest.
        for connection in idle { try connection.waitForEnd() }
        return try others.map { connection in
          try connection.send(get.utf8)
          return try connection.receive()?.status
        }
      }
      #expect(statuses == [200, 200])
      opening.finish()
      #expect(try await busy.value?.status == 200)
    }
  }

  @Test func `an address that exceeds its share of connections only loses its own connections`()
    async throws
  {
    let limits = Limits.with { $0.connectionsPerAddress = 3 }
    try await withServer(.empty, limits: limits, answering()) { port, _ in
      let status = try await blocking {
        let honest = try open(port)
        var attackers = try (0..<20).map { _ in try WireConnection(port: port, host: 2) }
        // The server answers on the open connections. Its threads determine which ones are open.
        while attackers.count > 3 { attackers = attackers.filter(isAnswered) }
        #expect(attackers.count == 3)
        try honest.send(get.utf8)
        return try honest.receive()?.status
      }
      #expect(status == 200)
      #expect(try await exchange(port, get, host: 2)?.status == 200)
    }
  }

  // MARK: Time

  @Test func `a request that takes too long is answered with 503, and its handler is cancelled`()
    async throws
  {
    let cancelled = Recorder(0)
    let limits = Limits.with { $0.requestTime = .milliseconds(50) }
    let wait = answering { _ in
      try? await Task.sleep(for: .seconds(60))
      if Task.isCancelled { cancelled.update { $0 += 1 } }
    }
    try await withServer(.empty, limits: limits, wait) { port, _ in
      let answer = try await exchange(port, get)
      #expect(answer?.status == 503)
      #expect(answer?["Retry-After"] == "5")
      #expect(
        message(answer)
          == "The server took too long to answer; the request may have been carried out."
      )
      while cancelled.value == 0 { await Task.yield() }
    }
  }

  @Test func `a server stops in time even if clients and handlers do not finish`() async throws {
    let limits = Limits.with {
      $0.shutdownTime = .milliseconds(300)
      $0.requestTime = .seconds(600)
      $0.writeTime = .seconds(600)
    }
    let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
    let start = Recorder(ContinuousClock.now)
    let clients = Recorder<Task<Void, any Error>?>(nil)
    try await withServer(
      .empty,
      limits: limits,
      answering(bytes: 8 << 20) { request in
        guard request.url?.path() == "/stuck" else { return }
        beginning.yield()
        // This handler ignores cancellation.
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
          Thread {
            Thread.sleep(forTimeInterval: 60)
            continuation.resume()
          }
          .start()
        }
      }
    ) { port, _ in
      clients.set(
        Task {
          try await blocking {
            let connections = try (0..<20).map { number in
              let connection = try WireConnection(port: port, window: 4 << 10)
              let path = number == 0 ? "/stuck" : "/"
              try connection.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
              return connection
            }
            // The clients read nothing during the shutdown.
            Thread.sleep(forTimeInterval: 1)
            for connection in connections { try connection.waitForEnd() }
          }
        }
      )
      for await _ in begun { break }
      start.set(.now)
    }
    // The handler takes 60 seconds. The limit leaves time for a busy machine.
    #expect(start.value.duration(to: .now) < .seconds(30))
    try await clients.value?.value
  }

  // MARK: Rates

  @Test
  func `requests of an address beyond its rate are refused, and those of another address are not`()
    async throws
  {
    let limits = Limits.with { $0.requestsPerSecond = 2 }
    try await withServer(.empty, limits: limits, answering()) { port, _ in
      let answers = try await blocking {
        let connection = try WireConnection(port: port, host: 2)
        return try (0..<60).map { _ in
          try connection.send(get.utf8)
          return try connection.receive()
        }
      }
      #expect(answers.prefix(4).map { $0?.status } == [200, 200, 200, 200])
      let refused = try #require(answers.first { $0?.status == 429 } ?? nil)
      #expect(refused["Retry-After"] == "1")
      #expect(message(refused) == "Too many requests from this address; try again in 1 s.")
      #expect(try await exchange(port, get)?.status == 200)
    }
  }

  @Test
  func `the body of a refused request that expects 100-continue is not read as another request`()
    async throws
  {
    let limits = Limits.with {
      $0.bodyTime = .seconds(600)
      $0.idleTime = .seconds(600)
    }
    let asked = Recorder(0)
    let count = answering { _ in asked.update { $0 += 1 } }
    try await withServer(.empty, limits: limits, count) { port, _ in
      let status = try await blocking {
        let connection = try WireConnection(port: port)
        let fields = "Content-Length: \(get.utf8.count)\r\nExpect: 100-continue\r\n"
        try connection.send("POST / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\(fields)\r\n".utf8)
        let status = try connection.receive()?.status
        try? connection.send(get.utf8)
        try connection.waitForEnd()
        return status
      }
      #expect(status == 400)
      #expect(asked.value == 0)
    }
  }

  @Test
  func `the server ignores a client address that the client claims, unless it is behind a proxy`()
    async throws
  {
    let addresses = Recorder<[String?]>([])
    let record = answering { request in
      addresses.update { $0.append(request.value(forHTTPHeaderField: "X-Client-Address")) }
    }
    let forged = """
      GET / HTTP/1.1\r\nHost: localhost\r\nx-client-address: 10.0.0.1\r\nX-Client-Address: 10.0.0.2\r\n\
      X-Forwarded-For: 192.0.2.1, 192.0.2.2\r\nX-Forwarded-For: 192.0.2.3,  2001:db8::1:2:3:4 \r\n\r\n
      """
    try await withServer(.empty, record) { port, _ in
      _ = try await exchange(port, forged, host: 3)
    }
    let behindProxy: (inout SiteServer) -> Void = { server in
      record(&server)
      server.isBehindProxy = true
    }
    try await withServer(.empty, behindProxy) { port, _ in
      _ = try await exchange(port, forged, host: 3)
      _ = try await exchange(port, get, host: 3)
    }
    #expect(addresses.value == ["127.0.0.3", "2001:db8:0:0::/64", "127.0.0.3"])
  }

  @Test func `a limiter allows each key a rate and a burst, and forgets keys with full allowances`()
  {
    let now = Recorder(ContinuousClock.now)
    let limiter = RateLimiter(2, per: .seconds(10), burst: 3, capacity: 2, now: { now.value })
    #expect((0..<5).map { _ in limiter.take("a") } == [nil, nil, nil, 5, 5])
    #expect(limiter.take("b") == nil)
    now.update { $0 += .seconds(4) }
    #expect(limiter.take("a") == 1)
    now.update { $0 += .seconds(1) }
    #expect(limiter.take("a") == nil)
    #expect(limiter.take("a") == 5)
    // At its capacity, the limiter forgets keys, and never refuses a new key.
    #expect((0..<100).allSatisfy { limiter.take("key \($0)") == nil })
    now.update { $0 += .seconds(1_000) }
    #expect((0..<4).map { _ in limiter.take("a") } == [nil, nil, nil, 5])
  }

  // MARK: HTTP

  @Test(arguments: [
    ("Host: localhost\r\nHost: localhost\r\n", 400, "The request has more than one Host header."),
    ("Host: localhost\r\nhost: example.com\r\n", 400, "The request has more than one Host header."),
    (
      "Host: localhost\r\nContent-Length: 9223372036854775808\r\n", 413,
      "The body of the request is larger than 131072 bytes."
    ),
    (
      "Host: localhost\r\nContent-Length: 18446744073709551615\r\n", 413,
      "The body of the request is larger than 131072 bytes."
    ),
    (
      "Host: localhost\r\nContent-Length: 99999999999999999999\r\n", 400,
      "The header Content-Length of the request is not a number."
    ),
    (
      "Host: localhost\r\nContent-Length: 2000000\r\nExpect: 100-continue\r\n", 413,
      "The body of the request is larger than 131072 bytes."
    ),
    (
      "Host: localhost\r\nContent-Length: 1\r\nExpect: the-impossible\r\n", 417,
      "The Expect header of the request is not 100-continue."
    ),
  ])
  func `a head that cannot be served is refused without reading the body`(
    fields: String,
    status: Int,
    text: String
  ) async throws {
    let limits = Limits.with {
      $0.bodyTime = .seconds(600)
      $0.idleTime = .seconds(600)
    }
    try await withServer(.empty, limits: limits, answering()) { port, _ in
      let answer = try await blocking {
        let connection = try WireConnection(port: port)
        try connection.send("POST / HTTP/1.1\r\n\(fields)\r\n".utf8)
        let answer = try connection.receive()
        // The server closes the connection, so that no later bytes are read as a request.
        if fields.contains("Content-Length") { try connection.waitForEnd() }
        return answer
      }
      #expect(answer?.status == status)
      #expect(message(answer) == text)
    }
  }

  @Test func `a client that expects 100-continue is asked for the body`() async throws {
    let bodies = Recorder<[Data?]>([])
    let record = answering { request in bodies.update { $0.append(request.httpBody) } }
    try await withServer(.empty, record) { port, _ in
      let statuses = try await blocking {
        let connection = try WireConnection(port: port)
        let head = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n"
        var statuses: [Int?] = []
        for _ in 0..<2 {
          try connection.send("\(head)Expect: 100-Continue\r\n\r\n".utf8)
          statuses.append(try connection.receive(hasBody: false)?.status)
          try connection.send("body".utf8)
          statuses.append(try connection.receive()?.status)
        }
        return statuses
      }
      #expect(statuses == [100, 200, 100, 200])
      #expect(bodies.value == [Data("body".utf8), Data("body".utf8)])
    }
  }
}

extension HTTPURLResponse {
  /// A response with status 200 and a content length.
  fileprivate static func ok(_ length: Int) -> HTTPURLResponse {
    guard
      let response = HTTPURLResponse(
        url: URL(fileURLWithPath: "/"),
        statusCode: 200,
        httpVersion: "HTTP/1.1",
        headerFields: ["Content-Length": "\(length)"]
      )
    else { preconditionFailure("An HTTPURLResponse could not be created.") }
    return response
  }
}
