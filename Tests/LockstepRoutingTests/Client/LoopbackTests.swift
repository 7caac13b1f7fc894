// SPDX-License-Identifier: MIT

import Foundation
import LockstepRouting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Requests of a live client over a real socket.
@Suite struct LoopbackTests {
  @Test func `a live client sends a request over a socket and receives the response`() async throws
  {
    let server = try LoopbackServer()
    let received = server.serve(
      """
      HTTP/1.1 201 Created\r
      Content-Type: application/json\r
      Content-Length: 16\r
      X-Request: 7\r
      Connection: close\r
      \r
      {"titles":["a"]}
      """
    )
    let client = SiteClient.live(
      router: siteRouter.baseURL("http://127.0.0.1:\(server.port)/v1"),
      session: .patient,
      options: RequestOptions(
        headers: { ["Authorization": "Bearer token", "X-API-Key": "k", "x-n": "1"] }
      )
    )
    let (books, response) = try await client.request(
      .users(.create(NewUser(name: "Blöb", bio: "a/b"))),
      as: Books.self
    )
    #expect(books == Books(titles: ["a"]))
    let http = try #require(response as? HTTPURLResponse)
    #expect(http.statusCode == 201)
    #expect(http.value(forHTTPHeaderField: "X-Request") == "7")

    let lines = try await request(received).components(separatedBy: "\r\n")
    #expect(lines.first == "POST /v1/users HTTP/1.1")
    #expect(lines.contains("Host: 127.0.0.1:\(server.port)"))
    #expect(lines.contains("Authorization: Bearer token"))
    #expect(lines.contains("X-API-Key: k"))
    #expect(lines.contains("x-n: 1"))
    #expect(lines.contains("Content-Type: application/json"))
    let body = Data((lines.last ?? "").utf8)
    #expect(
      try JSONDecoder().decode(NewUser.self, from: body) == NewUser(name: "Blöb", bio: "a/b")
    )
  }

  // NB: A head that ends before its empty line is missing here, because FoundationNetworking (6.3.1) crashes with
  // "Transfer completed, but there's no response". Add the case when that is fixed.
  @Test(arguments: [
    "",
    "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"titles\":",
    "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n{}",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "SSH-2.0-OpenSSH_9.2\r\n",
    "\u{0}\u{0}\u{0}\u{0}",
  ])
  func `an invalid HTTP response is a transport error`(answer: String) async throws {
    let error = try await error(for: answer)
    guard case .transport = error.cause else {
      Issue.record("not a transport error: \(error)")
      return
    }
  }

  @Test(arguments: [
    "HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n",
    "HTTP/1.1 401 No\r\nWWW-Authenticate: Negotiate\r\nContent-Length: 0\r\n\r\n",
    "HTTP/1.1 401 No\r\nWWW-Authenticate: Digest realm=\"a\"\r\nContent-Length: 0\r\n\r\n",
    "HTTP/1.1 404 \r\nNo colon\r\n: no name\r\nContent-Length: 0\r\n\r\n",
    "HTTP/1.1 999 Odd\r\nContent-Type: \u{FFFD};;;charset\r\nContent-Length: 0\r\n\r\n",
  ])
  func `an unusual HTTP response is an error`(answer: String) async throws {
    _ = try await error(for: answer)
  }

  private func request(
    _ received: AsyncStream<Result<String, any Error>>
  ) async throws -> String {
    for await result in received { return try result.get() }
    return ""
  }

  private func error(for answer: String) async throws -> URLRoutingClientError {
    let server = try LoopbackServer()
    let received = server.serve(answer)
    let client = SiteClient.live(
      router: siteRouter.baseURL("http://127.0.0.1:\(server.port)"),
      session: .patient
    )
    let error = try await #require(throws: URLRoutingClientError.self) {
      try await client.request(.about, as: Books.self)
    }
    #expect(try await request(received).hasPrefix("GET /about/us HTTP/1.1\r\n"))
    return error
  }
}

extension URLSession {
  /// A session with a long timeout, for slow machines.
  static var patient: URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 3_600
    return URLSession(configuration: configuration)
  }
}
